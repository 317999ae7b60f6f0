/** Where hands are: hovering over the table, or on a pile. And what becomes of piles while that is shown. */
import type { GameView, Pile } from '../../protocol/games/point_a_pile'
import type { Beat, Showing } from './showing'

export type Hovering = ReadonlyMap<number, 'up' | 'down'>
export type Fate = 'scored' | 'aside' | 'contested'

/** Down: the finger is on a place nobody else sees yet. One's own lies on its pile instead, until all are shown. */
export function hoveringIn(view: GameView, you: number | null, beat: Beat | null): Hovering {
  const found = new Map<number, 'up' | 'down'>()
  if (view.phase !== 'pointing' || (beat !== null && beat !== 'count')) return found
  for (const seat of view.pointers) {
    const isOnTable = view.fingers[seat] !== null && (seat !== you || beat === null)
    if (!isOnTable) found.set(seat, beat === 'count' || view.ready.includes(seat) ? 'down' : 'up')
  }
  return found
}

/** By seat: the pile a hand is seen on, 0 for empty space. */
export function fingersIn(view: GameView, showing: Showing | null, beat: Beat | null): readonly (number | null)[] {
  if (showing === null) return view.fingers
  return beat === 'count' ? view.fingers.map(() => null) : showing.fingers
}

/** Alone: taken home. Several: shaken apart. None: set aside. */
export function fateOf(pile: Pile, showing: Showing): Fate {
  if (showing.scored.has(pile.place)) return 'scored'
  const valid = showing.fingers.filter((finger, seat) => finger === pile.place && !showing.fouls.some((foul) => foul.seat === seat))
  return valid.length > 1 ? 'contested' : 'aside'
}
