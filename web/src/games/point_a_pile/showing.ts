/**
 * How a pointing is shown: beat by beat, on the table as it was before. The events of one batch tell it all; the new
 * view is shown when the last beat is over.
 */
import type { AnyEvent, GameView } from '../../protocol/games/point_a_pile'

export type Beat = 'count' | 'point' | 'settle'

export interface Showing {
  /** The table as it was. */
  view: GameView
  /** By seat: the pile, 0 for empty space, null for no finger. */
  fingers: readonly (number | null)[]
  isPointing: boolean
  /** Who broke which card, and why. */
  fouls: readonly { seat: number; reason: string; card: string }[]
  /** By pile: who takes it home. */
  scored: ReadonlyMap<number, number>
  /** Who takes what lay aside. */
  asideTo: number | null
  beats: readonly { beat: Beat; lasts: number }[]
}

const COUNT = 1350
const SHORT_COUNT = 500
const POINT = 1150
const SETTLE = 850

export function showingOf(view: GameView, happened: readonly AnyEvent[], moves: boolean): Showing | null {
  // What comes after the next draw belongs to another round.
  const drawn = happened.findIndex((event) => event.type === 'CardDrawn')
  const events = drawn < 0 ? happened : happened.slice(0, drawn)
  const fingers: (number | null)[] = view.players.map((_, seat) => view.fingers[seat] ?? null)
  const fouls: Showing['fouls'][number][] = []
  const scored = new Map<number, number>()
  let isPointing = false
  let isSettling = false
  let asideTo: number | null = null
  for (const event of events) {
    switch (event.type) {
      case 'PileShown':
        fingers[event.seat] = event.pile
        isPointing = true
        break
      case 'EmptySpaceShown':
        fingers[event.seat] = 0
        isPointing = true
        break
      case 'NoFingerShown':
        fingers[event.seat] = null
        isPointing = true
        break
      case 'PutOut':
        fouls.push({ seat: event.seat, reason: event.reason, card: event.card })
        break
      case 'PileScored':
        scored.set(event.pile, event.seat)
        isSettling = true
        break
      case 'PileSetAside':
      case 'AsideDiscarded':
        isSettling = true
        break
      case 'AsideScored':
        asideTo = event.seat
        isSettling = true
        break
    }
  }
  if (view.piles.length === 0 || !(isPointing || isSettling)) return null
  const isFirst = view.pointers.length === view.players.length
  const beats: Showing['beats'][number][] = []
  if (isPointing && moves) beats.push({ beat: 'count', lasts: isFirst ? COUNT : SHORT_COUNT })
  if (isPointing) beats.push({ beat: 'point', lasts: POINT })
  if (isSettling) beats.push({ beat: 'settle', lasts: SETTLE })
  return { view, fingers, isPointing, fouls, scored, asideTo, beats }
}
