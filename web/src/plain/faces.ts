/** Drawings of pieces that a game's folder lends to the general screen; without one a piece is its name on paper. */
import type { FaceOf } from '../games/game'

export interface Faces {
  of: FaceOf
  /** Of the match. */
  options: Record<string, unknown>
}
export const FACES = Symbol('faces')
