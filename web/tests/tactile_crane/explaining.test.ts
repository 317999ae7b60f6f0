// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { explain, wonBy } from '../../src/games/tactile_crane/explaining'
import type { GameView } from '../../src/protocol/games/tactile_crane'
import type { Words } from '../../src/telling/catalogue'

const player = (cards: number, achieved = [0, 0, 0], multipliers = 0) => ({ cards, won: cards - 20 * multipliers, multipliers, achieved })
function over(players: unknown[], winners: number[], more: Record<string, unknown> = {}): GameView {
  const { achieve = 'kinds', tied = [] } = more
  return { players, winners, tied, options: { achieve, multiplier: 20 } } as unknown as GameView
}
const words = { label: (code: string, facts: Record<string, unknown> = {}) => `${code} ${JSON.stringify(facts)}` } as unknown as Words

describe('what a match was won by', () => {
  test('cards, the bet cards of two players, or what is left after a tie', () => {
    expect(wonBy(over([player(40), player(12)], [0]))).toBe('page.won_by_cards')
    expect(wonBy(over([player(0, [1, 1, 1]), player(33)], [0]))).toBe('page.won_by_bet_cards')
    expect(wonBy(over([player(3), player(9), player(9)], [1], { tied: [1, 2] }))).toBe('page.won_after_tie')
    expect(wonBy(over([player(9), player(9), player(3)], [0, 1], { tied: [0, 1] }))).toBe('page.won_together')
  })
  test('any three bet cards, only where they were agreed on', () => {
    const players = [player(0, [2, 1, 0]), player(33)]
    expect(wonBy(over(players, [0], { achieve: 'any_three' }))).toBe('page.won_by_bet_cards')
    expect(wonBy(over(players, [1]))).toBe('page.won_by_cards')
  })
})

test('points are made of plain cards and multiplier cards, and bet cards stand beside them in a duel', () => {
  const three = explain(over([player(45, [0, 0, 0], 2), player(7), player(6)], [0]), words)
  expect(three.why).toContain('"cards":45')
  expect(three.points[0]).toBe('page.sheet_cards_text {"cards":45,"won":5,"multipliers":2,"worth":20}')
  expect(three.points[1]).toBe('page.cards {"cards":7}')
  const two = explain(over([player(0, [2, 1, 1]), player(33)], [0]), words)
  expect(two.points[0]).toContain('page.achieved {"high":2,"low":1,"just":1}')
})
