/** The places to lay cards on are as many as the server says, whatever lies on the table. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, describe, expect, test } from 'vitest'
import gameEnglish from '../../../src/touchwood/games/point_a_pile/words/en.json'
import PileTable from '../../src/games/point_a_pile/PileTable.svelte'
import { withCardNames } from '../../src/games/point_a_pile/naming'
import english from '../../src/games/point_a_pile/words/en.json'
import type { GameView, SeenPlayer } from '../../src/protocol/games/point_a_pile'
import { BADGES } from '../../src/screens/badges'
import { Words, type Catalogue } from '../../src/i18n/catalogue'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const catalogue = (one: unknown) => one as Catalogue
const words = new Words([withCardNames(catalogue(english), catalogue(gameEnglish)), catalogue(gameEnglish), { words: { you: 'you', player: 'player' } }], ['Ana', 'Bo'], 0)
const seats = ['Ana', 'Bo'].map((name, seat) => ({ name, bot: null, badge: BADGES[seat]!, is_present: true, is_kept: false, is_muted: false, is_invited: false, sits_out: false }))
const player: SeenPlayer = { row: [], last: null, length: 0, points: 0, sheet: [], has_mission: false, mission: null, ruled_out: [] }
const CARDS = ['B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07']

const laying = (phase: 'layout' | 'split', most_piles: number) =>
  ({
    viewer: 0, options: { deck: [], target: 10, complete_a_mission: false }, phase, asked: [0], headpointer: 0, rounds: 0, players: [player, player],
    deck_size: 40, discard: [], hand: phase === 'layout' ? CARDS : [], most_piles, rule: null, piles: [], pointers: [], later: [], ready: [], fingers: [null, null],
    fouls: [], out: [], contests: phase === 'split' ? [{ cards: CARDS, seats: [0, 1] }] : [], aside: [], winners: null,
  }) as unknown as GameView

function placesIn(view: GameView, laid: (begun: unknown, touched: number | null) => void = () => undefined): HTMLElement[] {
  render(PileTable, {
    table: 'T', view, asked: true, legal: [], fresh: [], sealed: null, seats, you: 0, words, clock: null, last: '', mode: 'play', isBusy: false, act: () => true, laying: laid,
  })
  return within(screen.getByRole('group', { name: 'Your piles' })).getAllByRole('button')
}

describe('places to lay cards on', () => {
  test.each([1, 2, 5, 6])('%i, as the server says, not as many as players', (most) => {
    expect(placesIn(laying('layout', most))).toHaveLength(most)
  })
  test.each([[2, 2], [3, 3], [7, 3]])('a split that may make %i piles begins with %i, and grows', (most, begun) => {
    expect(placesIn(laying('split', most))).toHaveLength(begun)
  })
  test('a split into one pile is none, and what leads out of it is what comes next', async () => {
    const [first] = placesIn(laying('split', 7))
    for (const _ of CARDS) await fireEvent.click(first!)
    const next = () => [...document.querySelectorAll('[data-next]')].map((each) => each.textContent?.trim())
    expect(next()).toEqual(['Undo'])
    expect(screen.getByText(/that is no split/)).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(next()).toHaveLength(3)
  })
  test.each(['layout', 'split'] as const)('the table is told which was touched last, also after a step back and a reload: %s', async (phase) => {
    const told: [unknown, number | null][] = []
    const laid = (begun: unknown, touched: number | null): void => void told.push([(begun as { piles: string[][] }).piles, touched])
    const [first, , third] = placesIn(laying(phase, 3), laid)
    for (const place of [first!, third!, first!]) await fireEvent.click(place)
    expect(told).toEqual([
      [[['B01']], 1],
      [[['B01'], ['B02']], 2],
      [[['B01', 'B03'], ['B02']], 1],
    ])
    await fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(told.at(-1)).toEqual([[['B01'], ['B02']], 2])
    await fireEvent.click(first!)
    cleanup()
    const [, again] = placesIn(laying(phase, 3), laid)
    await fireEvent.click(again!)
    await fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(told.at(-1)).toEqual([[['B01', 'B03'], ['B02']], 1])
  })
  test('what a page of before has kept goes on without', async () => {
    sessionStorage.setItem('touchwood.laying.T', JSON.stringify({ piles: [['B01']], left: CARDS.slice(1) }))
    const told: unknown[] = []
    const [, second] = placesIn(laying('layout', 3), (_, touched) => told.push(touched))
    await fireEvent.click(second!)
    expect(told).toEqual([2])
  })
})
