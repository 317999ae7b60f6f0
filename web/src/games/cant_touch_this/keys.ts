/** Playing by keys: along the edge and around its corners, deeper and back; or by name, as a clip is written (N, 3, 2). */
import { INWARDS, linesAt, ring, type Edge, type Place, type Size } from './geometry'

export type Pressed = { at: 'edge'; place: Place } | { at: 'place'; place: Place } | { at: 'depth'; depth: number } | { at: 'set' } | { at: 'let_go' } | null

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** `isNaming`: an edge has just been named by its letter, so that a digit says which line of it. */
export function pressed(key: string, place: Place, depth: number, most: number, size: Size, isNaming = false): Pressed {
  if (key === 'Enter' || key === ' ') return { at: 'set' }
  if (key === 'Escape') return { at: 'let_go' }
  const edge = key.toUpperCase()
  if (/^[NESW]$/.test(edge)) return { at: 'edge', place: { edge: edge as Edge, line: 0 } }
  if (/^[1-9]$/.test(key) && isNaming) return Number(key) <= linesAt(place.edge, size) ? { at: 'place', place: { edge: place.edge, line: Number(key) - 1 } } : null
  if (/^[1-9]$/.test(key)) return Number(key) <= most ? { at: 'depth', depth: Number(key) } : null
  const places = ring(size)
  if (key === 'Home' || key === 'End') return { at: 'place', place: (key === 'Home' ? places[0] : places.at(-1))! }
  const arrow = ARROWS[key]
  if (!arrow) return null
  const way = INWARDS[place.edge]
  const inwards = arrow.x * way.x + arrow.y * way.y
  if (inwards !== 0) return { at: 'depth', depth: Math.max(1, Math.min(most, depth + inwards)) }
  // Clockwise is to the right at the top, down at the right, and so on: a quarter turn from the way in.
  const clockwise = arrow.x * way.y - arrow.y * way.x
  const here = places.findIndex((other) => other.edge === place.edge && other.line === place.line)
  return { at: 'place', place: places[(here + clockwise + places.length) % places.length]! }
}
