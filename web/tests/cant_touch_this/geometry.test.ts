import { describe, expect, it } from 'vitest'
import { cellsOf, clipNamed, clipsTo, deepest, mouthOf, nameOf, placeAt, pushedIn, reachedFrom, ring, snapped } from '../../src/games/cant_touch_this/geometry'
import { pressed } from '../../src/games/cant_touch_this/keys'
import type { Clip } from '../../src/protocol/games/cant_touch_this'

const CARD = { columns: 6, rows: 8 }

describe('clips on the card', () => {
  it('cover the cells nearest their edge', () => {
    expect(cellsOf(['N', 3, 2], CARD)).toEqual([[0, 3], [1, 3]])
    expect(cellsOf(['S', 0, 2], CARD)).toEqual([[7, 0], [6, 0]])
    expect(cellsOf(['W', 5, 3], CARD)).toEqual([[5, 0], [5, 1], [5, 2]])
    expect(cellsOf(['E', 1, 1], CARD)).toEqual([[1, 5]])
  })
  it('are read as they are written', () => {
    for (const clip of [['N', 3, 2], ['E', 0, 4]] as Clip[]) expect(clipNamed(nameOf(clip))).toEqual(clip)
    expect(clipNamed('raise')).toBeNull()
    expect(clipNamed('keep side')).toBeNull()
  })
  it('are at most four deep, or as deep as the line is long', () => {
    expect(deepest('N', CARD)).toBe(4)
    expect(deepest('W', { columns: 3, rows: 8 })).toBe(3)
  })
})

describe('places around the card', () => {
  it('go once around it, clockwise', () => {
    const names = ring({ columns: 3, rows: 4 }).map(({ edge, line }) => `${edge}${line}`)
    expect(names).toEqual(['N0', 'N1', 'N2', 'E0', 'E1', 'E2', 'E3', 'S2', 'S1', 'S0', 'W3', 'W2', 'W1', 'W0'])
  })
  it('are where a finger outside the card points', () => {
    for (const place of ring(CARD)) {
      const mouth = mouthOf(place, CARD)
      const outside = { N: { x: 0, y: -0.5 }, E: { x: 0.5, y: 0 }, S: { x: 0, y: 0.5 }, W: { x: -0.5, y: 0 } }[place.edge]
      expect(placeAt({ x: mouth.x + outside.x, y: mouth.y + outside.y }, CARD, 0)).toEqual(place)
    }
    expect(placeAt({ x: 3, y: 4 }, CARD, 0)).toBeNull()
  })
  it('measure how deep a finger is, from every edge', () => {
    for (const place of ring(CARD)) {
      const cells = cellsOf([place.edge, place.line, 3], CARD)
      const [row, column] = cells[2]!
      const { depth, aside } = pushedIn(place, { x: column + 0.5, y: row + 0.5 }, CARD)
      expect(depth).toBeCloseTo(2.5)
      expect(aside).toBeCloseTo(0)
    }
  })
  it('snap to whole symbols, none to four', () => {
    expect([-0.3, 0.4, 0.6, 1.4, 1.5, 3.9, 7].map((depth) => snapped(depth, 4))).toEqual([0, 0, 1, 1, 2, 4, 4])
  })
})

describe('tapping a symbol', () => {
  it('offers the clips that end there, the shortest first', () => {
    expect(clipsTo([0, 1], CARD).map(nameOf)).toEqual(['N1x1', 'W0x2'])
    expect(clipsTo([3, 2], CARD).map(nameOf)).toEqual(['W3x3', 'N2x4', 'E3x4'])
    for (const clip of clipsTo([3, 2], CARD)) expect(cellsOf(clip, CARD).at(-1)).toEqual([3, 2])
  })
  it('on a chosen line says how deep', () => {
    expect(reachedFrom({ edge: 'N', line: 2 }, [3, 2], CARD)).toEqual(['N', 2, 4])
    expect(reachedFrom({ edge: 'N', line: 2 }, [5, 2], CARD)).toBeNull()
    expect(reachedFrom({ edge: 'N', line: 2 }, [3, 3], CARD)).toBeNull()
  })
})

describe('keys', () => {
  const press = (key: string, edge: 'N' | 'E' | 'S' | 'W', line: number, depth = 1) => pressed(key, { edge, line }, depth, 4, CARD)

  it('walk along the edge and around the corners', () => {
    expect(press('ArrowRight', 'N', 4)).toEqual({ at: 'place', place: { edge: 'N', line: 5 } })
    expect(press('ArrowRight', 'N', 5)).toEqual({ at: 'place', place: { edge: 'E', line: 0 } })
    expect(press('ArrowDown', 'E', 7)).toEqual({ at: 'place', place: { edge: 'S', line: 5 } })
    expect(press('ArrowLeft', 'S', 0)).toEqual({ at: 'place', place: { edge: 'W', line: 7 } })
    expect(press('ArrowUp', 'W', 0)).toEqual({ at: 'place', place: { edge: 'N', line: 0 } })
    expect(press('ArrowLeft', 'N', 0)).toEqual({ at: 'place', place: { edge: 'W', line: 0 } })
  })
  it('push deeper and back, from every edge', () => {
    const inwards = { N: 'ArrowDown', E: 'ArrowLeft', S: 'ArrowUp', W: 'ArrowRight' } as const
    const back = { N: 'ArrowUp', E: 'ArrowRight', S: 'ArrowDown', W: 'ArrowLeft' } as const
    for (const edge of ['N', 'E', 'S', 'W'] as const) {
      expect(press(inwards[edge], edge, 2, 2)).toEqual({ at: 'depth', depth: 3 })
      expect(press(inwards[edge], edge, 2, 4)).toEqual({ at: 'depth', depth: 4 })
      expect(press(back[edge], edge, 2, 2)).toEqual({ at: 'depth', depth: 1 })
    }
  })
  it('say how deep, set and let go', () => {
    expect(press('3', 'N', 0)).toEqual({ at: 'depth', depth: 3 })
    expect(press('5', 'N', 0)).toBeNull()
    expect(press('Enter', 'N', 0)).toEqual({ at: 'set' })
    expect(press('Escape', 'N', 0)).toEqual({ at: 'let_go' })
    expect(press('x', 'N', 0)).toBeNull()
  })
})
