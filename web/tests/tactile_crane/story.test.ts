// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { feltBefore, pausesOf, rightOf, roomFor, storyAfter, storyOnTable, type Counted } from '../../src/games/tactile_crane/story'
import type { AnyEvent, GameView } from '../../src/protocol/games/tactile_crane'

const counted: AnyEvent = { type: 'CardsCounted', seat: 0, number: 8, held: 8, result: 'exact' }
const bets: AnyEvent = { type: 'BetsRevealed', bets: [null, 'just', 'low'] }
const taken: AnyEvent = { type: 'GrabTaken', seat: 0, cards: 8 }
const jackpot: AnyEvent = { type: 'JackpotTaken', seat: 0, jackpot: 'left', cards: 3 }
const flipped: AnyEvent = { type: 'CardFlipped', seat: 1, number: 4, finger: 'ring' }

describe('the story of a turn', () => {
  test('has count, bets and payout, and not the next card', () => {
    const story = storyAfter(null, [{ type: 'BundleLifted', seat: 0 }, counted, bets, taken, jackpot, flipped]) as Counted
    expect(story).toMatchObject({ type: 'counted', seat: 0, number: 8, held: 8, result: 'exact', bets: [null, 'just', 'low'] })
    expect(story.paid).toEqual([taken, jackpot])
  })
  test('goes on after a jackpot is chosen', () => {
    const before = storyAfter(null, [counted, bets])
    expect(storyAfter(before, [taken, jackpot])).toMatchObject({ held: 8, paid: [taken, jackpot] })
  })
  test('is not begun by what was paid before somebody came', () => {
    expect(storyAfter(null, [taken, jackpot])).toBeNull()
  })
  test('knows whose bets came true from what was paid, and by no rule of its own', () => {
    expect([...rightOf([taken, { type: 'BetPaid', seat: 2, bet: 'low', cards: 2 }, { type: 'JackpotShared', seat: 0, jackpot: 'left', cards: 1 }])]).toEqual([2, 0])
    expect(rightOf([taken, jackpot]).size).toBe(0)
  })
  test('tells who grabbed what each of their grabs had felt like, of this turn alone', () => {
    const closed: AnyEvent = { type: 'EyesClosed', seat: 0 }
    const felt = (feel: number): AnyEvent => ({ type: 'BundleFelt', seat: 0, feel })
    const turn = [closed, felt(21_700), felt(8_200), counted]
    expect(feltBefore([closed, felt(3_000), counted, ...turn, bets, flipped], 0)).toEqual([22, 8])
    expect(feltBefore(turn, 1)).toEqual([])
    expect(feltBefore([counted], 0)).toEqual([])
  })
  test('without an outcome says whether somebody peeked', () => {
    const ended: AnyEvent = { type: 'TurnEndedWithoutOutcome', seat: 2 }
    expect(storyAfter(null, [{ type: 'EyesOpened', seat: 2 }, ended])).toMatchObject({ type: 'without_outcome', seat: 2, hasPeeked: true })
    expect(storyAfter(null, [ended])).toMatchObject({ hasPeeked: false })
  })
  test('lies on the table while a jackpot is chosen', () => {
    const view = { phase: 'jackpot', counted: 6, challenger: 1, face: { number: 8, finger: 'ring' }, players: [{ bet: 'low' }, { bet: null }] }
    expect(storyOnTable(view as unknown as GameView)).toMatchObject({ seat: 1, held: 6, result: 'low', bets: ['low', null] })
    const heard: AnyEvent[] = [{ type: 'CardsCounted', seat: 1, number: 8, held: 6, result: 'low' }, { type: 'BetsRevealed', bets: ['low', null] }]
    expect(storyOnTable(view as unknown as GameView, heard)).toMatchObject({ held: 6, result: 'low', bets: ['low', null] })
    expect(storyOnTable({ ...view, phase: 'grab' } as unknown as GameView)).toBeNull()
  })
})

describe('the places of the count', () => {
  test('are as many for every bundle: a few more than the number, in even rows of at most eight', () => {
    expect(roomFor.length).toBe(1)
    for (let number = 4; number <= 20; number++) {
      const { places, columns } = roomFor(number)
      expect(places).toBeGreaterThan(number)
      expect(columns).toBeLessThanOrEqual(8)
      const rows = Math.ceil(number / columns)
      expect(rows * columns - number).toBeLessThan(rows)
    }
  })
})

describe('the rhythm of the count', () => {
  test('does not tell the end before it comes: it depends on the cards laid and the number alone', () => {
    const long = pausesOf(8, 30)
    for (let held = 1; held < 30; held++) expect(pausesOf(8, held)).toEqual(long.slice(0, held))
  })
  test('is slowest around the number', () => {
    const pauses = pausesOf(8, 14)
    expect(Math.max(...pauses)).toBe(pauses[7])
    expect(pauses[13]).toBeLessThan(pauses[7]!)
  })
})
