import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../src/protocol/protocol'
import { lastRound, roundOf, runningRound } from '../src/games/point_a_pile/round'
import { chapter as chapterOf } from '../src/games/point_a_pile/sentences'
import { gainsOf } from '../src/games/tactile_crane/story'
import { chaptersOf, isAbout } from '../src/screens/table/chapters'
import { wordsOf } from './hearing'

const told = (k: number, event: Record<string, unknown>): StreamEvent => ({ type: 'GameEvent', k, event }) as unknown as StreamEvent
const of = (seat: number) => ({ of: `turn of ${seat}`, title: `Turn of ${seat}` })

describe('the log in chapters', () => {
  const events = [
    { type: 'MatchStarted', k: 1 } as StreamEvent,
    told(2, { type: 'CardDrawn', seat: 0 }),
    told(3, { type: 'CardPlayed', seat: 0 }),
    told(4, { type: 'ItGiven', seat: 0, to: 1 }),
    { type: 'Talked', k: 5, seat: 1, text: 'oh' } as StreamEvent,
    told(6, { type: 'CardDrawn', seat: 1 }),
  ]
  const chapters = chaptersOf(events, (event) => (event.type === 'ItGiven' ? null : of(event.seat as number)))

  it('has one for each turn, and what happens in between belongs to it', () => {
    expect(chapters.map(({ title, events }) => [title, events.map(({ k }) => k)])).toEqual([
      ['', [1]],
      ['Turn of 0', [2, 3, 4, 5]],
      ['Turn of 1', [6]],
    ])
  })
  it('loses nothing where a game names no turns', () => {
    expect(chaptersOf(events, () => null)).toHaveLength(1)
  })
  it('knows whom an event is about, whoever did it', () => {
    expect(events.filter((event) => isAbout(event, 1)).map(({ k }) => k)).toEqual([4, 5, 6])
    expect(isAbout(told(1, { type: 'BattleBegan', seats: [2, 3] }), 3)).toBe(true)
  })
})

describe('a round of Point-a-Pile', () => {
  const first = [
    { type: 'HeadpointerNamed', seat: 0 },
    { type: 'PileShown', seat: 1, pile: 2 },
    { type: 'PutOut', seat: 1, reason: 'last_colour', card: 'P01' },
    { type: 'PileScored', seat: 0, pile: 1, cards: ['A', 'B'] },
    { type: 'AsideScored', seat: 0, cards: ['C'] },
    { type: 'HeadpointerPassed', seat: 1, round: 2 },
  ] as never[]
  const second = [{ type: 'PutOut', seat: 0, reason: 'a_neighbour', card: 'P02' }] as never[]

  it('says who got what and who was out, and why', () => {
    const round = roundOf(lastRound([...first, ...second]), 3)
    expect(round.isOver).toBe(true)
    expect(round.fates).toEqual([
      { seat: 0, got: ['A', 'B', 'C'], out: null },
      { seat: 1, got: [], out: { reason: 'last_colour', card: 'P01' } },
      { seat: 2, got: [], out: null },
    ])
  })
  it('is the one that was played, where a match ends as the Headpointer passes on', () => {
    const passed = { type: 'HeadpointerPassed', seat: 1, round: null }
    const end = [passed, { type: 'RoundLimitReached', rounds: 1 }, { type: 'GameEnded', points: [0, 0, 0], winners: [0] }] as never[]
    expect(roundOf(lastRound([...first.slice(0, -1), ...end]), 3).fates[0]!.got).toEqual(['A', 'B', 'C'])
  })
  it('has no chapter in the log where none is played', () => {
    const words = wordsOf('point_a_pile', 0, 'en')
    expect(chapterOf({ type: 'HeadpointerPassed', seat: 1, round: 2 }, words)?.of).toBe('round 2')
    expect(chapterOf({ type: 'HeadpointerPassed', seat: 1, round: null }, words)).toBeNull()
  })
  it('keeps the reasons of the running round apart', () => {
    const { fates, isOver } = roundOf(runningRound([...first, ...second]), 3)
    expect(isOver).toBe(false)
    expect(fates.map(({ out }) => out?.reason ?? null)).toEqual(['a_neighbour', null, null])
  })
  it('begins anew when it is played again', () => {
    const again = [...first.slice(0, 5), { type: 'RoundRedone', seat: 2, hand: [] }] as never[]
    expect(roundOf(again, 3).fates.every(({ got, out }) => got.length === 0 && out === null)).toBe(true)
  })
})

it('a turn of Tactile Crane adds up what each player got', () => {
  const paid = [
    { type: 'GrabTaken', seat: 0, cards: 5 },
    { type: 'LeftoversAdded', jackpot: 'left', cards: 2 },
    { type: 'JackpotTaken', seat: 0, jackpot: 'left', cards: 3 },
    { type: 'BetPaid', seat: 2, bet: 'high', cards: 1 },
  ] as never[]
  expect([...gainsOf(paid)]).toEqual([[0, 8], [2, 1]])
})
