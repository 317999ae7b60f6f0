import { describe, expect, test } from 'vitest'
import { handfuls, seatsFrom, timingOf, type Counted, type Ending } from '../../src/motion/ending'
import { ending as clips } from '../../src/games/cant_touch_this/ending'
import { ending as piles } from '../../src/games/point_a_pile/ending'
import { ending as crane } from '../../src/games/tactile_crane/ending'
import { ending as tag } from '../../src/games/tag/ending'
import { Words } from '../../src/i18n/catalogue'

const words = new Words([])
const sums = (ending: Ending) => Object.fromEntries(ending.lanes.map(({ seat, things }) => [seat, things.reduce((sum, { points }) => sum + (points ?? 0), 0)]))

describe('the end is counted', () => {
  const one: Counted = { face: 'x', points: 1 }
  test.each([1, 8, 30, 60])('in three to six seconds, with %i things', (count) => {
    const { ends, lanes } = timingOf({ look: 'rows', lanes: [{ seat: 0, things: Array<Counted>(count).fill(one) }, { seat: 1, things: [one] }] })
    expect(ends).toBeGreaterThanOrEqual(2800)
    expect(ends).toBeLessThanOrEqual(6000)
    expect(lanes[0]!.at(-1)!.sum).toBe(count)
  })
  test('for everybody at once, and what is heavy lands last of all', () => {
    const heavy: Counted = { face: 'IT', points: -3, isHeavy: true }
    const { lanes, decided } = timingOf({ look: 'rows', lanes: [{ seat: 0, things: [heavy] }, { seat: 1, things: [one, one, one] }] })
    expect(lanes[0]![0]!.at).toBeGreaterThan(lanes[1]!.at(-1)!.at)
    expect(decided).toBeGreaterThan(lanes[0]![0]!.at)
  })
  test('also where somebody has nothing', () => {
    expect(timingOf({ look: 'rows', lanes: [{ seat: 0, things: [] }] }).ends).toBeGreaterThan(2000)
  })
})

test('whoever looks comes first', () => {
  expect(seatsFrom(2, 4)).toEqual([2, 3, 0, 1])
  expect(seatsFrom(null, 3)).toEqual([0, 1, 2])
})

test('handfuls hold all there is', () => {
  expect(handfuls(7, 3)).toEqual([2, 2, 3])
  expect(handfuls(2, 9)).toEqual([1, 1])
  expect(handfuls(0, 9)).toEqual([])
})

describe('what lies in the lanes comes to the points', () => {
  test('of TAG, with the hands turned over and IT', () => {
    const player = { hand: ['T', 'Gool'], hand_size: 2, taken: [], front: [], sets: 2, tags: 1, points: 3 }
    const view = { it: 1, players: [player, { ...player, sets: 4, tags: 0, points: 1 }] }
    const ending = tag.endingOf(view, 1, words)
    expect(sums(ending)).toEqual({ 0: 3, 1: 1 })
    expect(ending.lanes[0]).toMatchObject({ seat: 1 })
    expect(ending.lanes[0]!.things.at(-1)).toEqual({ face: 'IT', points: -3, isHeavy: true })
    expect(ending.lanes[1]!.things.filter(({ face }) => face.startsWith('hand:'))).toHaveLength(2)
  })
  test('of Point-a-Pile, a row card by card', () => {
    const sheet = [{ card: 'a', points: 2, count: 1 }, { card: 'b', points: -1, count: 1 }]
    expect(sums(piles.endingOf({ players: [{ sheet }, { sheet: null }] }, null, words))).toEqual({ 0: 1, 1: 0 })
  })
  test('of Tactile Crane, in layers that are as thick in every pile', () => {
    const player = { won: 48, multipliers: 2, cards: 68, achieved: [1, 0, 0] }
    const ending = crane.endingOf({ players: [player, { ...player, won: 12, multipliers: 0, cards: 12, achieved: [0, 0, 0] }] }, 0, words)
    expect(sums(ending)).toEqual({ 0: 68, 1: 12 })
    const layers = ending.lanes.map(({ things }) => things.filter(({ face }) => face === 'cards').length)
    expect(layers).toEqual([24, 6])
  })
  test("of Can't Touch This, by the score sheet, with the bid taken off, and each clip lights up", () => {
    const sheet = { lines: [{ symbol: 'gem', count: 3, points: 6, from_wilds: 0, turned: 0 }], penalty: 2, total: 4 }
    const ending = clips.endingOf({ players: [{ clips: [['N', 1, 2]], sheet }] }, 0, words)
    expect(sums(ending)).toEqual({ 0: 4 })
    expect(ending.lanes[0]!.things[0]!.lights).toEqual(['clip:N1x2'])
  })
})
