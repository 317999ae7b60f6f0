import { describe, expect, it } from 'vitest'
import { addMissing } from '../src/device/older'

describe('a browser that lacks what the page counts on', () => {
  const old = {} as { findLast: typeof Array.prototype.findLast; findLastIndex: typeof Array.prototype.findLastIndex }
  addMissing(old)

  it('finds the last one as newer browsers do', () => {
    for (const among of [[], [1], [4, 3, 8, 5]])
      for (const holds of [(value: number) => value % 2 === 0, (_: number, index: number) => index === 0]) {
        expect(old.findLast.call(among, holds)).toBe(among.findLast(holds))
        expect(old.findLastIndex.call(among, holds)).toBe(among.findLastIndex(holds))
      }
  })

  it('keeps what a browser has of its own', () => {
    const own = { findLast: () => 'own' }
    addMissing(own)
    expect(own.findLast()).toBe('own')
  })
})
