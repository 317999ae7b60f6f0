/** Shapes and colours by seat, in the server's order: a record has names only. */
import type { Badge } from '../protocol/protocol'

export const BADGES: readonly Badge[] = [
  { colour: 'orange', shape: 'circle' },
  { colour: 'sky', shape: 'square' },
  { colour: 'green', shape: 'triangle' },
  { colour: 'blue', shape: 'diamond' },
  { colour: 'vermilion', shape: 'hexagon' },
  { colour: 'purple', shape: 'star' },
]
