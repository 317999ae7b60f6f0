/** The great moments of TAG: somebody is tagged, calls Gool, or freezes the table. */
import type { AnyEvent } from '../../protocol/games/tag'

export type TagMoment =
  | { type: 'tagged'; seat: number; to: number }
  | { type: 'gool'; seat: number; to: number }
  | { type: 'freeze'; seat: number; frozen: readonly number[] }

/** The newest one of what happened; null: nothing great did. */
export function momentIn(happened: readonly AnyEvent[], players: number): TagMoment | null {
  for (const event of [...happened].reverse()) {
    if (event.type === 'GoolCalled') return { type: 'gool', seat: event.seat, to: event.to }
    if (event.type === 'ItGiven') return { type: 'tagged', seat: event.seat, to: event.to }
    if (event.type === 'TableFrozen') return { type: 'freeze', seat: event.seat, frozen: Array.from({ length: players }, (_, seat) => seat).filter((seat) => seat !== event.seat) }
  }
  return null
}

/** In milliseconds. */
export const LASTS: Record<TagMoment['type'], number> = { tagged: 1500, gool: 1700, freeze: 1500 }
