/** What is heard when something happens: a clip slides in and clicks at each symbol. */
import type { Sound } from '../../device/sound'
import type { AnyEvent } from '../../protocol/games/cant_touch_this'
import { nameOf } from './geometry'

export interface Heard {
  sound: Sound
  /** Milliseconds from now. */
  after: number
}

const SOUNDS: Partial<Record<AnyEvent['type'], Sound>> = { CardLaid: 'paper', CardTurned: 'paper', BidRaised: 'click', BidPassed: 'paper' }

/** `own`: the clip one has just set by hand was heard already. */
export function soundsOf(events: readonly AnyEvent[], own: string): Heard[] {
  let clips = 0
  return events.flatMap((event): Heard[] => {
    if (event.type !== 'ClipPlaced') {
      const sound = SOUNDS[event.type]
      return sound ? [{ sound, after: clips * 300 }] : []
    }
    if (nameOf([event.edge, event.line, event.depth]) === own) return [{ sound: 'click', after: 0 }]
    const start = clips++ * 300
    const clicks = Array.from({ length: event.depth }, (_, step): Heard => ({ sound: 'click', after: start + 90 + step * 55 }))
    return [{ sound: 'slide', after: start }, ...clicks]
  })
}
