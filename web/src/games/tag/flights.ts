/** Where the cards of TAG go when something happens, as places on the screen. */
import type { AnyEvent, Kind } from '../../protocol/games/tag'
import type { Sound } from '../../device/sound'

export interface Way {
  from: string
  to: string
  /** What flies, where it is not the thing that lies at the goal afterwards. */
  image?: Kind | 'back'
}

/** `mine`: the place of the card in one's own hand that leaves or has come. */
export function wayOf(event: AnyEvent, you: number | null, mine: (kind: Kind, moment: 'leaves' | 'came') => string | null): Way | null {
  switch (event.type) {
    case 'CardDealt':
    case 'CardDrawn':
      return event.seat === you && event.kind !== null
        ? { from: 'deck', to: mine(event.kind, 'came') ?? 'hand' }
        : { from: 'deck', to: `seat:${event.seat}`, image: 'back' }
    case 'CardTaken':
      return event.seat === you
        ? { from: 'discard', to: mine(event.kind, 'came') ?? 'hand' }
        : { from: 'discard', to: `seat:${event.seat}`, image: event.kind }
    case 'CardDiscarded':
      return { from: origin(event.seat, event.kind, you, mine), to: 'discard' }
    case 'CardPlayed': {
      const from = origin(event.seat, event.kind, you, mine)
      if (event.kind === 'Freeze') return { from, to: 'freeze' }
      if (event.kind === 'TAG') return { from, to: `aside:${event.seat}`, image: 'TAG' }
      return { from, to: `front:${event.seat}:${event.kind}`, image: event.kind }
    }
    case 'ItGiven':
    case 'ItKept':
    case 'GoolCalled':
      return { from: 'it', to: 'it' }
    default:
      return null
  }
}

function origin(seat: number, kind: Kind, you: number | null, mine: (kind: Kind, moment: 'leaves') => string | null): string {
  return (seat === you ? mine(kind, 'leaves') : null) ?? `seat:${seat}`
}

const SOUNDS: Partial<Record<AnyEvent['type'], Sound>> = {
  CardDealt: 'paper',
  CardDrawn: 'paper',
  CardTaken: 'paper',
  CardPlayed: 'paper',
  CardDiscarded: 'paper',
  ItGiven: 'slide',
  ItKept: 'slide',
  SetCompleted: 'click',
}

export const soundOf = (event: AnyEvent): Sound | null => SOUNDS[event.type] ?? null
