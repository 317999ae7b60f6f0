import { beforeEach, describe, expect, test } from 'vitest'
import { keep } from '../../src/device/storage'
import { clockText, hasWonDay, keepAnswer, keepDaysPuzzle, keepRush, keepsWin, levelInRush, nameOfDay, nextOf, daysInRow, puzzlesKept, type Puzzle } from '../../src/games/cant_touch_this/puzzles'

const LEVELS = ['easy', 'medium', 'hard']
const answered = (number: number, isRight: boolean) => keepAnswer({ name: `easy-${number}`, level: 'easy' }, isRight)

beforeEach(() => keep('puzzles', {}))

describe('puzzles on a device', () => {
  test('what was solved is not asked again before all others are', () => {
    answered(1, true)
    answered(2, true)
    answered(3, false)
    const asked = Array.from({ length: 20 }, (_, at) => nextOf('easy', 4, [], () => at / 20))
    expect(new Set(asked)).toEqual(new Set(['easy-3', 'easy-4']))
    expect(nextOf('easy', 4, ['easy-4'], () => 0.99)).toBe('easy-3')
    answered(3, true)
    answered(4, true)
    expect(nextOf('easy', 4, ['easy-1', 'easy-2', 'easy-3'], () => 0.5)).toBe('easy-4')
    expect(nextOf('easy', 4, ['easy-1', 'easy-2', 'easy-3', 'easy-4'], () => 0)).toBe('easy-1')
  })

  test('right ones in a row are counted, and the most there were', () => {
    for (const isRight of [true, true, false, true]) answered(1, isRight)
    expect([puzzlesKept().row, puzzlesKept().bestRow, puzzlesKept().solved.easy]).toEqual([1, 2, [1]])
  })

  test('the best rush stays', () => {
    expect([keepRush(4), keepRush(3), keepRush(5)]).toEqual([true, false, true])
    expect(puzzlesKept().rush).toEqual({ best: 5, runs: 3 })
  })

  test('a rush begins easy and ends hard', () => {
    expect([0, 5, 6, 13, 14, 80].map((right) => levelInRush(right, LEVELS))).toEqual(['easy', 'easy', 'medium', 'medium', 'hard', 'hard'])
    expect([180, 125.9, 9].map(clockText)).toEqual(['3:00', '2:05', '0:09'])
  })

  test("a day's puzzle counts when it is won, on its day, once a table", () => {
    const today = '2026-11-17'
    keepDaysPuzzle({ puzzle: nameOfDay('2026-11-16'), table: 'a', isWon: true, today: '2026-11-16' })
    keepDaysPuzzle({ puzzle: nameOfDay(today), table: 'b', isWon: false, today })
    expect([hasWonDay(today), daysInRow(today)]).toEqual([false, 1])
    keepDaysPuzzle({ puzzle: nameOfDay('2026-11-15'), table: 'c', isWon: true, today })
    keepDaysPuzzle({ puzzle: 'hard-3', table: 'd', isWon: true, today })
    keepDaysPuzzle({ puzzle: nameOfDay(today), table: 'b', isWon: true, today })
    expect(daysInRow(today)).toBe(1)
    keepDaysPuzzle({ puzzle: nameOfDay(today), table: 'e', isWon: true, today })
    expect([hasWonDay(today), daysInRow(today)]).toEqual([true, 2])
  })

  test('only what the server says keeps the win', () => {
    const puzzle = { keeps: [{ type: 'PlaceClip', clip: ['N', 3, 2] }] } as unknown as Puzzle
    expect(keepsWin(puzzle, { type: 'PlaceClip', clip: ['N', 3, 2] })).toBe(true)
    expect(keepsWin(puzzle, { type: 'PlaceClip', clip: ['N', 3, 1] })).toBe(false)
    expect(keepsWin(puzzle, { type: 'Pass' })).toBe(false)
  })
})
