/** Playing by keys: along the edge and around its corners, deeper and back. */
import { INWARDS, ring, type Place, type Size } from './geometry'

export type Pressed = { at: 'place'; place: Place } | { at: 'depth'; depth: number } | { at: 'set' } | { at: 'let_go' } | null

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

export function pressed(key: string, place: Place, depth: number, most: number, size: Size): Pressed {
  if (key === 'Enter' || key === ' ') return { at: 'set' }
  if (key === 'Escape') return { at: 'let_go' }
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
