/**
 * Where things are on the card: cells, edges, the ring of places around it. Lengths are in cells, the origin is the
 * card's top left corner, x goes right and y goes down. Drawing only: what may be placed is the server's business.
 */
import type { Cell, Clip } from '../../protocol/games/cant_touch_this'

export type Edge = Clip[0]
export interface Size {
  columns: number
  rows: number
}
export interface Point {
  x: number
  y: number
}
/** A place at an edge, where a clip can be pushed in. */
export interface Place {
  edge: Edge
  line: number
}

/** The way in from each edge. */
export const INWARDS: Record<Edge, Point> = { N: { x: 0, y: 1 }, E: { x: -1, y: 0 }, S: { x: 0, y: -1 }, W: { x: 1, y: 0 } }
const MOST = 4

export const sizeOf = (grid: readonly string[]): Size => ({ columns: grid[0]?.length ?? 0, rows: grid.length })
export const isUpright = (edge: Edge): boolean => edge === 'N' || edge === 'S'
export const linesAt = (edge: Edge, size: Size): number => (isUpright(edge) ? size.columns : size.rows)
/** As deep as a clip can be drawn there. */
export const deepest = (edge: Edge, size: Size): number => Math.min(MOST, isUpright(edge) ? size.rows : size.columns)
export const nameOf = ([edge, line, depth]: Clip): string => `${edge}${line}x${depth}`
export const isSamePlace = (one: Place | null, other: Place | null): boolean => one?.edge === other?.edge && one?.line === other?.line

/** The clip that is written like this (`N3x2`), or null: other moves are written in other ways. */
export function clipNamed(text: string): Clip | null {
  const read = /^([NESW])(\d+)x(\d+)$/.exec(text)
  return read ? [read[1] as Edge, Number(read[2]), Number(read[3])] : null
}

/** The cells below a clip, from its edge inwards, as [row, column]. */
export function cellsOf([edge, line, depth]: Clip, size: Size): Cell[] {
  return Array.from({ length: depth }, (_, step): Cell => {
    switch (edge) {
      case 'N':
        return [step, line]
      case 'S':
        return [size.rows - 1 - step, line]
      case 'W':
        return [line, step]
      case 'E':
        return [line, size.columns - 1 - step]
    }
  })
}

/** The middle of a place, on the edge itself. */
export function mouthOf({ edge, line }: Place, size: Size): Point {
  switch (edge) {
    case 'N':
      return { x: line + 0.5, y: 0 }
    case 'S':
      return { x: line + 0.5, y: size.rows }
    case 'W':
      return { x: 0, y: line + 0.5 }
    case 'E':
      return { x: size.columns, y: line + 0.5 }
  }
}

/** All places, clockwise from the top left. */
export function ring(size: Size): Place[] {
  const along = (edge: Edge) => Array.from({ length: linesAt(edge, size) }, (_, line): Place => ({ edge, line }))
  return [...along('N'), ...along('E'), ...along('S').reverse(), ...along('W').reverse()]
}

/** How deep a point lies below an edge, and how far it is off the middle of the line. */
export function pushedIn(place: Place, point: Point, size: Size): { depth: number; aside: number } {
  const mouth = mouthOf(place, size)
  const way = INWARDS[place.edge]
  const dx = point.x - mouth.x
  const dy = point.y - mouth.y
  return { depth: dx * way.x + dy * way.y, aside: dx * -way.y + dy * way.x }
}

/** The place a finger outside the card (or on its rim) points at; null well inside it. */
export function placeAt(point: Point, size: Size, rim = 0.35): Place | null {
  const away: Record<Edge, number> = { N: point.y, S: size.rows - point.y, W: point.x, E: size.columns - point.x }
  const edge = (Object.keys(away) as Edge[]).reduce((nearest, other) => (away[other] < away[nearest] ? other : nearest))
  if (away[edge] > rim) return null
  const along = Math.floor(isUpright(edge) ? point.x : point.y)
  return { edge, line: Math.max(0, Math.min(linesAt(edge, size) - 1, along)) }
}

/** The clips that end at a cell, shortest first. */
export function clipsTo([row, column]: Cell, size: Size): Clip[] {
  const reaching: Clip[] = [
    ['N', column, row + 1],
    ['E', row, size.columns - column],
    ['S', column, size.rows - row],
    ['W', row, column + 1],
  ]
  return reaching.filter(([edge, , depth]) => depth <= deepest(edge, size)).sort((one, other) => one[2] - other[2])
}

/** Where a clip of this depth goes when it is pushed on to a cell of its own line; null: the cell is not on it. */
export function reachedFrom(place: Place, [row, column]: Cell, size: Size): Clip | null {
  return clipsTo([row, column], size).find(([edge, line]) => edge === place.edge && line === place.line) ?? null
}

/** A snap is felt half-way into a cell; before that the clip has not caught it. */
export const snapped = (depth: number, most: number): number => Math.max(0, Math.min(most, Math.floor(depth + 0.5)))

/** Where the tip of a held clip is drawn: at the snap it stands at, giving a little towards the finger. */
export const drawnDepth = (depth: number, snap: number): number => snap + Math.max(-0.4, Math.min(0.4, depth - snap)) * 0.5

/** In degrees, for what is drawn along +x. */
export const TURNED: Record<Edge, number> = { N: 90, E: 180, S: 270, W: 0 }
/** Where a wire that is drawn along +x goes in, for cells that are so large. */
export function wayIn(place: Place, size: Size, unit: number): string {
  const mouth = mouthOf(place, size)
  return `translate(${mouth.x * unit} ${mouth.y * unit}) rotate(${TURNED[place.edge]})`
}
