// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { wayOf } from '../src/games/tag/flights'
import { recognised } from '../src/games/tag/hand'
import type { AnyEvent } from '../src/protocol/games/tag'

describe('cards of a hand keep their names', () => {
  test('when one leaves and another comes', () => {
    const before = recognised([], ['T', 'A', 'T', 'Gool'])
    const after = recognised(before, ['T', 'T', 'Gool', 'A'])
    expect(after.slice(0, 3)).toEqual([before[0], before[2], before[3]])
    expect(before.map((card) => card.key)).not.toContain(after[3]!.key)
  })

  test('and no two have the same', () => {
    const hand = recognised([], ['T', 'T', 'T', 'T'])
    expect(new Set(hand.map((card) => card.key)).size).toBe(4)
  })
})

describe('where cards fly', () => {
  const mine = (kind: string, moment: string) => `card:${kind}-${moment}`
  test.each<[AnyEvent, unknown]>([
    [{ type: 'CardDrawn', seat: 0, kind: 'T' }, { from: 'deck', to: 'card:T-came' }],
    [{ type: 'CardDrawn', seat: 1, kind: null }, { from: 'deck', to: 'seat:1', image: 'back' }],
    [{ type: 'CardTaken', seat: 1, kind: 'G' }, { from: 'discard', to: 'seat:1', image: 'G' }],
    [{ type: 'CardDiscarded', seat: 0, kind: 'A' }, { from: 'card:A-leaves', to: 'discard' }],
    [{ type: 'CardPlayed', seat: 1, kind: 'A' }, { from: 'seat:1', to: 'front:1:A', image: 'A' }],
    [{ type: 'CardPlayed', seat: 0, kind: 'Freeze' }, { from: 'card:Freeze-leaves', to: 'freeze' }],
    [{ type: 'ItGiven', seat: 0, to: 1 }, { from: 'it', to: 'it' }],
    [{ type: 'ItLeft', seat: 0 }, null],
  ])('%j', (event, way) => {
    expect(wayOf(event, 0, mine)).toEqual(way)
  })

  test('a card drawn by another never shows its face', () => {
    expect(wayOf({ type: 'CardDealt', seat: 2, kind: null }, 0, mine)).toMatchObject({ image: 'back' })
  })
})
