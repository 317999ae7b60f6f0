/** What several players do in a row is one sentence, in which each is named with what it did. */
import { expect, test } from 'vitest'
import { saidAloud } from '../../src/screens/table/sentences'
import type { StreamEvent } from '../../src/protocol/protocol'
import { messagesOf } from '../../src/senses/stream.svelte'
import { screenOf, wordsOf } from '../hearing'

function told(game: string, you: number, happened: readonly Record<string, unknown>[]): string[] {
  const [screen, words] = [screenOf(game), wordsOf(game, you, 'en')]
  const events = happened.map((event, k) => ({ type: 'GameEvent', k: k + 1, event }) as unknown as StreamEvent)
  return messagesOf(events.map((event) => ({ event, said: saidAloud(event, words, screen, 'ABCDEF', null, events) }))).map(({ text }) => text)
}

test('where all point is told at once, wherever that is', () => {
  const shown = [
    { type: 'PileShown', seat: 0, pile: 2 },
    { type: 'EmptySpaceShown', seat: 1 },
    { type: 'NoFingerShown', seat: 2 },
  ]
  expect(told('point_a_pile', 0, shown)).toEqual(['Pointing: you at pile 2, Bo at empty space, Zoë out of time.'])
  expect(told('point_a_pile', 0, shown.slice(0, 1))).toEqual(['You point at pile 2.'])
})

test('who is ready is told of others only: one knows it of oneself', () => {
  const ready = [0, 1, 2].map((seat) => ({ type: 'Pointed', seat }))
  expect(told('point_a_pile', 0, ready)).toEqual(['Your finger is down.', '2 players are ready: Bo, Zoë.'])
})

test('what is dealt in turns is told by whose it is', () => {
  const dealt = [0, 1, 0, 1].map((seat) => ({ type: 'CardDealt', seat, kind: seat === 0 ? 'T' : null }))
  expect(told('tag', 0, [...dealt, { type: 'CardDrawn', seat: 0, kind: 'A' }])).toEqual(['You are dealt T, T.', 'Dealt to Bo: 2 cards.', 'You draw A from the deck.'])
})

test('one’s own cards are told in a row', () => {
  const dealt = ['T', 'TAG', 'Gool'].map((kind) => ({ type: 'CardDealt', seat: 0, kind }))
  expect(told('tag', 0, dealt)).toEqual(['You are dealt T, TAG, Gool.'])
  expect(told('tag', 1, dealt.map((event) => ({ ...event, kind: null })))).toEqual(['Dealt to Ana: 3 cards.'])
})

test('how all have bet is told, however much happens around it', () => {
  const taken = Array.from({ length: 12 }, () => ({ type: 'GrabTaken', seat: 1, cards: 3 }))
  const sentences = told('tactile_crane', 0, [taken[0]!, taken[0]!, { type: 'BetsRevealed', bets: [null, 'low', 'high'] }, ...taken])
  expect(sentences.slice(0, 3)).toEqual(['2 things happened.', 'The bets: Bo LOW, Zoë HIGH.', '4 things happened.'])
})

test('bets are told once: to the audience when the last one is in, to the challenger when they are shown', () => {
  const bets = [null, 'low', 'high']
  const turn = { type: 'CardFlipped', seat: 0, number: 7, finger: 'ring' }
  const revealed = { type: 'BetsRevealed', bets }
  const audience = told('tactile_crane', 1, [turn, { type: 'BetsOpened', bets }, revealed])
  expect(audience.filter((text) => text.includes('Zoë HIGH'))).toHaveLength(1)
  expect(audience.at(-1)).toBe('Now Ana can see the bets too.')
  expect(told('tactile_crane', 0, [turn, revealed]).at(-1)).toBe('The bets: Bo LOW, Zoë HIGH.')
  // What was known in another turn is not known in this one.
  expect(told('tactile_crane', 1, [turn, { type: 'BetsOpened', bets }, turn, revealed]).at(-1)).toContain('The bets: ')
  // Whoever alone has bet need not be told how.
  expect(told('tactile_crane', 1, [turn, { type: 'BetsOpened', bets: [null, 'low'] }]).at(-1)).not.toContain('LOW')
})
