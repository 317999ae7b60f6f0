import { expect, test } from 'vitest'
import { amount, close, courses, dearest, drawn, shareOf } from '../src/parts/coach'
import type { Review } from '../src/wire/review'

const judged = (entry: number, seat: number, cost: number) => ({ entry, seat, action: 'play T', cost, best: ['play A'], margin: 2, is_turning_point: false })
const chance = (entry: number, seat: number, percent: number) => ({ entry, seat, percent, margin: 5 })
const REVIEW: Review = {
  judgements: [judged(4, 0, 3), judged(6, 1, 0), judged(8, 0, 20), judged(12, 0, 1), judged(16, 1, 9), judged(20, 0, 7)],
  facts: {},
  chances: [chance(4, 0, 50), chance(6, 1, 52), chance(8, 0, 30), chance(20, 0, 2)],
  unit: 'percent',
}

test('what cost most is told in the order of the match, of one seat or of all', () => {
  expect(dearest(REVIEW, 0).map(({ entry }) => entry)).toEqual([4, 8, 20])
  expect(dearest(REVIEW, null).map(({ entry }) => entry)).toEqual([8, 16, 20])
  expect(dearest({ ...REVIEW, judgements: [judged(4, 0, 0)] }, 0)).toEqual([])
})

test('what was too close to call is counted, of one seat or of all', () => {
  const unsure = { ...REVIEW, judgements: REVIEW.judgements.map((one) => ({ ...one, is_close: one.cost === 0 || one.entry === 4 })) }
  expect(close(unsure, 0)).toEqual({ count: 1, of: 4 })
  expect(close(unsure, null)).toEqual({ count: 2, of: 6 })
  expect(close(REVIEW, null)).toEqual({ count: 0, of: 6 })
})

test('luck is what the own choices do not explain', () => {
  expect(courses(REVIEW, [0, 1])).toEqual([
    { seat: 0, began: 50, ended: 0, cost: 31, fortune: -19 },
    { seat: 1, began: 52, ended: 100, cost: 9, fortune: 57 },
  ])
  expect(courses({ ...REVIEW, chances: [] }, [0, 1])).toEqual([])
})

test('a line goes from left to right and stays, with its band, between none and all', () => {
  expect(drawn(REVIEW, 0)).toEqual({ line: '20,50 40,70 100,98', band: '20,45 40,65 100,93 100,100 40,75 20,55' })
  expect(drawn(REVIEW, 2)).toEqual({ line: '', band: '' })
})

test('amounts and shares are read as they are written', () => {
  expect([amount(13, 'tenths'), amount(13, 'percent')]).toEqual(['1.3', '13'])
  expect(['1', '0', '1/2'].map(shareOf)).toEqual([1, 0, 0.5])
})
