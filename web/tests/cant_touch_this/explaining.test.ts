// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { explain } from '../../src/games/cant_touch_this/explaining'
import type { GameView } from '../../src/protocol/games/cant_touch_this'
import type { Words } from '../../src/i18n/catalogue'

const over = (totals: number[], rating: string | null = null) => ({ players: totals.map((total) => ({ sheet: { total } })), rating }) as unknown as GameView
const words = { label: (code: string) => code, word: (code: string) => `“${code}”` } as unknown as Words

describe('the result in words', () => {
  test('equal points are explained, others speak for themselves', () => {
    expect(explain(over([7, 7]), words).why).toBe('page.won_second')
    expect(explain(over([7, 4]), words).why).toBe('')
  })
  test('alone one reads the rating, where the edition has ratings', () => {
    expect(explain(over([28], 'emerald'), words).why).toBe('“emerald”')
    expect(explain(over([28]), words).why).toBe('')
  })
})
