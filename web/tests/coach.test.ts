import { expect, test } from 'vitest'
import { amount, close, costly, dearest, drawn, isTooClose, signed } from '../src/parts/coach'
import { tellLuck, tellWay } from '../src/parts/courses-told'
import type { Review } from '../src/wire/review'

const judged = (entry: number, seat: number, cost: number) => ({ entry, seat, action: 'play T', cost, best: ['play A'], margin: 2, is_turning_point: false, because: null, is_close: false })
const chance = (entry: number, seat: number, percent: number) => ({ entry, seat, percent, margin: 5 })
const REVIEW: Review = {
  judgements: [judged(4, 0, 3), judged(6, 1, 0), judged(8, 0, 20), judged(12, 0, 1), judged(16, 1, 9), judged(20, 0, 7)],
  facts: {},
  chances: [chance(4, 0, 50), chance(6, 1, 52), chance(8, 0, 30), chance(20, 0, 2)],
  unit: 'percent',
  assumes: 'ahead',
  courses: [],
  game: 'tag',
  actions: {},
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

test('what decided the match is told whatever it cost', () => {
  const decided = { ...REVIEW, facts: { decisive: 6 } }
  expect(costly(decided, 1).map(({ entry }) => entry)).toEqual([6, 16])
  expect(dearest(decided, null, 2).map(({ entry }) => entry)).toEqual([6, 8])
  expect(costly(REVIEW, 1).map(({ entry }) => entry)).toEqual([16])
})

test('what the deal gave, what was made of it and the rest are told apart, and what is too close to call as that', () => {
  const course = { seat: 1, began: 60, ended: 0, even: 50, dealt: { amount: 10, margin: 5 }, cost: { amount: 30, margin: 5 }, rest: { amount: -30, margin: 7 } }
  expect(tellWay(course, [{ name: 'Ana' }, { name: 'Bo' }])).toBe('Bo: from 60% to 0%')
  expect(tellLuck(course, 'percent')).toEqual(['The deal gave +10 (± 5).', 'Own choices cost 30 (± 5).', 'The rest was cards and the others: −30 (± 7).'])
  const unsure = { ...course, dealt: { amount: -5, margin: 5 }, cost: { amount: 0, margin: 0 }, rest: { amount: 3, margin: 8 } }
  expect(tellLuck(unsure, 'percent')).toEqual(['What the deal gave is too close to call (−5 ± 5).', 'No choice of their own clearly cost anything.', 'The rest, cards and the others, is too close to call (+3 ± 8).'])
  const exact = { ...course, dealt: { amount: 50, margin: 0 }, cost: { amount: 1, margin: 0 }, rest: { amount: -100, margin: 0 } }
  expect(tellLuck(exact, 'points')).toEqual(['The deal gave +50.', 'Own choices gave away 1 point in all.', 'All that followed, own choices included, brought −100.'])
})

test('a line goes from left to right and stays, with its band, between none and all', () => {
  expect(drawn(REVIEW, 0)).toEqual({ line: '20,50 40,70 100,98', band: '20,45 40,65 100,93 100,100 40,75 20,55' })
  expect(drawn(REVIEW, 2)).toEqual({ line: '', band: '' })
})

test('amounts are read as they are written', () => {
  expect([amount(13, 'tenths'), amount(13, 'percent')]).toEqual(['1.3', 13])
  expect([7, 0, -7].map(signed)).toEqual(['+7', '0', '−7'])
  expect([{ amount: 5, margin: 5 }, { amount: -6, margin: 5 }, { amount: 0, margin: 0 }].map(isTooClose)).toEqual([true, false, false])
})
