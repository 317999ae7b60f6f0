import { cleanup, render } from '@testing-library/svelte'
import { describe, expect, test } from 'vitest'
import tagSchema from '../../../docs/protocol/games/tag.json'
import clipSchema from '../../../docs/protocol/games/cant_touch_this.json'
import tagWords from '../../../src/touchwood/games/tag/words/en.json'
import pileSchema from '../../../docs/protocol/games/point_a_pile.json'
import pileWords from '../../../src/touchwood/games/point_a_pile/words/en.json'
import clipWords from '../../../src/touchwood/games/cant_touch_this/words/en.json'
import { heardFrom } from '../../src/plain/hearing'
import { inOneLine, pictureOf, spelled, type Item } from '../../src/plain/picture'
import { Types, type GameSchema } from '../../src/plain/schema'
import SeatPanel from '../../src/plain/SeatPanel.svelte'
import { statusOf } from '../../src/plain/status'
import { Words, type Catalogue } from '../../src/i18n/catalogue'
import type { SeatShown } from '../../src/protocol/protocol'

const NAMES = ['Ana', 'Bo', 'Cy']
const core = { words: { you: 'you', player: 'player' } }
const wordsOf = (game: unknown) => new Words([game as Catalogue, core], NAMES, 0)
const tag = new Types(tagSchema as unknown as GameSchema)
const seatName = (seat: number) => NAMES[seat]!

const player = { hand: null, hand_size: 4, taken: [], front: ['T', 'A'], sets: 1, tags: 0, points: 1 }
const view = {
  viewer: 0,
  options: { stall_after: 2 },
  phase: 'choose_card',
  asked: 0,
  turn: 0,
  players: [{ ...player, hand: ['T', 'Gool'], hand_size: 2 }, player, { ...player, front: [] }],
  deck: null,
  deck_size: 31,
  discard: ['G', 'TAG'],
  out: [0, 0, 0, 0, 2, 1],
  it: 2,
  tagger: null,
  freezer: null,
  is_return_turn: false,
  draws_left: 0,
  has_played: false,
  streak: 1,
  turns: 7,
  is_stalling: true,
  discards_to_end: null,
  winners: null,
}
const picture = pictureOf(view, tag, wordsOf(tagWords), 3)
const named = (items: readonly Item[], name: string) => items.find((item) => item.name === name)

describe('the picture of a view', () => {
  test('puts a seat as a mark at its player, and what is one for each seat with them', () => {
    expect(picture.seats.map(({ marks }) => marks)).toEqual([['On turn'], [], ['Has IT']])
    expect(picture.seats.map(({ items }) => named(items, 'hand_size'))).toMatchObject([{ value: 2 }, { value: 4 }, { value: 4 }])
    expect(named(picture.felt, 'it')).toBeUndefined()
  })

  test('shows pieces by their words and counts by kind, without those there are none of', () => {
    expect(named(picture.seats[0]!.items, 'hand')).toMatchObject({ kind: 'pieces', label: 'Hand', pieces: [{ value: 'T' }, { value: 'Gool', name: 'Gool' }] })
    expect(named(picture.felt, 'out')).toMatchObject({ kind: 'counts', counts: [{ piece: { name: 'Gool' }, count: 2 }, { piece: { name: 'Freeze' }, count: 1 }] })
  })

  test('leaves out what says nothing: null, false and empty rows; true is a flag', () => {
    expect(named(picture.felt, 'discards_to_end')).toBeUndefined()
    expect(named(picture.felt, 'has_played')).toBeUndefined()
    expect(named(picture.seats[2]!.items, 'front')).toBeUndefined()
    expect(named(picture.felt, 'is_stalling')).toMatchObject({ kind: 'flag', label: 'Stalling rule' })
  })

  test('never shows a hidden hand', () => {
    expect(named(picture.seats[1]!.items, 'hand')).toBeUndefined()
  })

  test('tells every value in one line, without braces or brackets', () => {
    const text = inOneLine([...picture.felt, ...picture.seats.flatMap(({ items }) => items)], seatName)
    expect(text).toContain('Out of the game Gool ×2, Freeze ×1')
    expect(text).not.toMatch(/[{}[\]"_]|undefined|null/)
  })

  test('names a field that has no words by its own name, made readable', () => {
    expect(named(pictureOf(view, tag, new Words([core], NAMES, 0), 3).felt, 'deck_size')).toMatchObject({ label: 'Deck size' })
  })
})

test('a player who is named several times has one mark, with how often', () => {
  const seat = { type: 'integer', 'x-shown': 'seat' } as const
  const tricks = new Types({
    $defs: {},
    properties: {
      ...{ options: {}, action: {}, event: {} },
      view: { type: 'object', properties: { ready: { type: 'array', items: seat }, tricks: { type: 'array', items: seat }, players: { type: 'array', 'x-by': 'seat', items: { type: 'object', properties: { ready: { type: 'boolean' }, helped_by: { type: 'array', items: seat } } } } } },
    },
  } as GameSchema)
  const { seats } = pictureOf({ ready: [1], tricks: [0, 1, 0], players: [{ helped_by: [1, 1] }, { ready: true }] }, tricks, wordsOf({}), 2)
  expect(seats.map(({ marks }) => marks)).toEqual([['Tricks ×2'], ['Ready', 'Tricks']])
  const shown = { name: 'Ana', badge: { colour: 'sky', shape: 'square' }, bot: null, is_present: true, is_kept: false } as SeatShown
  const { container } = render(SeatPanel, { seat: shown, number: 0, at: { ...seats[0]!, marks: ['Twice', 'Twice'] }, seats: [shown, shown], seatName, isYou: false, isAsked: false })
  expect(container.textContent).toContain('Bo Bo')
  cleanup()
})

test('a board has a cell for each letter and its word; a tuple with names is told like a struct', () => {
  const clips = new Types(clipSchema as unknown as GameSchema)
  const seen = { viewer: 0, phase: 'clip', asked: 1, grid: ['1*', 'BW'], other_side: null, placed: [{ seat: 1, clip: ['N', 0, 1] }], previews: [[['N', 0, 1], 3, null, null]], players: [] }
  const { felt } = pictureOf(seen, clips, wordsOf(clipWords), 2)
  expect(named(felt, 'grid')).toMatchObject({ kind: 'grid', rows: [[{ value: 'one', letter: '1', name: 'one' }, { value: 'star', letter: '*', name: 'star' }], [{ name: 'bomb' }, { name: 'wild' }]] })
  expect(spelled(named(felt, 'placed')!, seatName)).toBe('By Bo, Clip Edge top, Line 0, Depth 1')
  expect(named(felt, 'previews')).toBeUndefined()
})

test('a number that means something else has its word', () => {
  const piles = new Types(pileSchema as unknown as GameSchema)
  const seen = { viewer: 0, phase: 'pointing', asked: [], shown: [2, 0, null], players: [] }
  const { seats } = pictureOf(seen, piles, wordsOf(pileWords), 3)
  expect(seats.map(({ items }) => items.map((item) => spelled(item, seatName)))).toEqual([['2'], ['empty space'], []])
})

describe('the status', () => {
  const words = wordsOf(tagWords)
  test('is the sentence of the game for its phase', () => {
    expect(statusOf(view, picture, true, words)).toBe('Play or discard a card.')
    expect(statusOf({ ...view, asked: 1 }, { ...picture, asked: [1] }, false, words)).toBe('Bo plays or discards a card.')
  })
  test('says whose move it is, and that it is over, where a game has no phases', () => {
    const unphased = { ...picture, phase: null }
    expect([true, false].map((isAsked) => statusOf(view, unphased, isAsked, words))).toEqual(['Your move.', 'The others are choosing.'])
    expect(statusOf(view, unphased, false, words, true)).toBe('The match is over.')
  })
  test('has the name of the phase where there is no sentence, or where a fact of it is missing', () => {
    expect(statusOf(view, { ...picture, phase: 'thaw_table' }, true, words)).toBe('Your move. Thaw table')
    expect(statusOf(view, { ...picture, asked: [] }, false, words)).toBe('Playing or discarding')
    expect(statusOf(view, { ...picture, phase: 'over', asked: [] }, false, words)).toBe('The game is over.')
  })
})

test('a table is heard like it is seen: the question, one’s own things, the table, who has how much', () => {
  const seats = NAMES.map((name) => ({ name, badge: { colour: 'sky', shape: 'square' }, bot: null, is_present: true, is_kept: false, is_muted: false, is_invited: false, sits_out: false }))
  const heard = heardFrom({ view, you: 0, asked: true, legal: [], seats, words: wordsOf(tagWords) }, tag)
  expect(heard.status).toBe('Play or discard a card.')
  expect(heard.mine).toBe('On turn, Hand T, Gool, In hand 2, In front T, A, Sets 1, TAG 0, Points 1')
  expect(heard.table).toContain('Deck 31, Discard pile G, TAG')
  expect(heard.score).toBe('Ana: Points 1; Bo: Points 1; Cy: Points 1')
})
