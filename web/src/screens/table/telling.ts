/** Events of a stream as sentences. */
import type { Refused, StreamEvent } from '../../protocol/protocol'
import { calledHere } from '../../telling/bots'
import type { Told, Words } from '../../telling/catalogue'
import { orCode } from '../../telling/speech.svelte'

export function tell(event: StreamEvent, words: Words): string {
  if (event.type === 'GameEvent') {
    const happened = event.event as Told
    return orCode(() => words.event(happened), happened.type)
  }
  const named = 'name' in event ? { ...event, name: calledHere(event.name) } : event
  const happened = named as unknown as Told
  return orCode(() => words.tableEvent(happened), happened.type)
}

/** Why not, with the players as they are called here; the server's own sentence where the catalogues lack one. */
export function tellWhyNot({ code, facts, sentence }: Refused, words: Words): string {
  if (words.has('refusals', code)) return orCode(() => words.refusal(code, facts), sentence)
  if (words.has('problems', code)) return orCode(() => words.problem(code, facts), sentence)
  return sentence
}

export const gameEvents = (events: readonly StreamEvent[]): Told[] =>
  events.flatMap((event) => (event.type === 'GameEvent' ? [event.event as Told] : []))
