/** Grabs are counted by dots, where they are counted at all. */
import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import DarkHand from '../../src/games/tactile_crane/DarkHand.svelte'
import GrabScene from '../../src/games/tactile_crane/GrabScene.svelte'
import type { GameView } from '../../src/protocol/games/tactile_crane'
import { hearingOf, moments } from '../hearing'

afterEach(cleanup)
const moment = moments.find(({ game, view, you }) => game === 'tactile_crane' && view.phase === 'grab' && you !== null)!
const { hearing } = hearingOf(moment, 'en')
const seats = hearing.seats.map((seat) => ({ ...seat, badge: { colour: 'orange', shape: 'circle' } })) as typeof hearing.seats
const view = (patience: number): GameView => ({ ...moment.view, spent: 1, options: { ...moment.view.options, patience } }) as unknown as GameView
const dots = (): number => document.querySelectorAll('.grabs span').length

const dark = (patience: number) => render(DarkHand, { table: 'here', view: view(patience), legal: [], seats, words: hearing.words, clock: null, isConnectionLost: false, act: () => true })
const seen = (patience: number) => render(GrabScene, { table: 'here', view: view(patience), seats, words: hearing.words, mode: 'play', shape: 'upright' })

test.each([
  ['in the dark', dark],
  ['for who looks', seen],
])('%s: one for each grab, and none where there is no limit', (_, shown) => {
  shown(4)
  expect(dots()).toBe(4)
  cleanup()
  shown(0)
  expect(dots()).toBe(0)
})

test('without a limit the grabs that were made are still told', () => {
  seen(0)
  expect(screen.getByRole('img', { name: /Grabs: 1/ })).toBeTruthy()
})
