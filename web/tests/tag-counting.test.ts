/** What whoever plays well counts, and the view has, stands on the table. */
import { cleanup, render } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import Actions from '../src/games/tag/Actions.svelte'
import { Choices, drawDeck } from '../src/games/tag/choices'
import Piles from '../src/games/tag/Piles.svelte'
import type { AnyAction, GameView } from '../src/protocol/games/tag'
import { moments, wordsOf } from './hearing'

afterEach(cleanup)
const words = wordsOf('tag', 0, 'en')
const moment = moments.find(({ game, view }) => game === 'tag' && view.phase !== 'over')!

function shown(change: Partial<GameView>, options: Partial<GameView['options']> = {}): string {
  const before = moment.view as unknown as GameView
  const view = { ...before, freezer: null, is_stalling: false, discards_to_end: null, streak: 0, out: before.out.map(() => 0), ...change, options: { ...before.options, ...options } } as GameView
  const { container } = render(Piles, { view, words, choices: new Choices([]), isDragged: false, itCard: createRawSnippet(() => ({ render: () => '<i></i>' })), onact: () => undefined })
  return container.textContent!.replace(/\s+/g, ' ')
}

test('cards that are out of the game, of how many', () => {
  const deck = (moment.view as unknown as GameView).options.deck
  const all = shown({ out: [0, 0, 0, 0, 2, 1] })
  expect(all).toContain(`Gool 2 of ${deck.Gool}`)
  expect(all).toContain(`Freeze 1 of ${deck.Freeze}`)
  expect(shown({})).not.toContain(' of ')
})

test('turns without a play, before the deck is empty', () => {
  expect(shown({ streak: 3, deck_size: 20 })).toContain('3 turns without a play')
  expect(shown({ streak: 0, deck_size: 20 })).not.toContain('without a play')
})

test('the limit of turns, where stalling has no other end', () => {
  expect(shown({ turns: 9 }, { stall_after: 0 })).toMatch(/Turn 10\b.*\d{3}/)
  expect(shown({ turns: 9 }, { stall_after: 3 })).not.toContain('Turn 10')
})

test('how many cards may still be drawn on coming back', () => {
  const drawing: AnyAction[] = [drawDeck, { type: 'StopDrawing' }]
  const { container } = render(Actions, { choices: new Choices(drawing), words, you: 0, it: null, drawsLeft: 2, top: undefined, chosen: null, waiting: '', onact: () => undefined, onuse: () => undefined })
  expect(container.textContent).toContain('2 left')
})
