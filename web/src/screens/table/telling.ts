/** Events of a stream as sentences. */
import type { StreamEvent } from '../../protocol/protocol'
import type { Told, Words } from '../../telling/catalogue'
import { orCode } from '../../telling/speech.svelte'

export function tell(event: StreamEvent, words: Words): string {
  if (event.type === 'GameEvent') {
    const happened = event.event as Told
    return orCode(() => words.event(happened), happened.type)
  }
  const happened = event as unknown as Told
  return orCode(() => words.tableEvent(happened), happened.type)
}

export const gameEvents = (events: readonly StreamEvent[]): Told[] =>
  events.flatMap((event) => (event.type === 'GameEvent' ? [event.event as Told] : []))
