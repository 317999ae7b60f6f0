/** How many columns and rows piles lie in, and how many cards lie covered there. */
import { describe, expect, test } from 'vitest'
import { laidFrom, movedBetween } from '../../src/games/point_a_pile/laying'
import { roomFor } from '../../src/games/point_a_pile/room'

describe('the room for piles', () => {
  test('two rows in a high room, one in a flat one', () => {
    const room = roomFor([1, 1, 1, 5])
    expect(room).toContain('--columns-high: 2; --rows-high: 2; --covered-high: 4')
    expect(room).toContain('--columns-flat: 4; --rows-flat: 1; --covered-flat: 4')
  })
  test('six piles beside one another need more than a small phone has', () => {
    expect(roomFor([2, 2, 2, 2, 2, 2])).toContain('--columns-narrow: 3; --rows-narrow: 2; --covered-narrow: 2')
  })
})

describe('what somebody else lays', () => {
  const cards = ['B01', 'B02', 'B03']
  test('is shown as long as it is of these cards', () => {
    expect(laidFrom(cards, [['B02']])).toMatchObject({ piles: [['B02']], left: ['B01', 'B03'] })
    expect(laidFrom(cards, [['B09']])).toBe(null)
    expect(laidFrom(cards, [])).toBe(null)
  })
  test('moves the cards that lie elsewhere now, and no others', () => {
    const one = laidFrom(cards, [['B02']])!
    expect(movedBetween(null, one)).toEqual(['B02'])
    expect(movedBetween(one, laidFrom(cards, [['B02', 'B01']])!)).toEqual(['B01'])
    expect(movedBetween(one, laidFrom(cards, [['B01']])!)).toEqual(['B01', 'B02'])
  })
})
