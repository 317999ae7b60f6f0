/** What is heard of a round of Point-a-Pile: everything once, and how all stand where eyes would see it. */
import { expect, test } from 'vitest'
import type { StreamEvent } from '../../src/protocol/protocol'
import { saidAloud } from '../../src/screens/table/sentences'
import { messagesOf } from '../../src/senses/stream.svelte'
import { hearingOf, moments, screenOf, wordsOf } from '../hearing'

const VIEW = { players: [{ points: 3 }, { points: -1 }, { points: 0 }], options: { memory: false } }

function heard(happened: readonly object[], view: object = VIEW, you = 0): string[] {
  const events = happened.map((event, place) => ({ type: 'GameEvent', k: place + 1, event }) as unknown as StreamEvent)
  const words = wordsOf('point_a_pile', you, 'en')
  const unsaid = events.map((event) => ({ event, said: saidAloud(event, words, screenOf('point_a_pile'), 'T', view, events) }))
  return messagesOf(unsaid).map(({ text }) => text)
}
const laid = (seat: number) => [
  { type: 'PilesLaid', seat, count: 2 },
  { type: 'PileLies', pile: 1, cards: ['B01', 'B02'] },
  { type: 'PileLies', pile: 2, cards: ['B04'] },
]

test('piles of others are told card by card; of one\'s own, told so while they were laid, how many there are', () => {
  expect(heard(laid(0))).toEqual(['You lay out 2 piles.', 'Pile 1: 2 cards.', 'Pile 2: 1 card.'])
  const [, ...piles] = heard(laid(1))
  expect(piles.every((text) => text.includes('bottom to top: '))).toBe(true)
  const split = [...laid(0), { type: 'PileSplit', seat: 1, count: 1, pointers: [0, 1] }, { type: 'PileLies', pile: 1, cards: ['B01'] }]
  expect(heard(split).at(-1)).toContain('bottom to top: ')
})

test('what is set aside is named once', () => {
  const names = heard([{ type: 'PileSetAside', pile: 1, cards: ['B01'] }, { type: 'PileSetAside', pile: 2, cards: ['B04'] }, { type: 'AsideDiscarded', cards: ['B01', 'B04'] }])
  expect(names).toHaveLength(2)
  expect(names[0]).toMatch(/^Set aside: .+, .+\.$/)
  expect(names[1]).toBe('What was set aside is discarded, 2 cards.')
})

test('a new round is told with how all stand, unless that is to be remembered; after the last one none is', () => {
  expect(heard([{ type: 'HeadpointerPassed', seat: 1, round: 2 }])).toEqual(['Round 2: Bo is Headpointer. Points: you 3, Bo -1, Zoë 0.'])
  const memory = { players: VIEW.players.map(() => ({ points: null })), options: { memory: true } }
  expect(heard([{ type: 'HeadpointerPassed', seat: 1, round: 2 }], memory)).toEqual(['Round 2: Bo is Headpointer.'])
  expect(heard([{ type: 'HeadpointerPassed', seat: 1, round: null }])).toEqual(['Bo is Headpointer at the end.'])
})

test('however much happens at once, it is told who scored what', () => {
  const busy = [
    ...laid(1),
    { type: 'PileShown', seat: 1, pile: 1 },
    { type: 'PileShown', seat: 2, pile: 2 },
    { type: 'PileScored', seat: 1, pile: 1, cards: ['B01'] },
    { type: 'PileScored', seat: 2, pile: 2, cards: ['B04'] },
    { type: 'HeadpointerPassed', seat: 2, round: 3 },
    { type: 'CardDrawn', seat: 2, card: 'B05' },
    { type: 'CardDrawn', seat: 2, card: 'B06' },
    ...laid(2),
    { type: 'Pointed', seat: 1 },
    { type: 'Pointed', seat: 2 },
    ...laid(1),
    ...laid(2),
  ]
  const told = heard(busy)
  expect(told.filter((text) => /scores pile/.test(text))).toHaveLength(2)
  expect(told.some((text) => text.startsWith('Round 3: '))).toBe(true)
  expect(told.some((text) => /things happened/.test(text))).toBe(true)
})

test('what a pile would bring stands on it as a number, and is told with it; with the question, how one stands oneself', () => {
  const moment = moments.find(({ game, asked, view }) => game === 'point_a_pile' && asked && view.phase === 'pointing')!
  const players = moment.view.players.map((player, seat) => (seat === moment.you ? { ...(player as object), row: ['B01'], points: 2 } : player))
  const { screen, hearing } = hearingOf({ ...moment, view: { ...moment.view, players } }, 'en')
  const { table, mine } = screen.hear!({ ...hearing, worth: { 'pile:1': -3 } })
  expect(table).toMatch(/Pile 1, bottom to top: [^.]+\. −3 to you\./)
  expect(mine).toMatch(/^You: 2 points\. Row: /)
})
