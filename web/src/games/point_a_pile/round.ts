/** A round put together from its events: who got what, who was out and why. */
import type { AnyEvent } from '../../protocol/games/point_a_pile'

export interface Out {
  reason: string
  /** The rule card or shy card that was broken. */
  card: string
}

export interface Fate {
  seat: number
  /** Scored in this round, in the order of the row. */
  got: readonly string[]
  out: Out | null
}

export interface Round {
  fates: readonly Fate[]
  /** All of it has been told. */
  isOver: boolean
}

/** A match may end as the Headpointer passes on: then no round begins. */
const begins = (event: AnyEvent): boolean => event.type === 'HeadpointerNamed' || (event.type === 'HeadpointerPassed' && event.round !== null)
const ends = (event: AnyEvent): boolean => event.type === 'HeadpointerPassed' || event.type === 'GameEnded'

/** `events`: of one round, or the end of a longer story whose last round that is. */
export function roundOf(events: readonly AnyEvent[], players: number): Round {
  const got: string[][] = Array.from({ length: players }, () => [])
  const out: (Out | null)[] = Array.from({ length: players }, () => null)
  for (const event of events) {
    if (event.type === 'PileScored' || event.type === 'AsideScored') got[event.seat]?.push(...event.cards)
    else if (event.type === 'PutOut') out[event.seat] = { reason: event.reason, card: event.card }
    else if (event.type === 'RoundRedone') {
      got.forEach((cards) => cards.splice(0))
      out.fill(null)
    }
  }
  return { fates: got.map((cards, seat) => ({ seat, got: cards, out: out[seat] ?? null })), isOver: events.some(ends) }
}

/** The events of the round that is going on. */
export function runningRound(events: readonly AnyEvent[]): readonly AnyEvent[] {
  return events.slice(events.findLastIndex(begins) + 1)
}

/** The events of the round that ended last, its end included. */
export function lastRound(events: readonly AnyEvent[]): readonly AnyEvent[] {
  const end = events.findLastIndex(ends)
  const start = events.slice(0, Math.max(end, 0)).findLastIndex(begins)
  return events.slice(start + 1, end + 1)
}
