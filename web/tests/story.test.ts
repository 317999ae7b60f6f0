// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { wrapped } from '../src/screens/table/picture'
import { storyOf, winnersOf } from '../src/screens/table/story'

describe('a match in one line', () => {
  test('somebody who led from the first point on', () => {
    expect(storyOf([[0, 0], [1, 0], [1, 0], [3, 2]], [0])).toEqual({ plot: 'led', winner: 0, rival: null, changes: 0, turn: null })
  })
  test('somebody who came past, and where', () => {
    expect(storyOf([[0, 0], [0, 2], [1, 2], [3, 2], [4, 2]], [0])).toMatchObject({ plot: 'overtook', rival: 1, changes: 1, turn: 3 })
  })
  test('the last points turned it, also when they cost somebody the lead', () => {
    expect(storyOf([[0, 0, 0], [2, 0, 3], [2, 0, 3], [2, 0, 0], [2, 0, 0]], [0])).toMatchObject({ plot: 'last', winner: 0, rival: 2, turn: 3 })
  })
  test('to and fro; being level in between is no change', () => {
    expect(storyOf([[0, 0], [1, 0], [1, 1], [1, 2], [3, 2], [3, 4], [5, 4], [6, 4]], [0])).toMatchObject({ plot: 'to_and_fro', changes: 4, turn: 6 })
  })
  test('level at the end: the points alone did not decide', () => {
    expect(storyOf([[0, 0], [0, 2], [2, 2]], [0])).toMatchObject({ plot: 'level', turn: 2 })
  })
  test('is not told where points do not tell it', () => {
    expect(storyOf([[0, 0], [3, 1]], [1])).toBeNull()
    expect(storyOf([[0, 0], [3, 3]], [0, 1])).toBeNull()
    expect(storyOf([[0], [3]], [0])).toBeNull()
  })
})

test('who has a share in the win', () => {
  const result = { points: [1, 1, 0], shares: ['1/2', '1/2', '0'], seed: '', hash: '' }
  expect(winnersOf(result)).toEqual([0, 1])
  expect(winnersOf({ ...result, points: [4], shares: ['1'] })).toEqual([])
})

test('lines of a picture break between words, and anywhere where there are none', () => {
  expect(wrapped('one two three', (line) => line.length <= 7)).toEqual(['one two', 'three'])
  expect(wrapped('最後まで', (line) => line.length <= 2)).toEqual(['最後', 'まで'])
})
