/** Where hands are: hovering over the table, or on a pile. And what becomes of piles while that is shown. */
import type { GameView, Pile } from '../../protocol/games/point_a_pile'
import type { Beat, Showing } from './showing'

export type Hovering = ReadonlyMap<number, 'up' | 'down'>
export type Fate = 'scored' | 'aside' | 'contested'

/** Down: the finger is on a place nobody else sees yet. One's own lies on its pile instead, until all are shown. */
export function hoveringIn(view: GameView, showing: Showing | null, beat: Beat | null): Hovering {
  if (showing !== null) return new Map(beat === 'count' ? showing.pointed.map((seat) => [seat, 'down'] as const) : [])
  if (view.phase !== 'pointing') return new Map()
  const inTheAir = view.pointers.filter((seat) => view.fingers[seat] === null)
  return new Map(inTheAir.map((seat) => [seat, view.ready.includes(seat) ? 'down' : 'up'] as const))
}

/** By seat: the pile a hand is seen on, 0 for empty space. */
export function fingersIn(view: GameView, showing: Showing | null, beat: Beat | null): readonly (number | null)[] {
  if (showing === null) return view.fingers
  return beat === 'count' ? showing.fingers.map((finger, seat) => (showing.pointed.includes(seat) ? null : finger)) : showing.fingers
}

/** Several hands on one pile. */
export const hasClash = ({ fingers }: Showing): boolean => fingers.some((pile, seat) => !!pile && fingers.indexOf(pile) !== seat)

/** Alone: taken home. Several: shaken apart. None: set aside. As the server says it went. */
export function fateOf(pile: Pile, showing: Showing): Fate {
  return showing.scored.has(pile.place) ? 'scored' : showing.contested.includes(pile.place) ? 'contested' : 'aside'
}
