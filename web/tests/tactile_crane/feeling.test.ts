// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { comparedWith, feelingOfCards, gapOf, lengthOf, pitchOf, purrOf } from '../../src/games/tactile_crane/feeling'
import { apart, pinchOf, squeezeOf, squeezeOfOne, squeezeOfTwo, wordOfSqueeze } from '../../src/games/tactile_crane/pinch'

describe('a feeling', () => {
  test('is longer, lower and wider the thicker the bundle is', () => {
    for (let cards = 2; cards < 60; cards++) {
      const [thin, thick] = [feelingOfCards(cards), feelingOfCards(cards + 1)]
      expect(lengthOf(thick)).toBeGreaterThan(lengthOf(thin))
      expect(pitchOf(thick)).toBeLessThan(pitchOf(thin))
      expect(gapOf(thick)).toBeGreaterThan(gapOf(thin))
      expect(gapOf(thick)).toBeLessThan(1)
    }
  })
  test.each(Array.from({ length: 17 }, (_, step) => step + 4))('of three quarters, all and four thirds of %i cards is told apart by the hand alone, and by the ear alone', (number) => {
    const felt = [0.75, 1, 4 / 3].map((share) => feelingOfCards(number * share))
    for (const [thin, thick] of [felt.slice(0, 2), felt.slice(1)] as [number, number][]) {
      // A hand tells lengths apart that differ by a seventh, an ear also half a tone.
      expect(purrOf(thick)[0]! / purrOf(thin)[0]!).toBeGreaterThan(1.25)
      expect(pitchOf(thin) / pitchOf(thick)).toBeGreaterThan(2 ** (3 / 12))
    }
  })
  test('is one purr with nothing in it to count', () => {
    expect(purrOf(4000)).toHaveLength(3)
    expect(purrOf(20_000)).toHaveLength(3)
    expect(purrOf(4000).slice(1)).toEqual(purrOf(20_000).slice(1))
  })
  test('ends, however much is held', () => {
    expect(lengthOf(feelingOfCards(136))).toBeLessThan(4000)
    expect(lengthOf(1)).toBeGreaterThan(0)
  })
  test.each([
    [8, 3900, 'far_thinner'],
    [8, 5900, 'thinner'],
    [8, 7000, 'bit_thinner'],
    [8, 8000, 'alike'],
    [8, 9000, 'bit_thicker'],
    [8, 12_000, 'thicker'],
    [8, 17_000, 'far_thicker'],
    [20, 20_000, 'alike'],
  ])('for %i cards, %i thousandths are %s in words', (number, sensed, code) => {
    expect(comparedWith(number, sensed)).toBe(code)
  })
})

describe('a pinch', () => {
  test('is whole thousandths, from open to closed', () => {
    expect([0, 0.1, 0.5, 1].map(pinchOf)).toEqual([0, 10, 250, 1000])
    expect(pinchOf(squeezeOf(420))).toBe(420)
  })
  test('of two fingers is how much closer they have come', () => {
    expect(squeezeOfTwo(220, 220)).toBe(0)
    expect(squeezeOfTwo(220, 138)).toBeCloseTo(0.5)
    expect(squeezeOfTwo(220, 40)).toBe(1)
    expect(squeezeOfTwo(220, 300)).toBe(0)
  })
  test('of fingers that start close together is not all at once', () => {
    expect(squeezeOfTwo(70, 60)).toBeLessThan(0.2)
  })
  test('of one finger is how far it has slid, and back again', () => {
    const from = { x: 10, y: 10 }
    expect(squeezeOfOne(from, { x: 40, y: 50 }, 100)).toBe(0.5)
    expect(squeezeOfOne(from, from, 100)).toBe(0)
    expect(apart(from, { x: 13, y: 14 })).toBe(5)
  })
  test('has a word for a screen reader at every step', () => {
    expect(wordOfSqueeze(0)).toBe('open')
    expect(wordOfSqueeze(1)).toBe('fully')
    expect(new Set(Array.from({ length: 201 }, (_, step) => wordOfSqueeze(step / 200))).size).toBe(11)
  })
})
