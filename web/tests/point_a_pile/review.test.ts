// @vitest-environment node
import { describe, expect, test } from 'vitest'
import gameEnglish from '../../../src/touchwood/games/point_a_pile/words/en.json'
import gameJapanese from '../../../src/touchwood/games/point_a_pile/words/ja.json'
import { chosenIn, judgedOf, mistakesOf, tellMistake, tellWhole } from '../../src/games/point_a_pile/review'
import type { Judgement, Review } from '../../src/wire/review'
import english from '../../src/games/point_a_pile/words/en.json'
import japanese from '../../src/games/point_a_pile/words/ja.json'
import { Words, type Catalogue } from '../../src/i18n/catalogue'

const wordsOf = (...catalogues: unknown[]) => new Words([...(catalogues as Catalogue[]), { words: { you: 'you' } }], ['Ana', 'Bo'], 0)
const words = wordsOf(english, gameEnglish)

const judged = (entry: number, seat: number, action: string, cost: number, best: string[]): Judgement => ({ entry, seat, action, cost, best, margin: 1, is_turning_point: false, because: null, is_close: false })
const review: Review = {
  judgements: [
    judged(7, 0, 'point 1', 0, ['point 1']),
    judged(8, 1, 'point empty', 2, ['point 2']),
    judged(12, 0, 'point 2', 3, ['point 1', 'point empty']),
    judged(15, 0, 'split B01 | B02 B03', 2, ['split B01 B02 | B03']),
  ],
  facts: { judged: 4, mistakes: 3, goal: 'points', whole: 10, '8.why': 'denies', '8.tenths': 15, '12.why': 'crowded', '12.tenths': 34, '12.alone': 20, '12.alone_best': 80, '15.why': 'cut_denies', '15.tenths': 18 },
  chances: [],
  unit: 'points',
  assumes: 'quick',
  courses: [],
  game: 'point_a_pile',
  actions: {},
}

test('actions are read as the codec writes them', () => {
  expect(chosenIn('point 2')).toEqual({ at: 'pick', place: 2 })
  expect(chosenIn('point empty')).toEqual({ at: 'pick', place: 0 })
  expect(chosenIn('lay B01 B02 | B03')).toEqual({ at: 'cut', isSplit: false, piles: [['B01', 'B02'], ['B03']] })
  expect(chosenIn('split B01 | B02')).toEqual({ at: 'cut', isSplit: true, piles: [['B01'], ['B02']] })
  expect(chosenIn('throw rock')).toBeNull()
})

test('one looks back at what is one’s own, somebody who looks on at all', () => {
  expect(judgedOf(review, 0).map(({ entry }) => entry)).toEqual([7, 12, 15])
  expect(mistakesOf(review, 0).map(({ entry }) => entry)).toEqual([12, 15])
  expect(mistakesOf(review, null).map(({ entry }) => entry)).toEqual([8, 12, 15])
})

test('the whole is told with its numbers', () => {
  expect(tellWhole(review, 0, words)).toBe('3 choices judged. In 2 of them something else was clearly better.')
  expect(tellWhole({ ...review, judgements: review.judgements.slice(0, 1) }, 0, words)).toBe('1 choice judged. Nothing was clearly better in any of them.')
  expect(tellWhole({ ...review, judgements: [] }, 0, words)).toBe('There was no choice that could be judged.')
})

describe('a mistake', () => {
  test('of a pick says what was done, what was better and why', () => {
    expect(tellMistake(review.judgements[2]!, review, words, 0)).toEqual({
      done: 'You pointed at pile 2.',
      better: 'Better: pile 1 / empty space, by about 3.4 points.',
      why: 'Others were likely to want the same: a chance of 20% to be alone there, against 80%.',
    })
  })
  test('that is worth the whole match is told without points', () => {
    expect(tellMistake(review.judgements[2]!, { ...review, facts: { ...review.facts, '12.tenths': 100 } }, words, 0).better).toBe('Better: pile 1 / empty space, a win was at stake.')
  })
  test('of another has another voice', () => {
    expect(tellMistake(review.judgements[1]!, review, words, 0).done).toBe('Bo pointed at empty space.')
  })
  test('of a cut points at the one below', () => {
    expect(tellMistake(review.judgements[3]!, review, words, 0)).toMatchObject({ done: 'You split the pile like this:', better: 'Better is the cut below, by about 1.8 points.' })
  })
  test('has words for every reason and goal, in both languages', () => {
    for (const each of [words, wordsOf(japanese, gameJapanese)])
      for (const goal of ['points', 'missions'])
        for (const why of ['foul', 'denies', 'crowded', 'brings', 'cut_denies', 'cut_brings']) {
          const told = tellMistake(review.judgements[2]!, { ...review, facts: { ...review.facts, goal, '12.why': why } }, each, 0)
          expect(Object.values(told).every((sentence) => sentence.length > 5 && !sentence.includes('{'))).toBe(true)
        }
  })
})
