/** Events of a stream as sentences. */
import type { GameScreen } from '../../games/game'
import type { Refused, StreamEvent } from '../../protocol/protocol'
import type { Said } from '../../senses/stream.svelte'
import { calledHere } from '../../i18n/bots'
import type { Told, Words } from '../../i18n/catalogue'
import { orCode } from '../../i18n/speech.svelte'

export function tell(event: StreamEvent, words: Words): string {
  if (event.type === 'GameEvent') {
    const happened = byName(event.event as Told, words)
    return orCode(() => words.event(happened), happened.type)
  }
  const named = 'name' in event ? { ...event, name: calledHere(event.name) } : event
  const happened = named as unknown as Told
  return orCode(() => words.tableEvent(happened), happened.type)
}

/** Points in the order of the seats mean something only to who has drawn the table: each is told with its name. */
function byName(event: Told, words: Words): Told {
  const { points } = event
  if (!Array.isArray(points) || points.length !== words.names.length) return event
  return { ...event, points: points.map((each, seat) => `${words.seat(seat)} ${each}`) }
}

/** Why not, with the players as they are called here; the server's own sentence where the catalogues lack one. */
export function tellWhyNot({ code, facts, sentence }: Refused, words: Words): string {
  if (words.has('refusals', code)) return orCode(() => words.refusal(code, facts), sentence)
  if (words.has('problems', code)) return orCode(() => words.problem(code, facts), sentence)
  return sentence
}

/** How an event is said aloud, with the table as it is now. */
export function saidAloud(event: StreamEvent, words: Words, screen: GameScreen | null, table: string, view: unknown): Said {
  if (event.type !== 'GameEvent') return { text: tell(event, words) }
  const happened = event.event as Told
  const voice = screen?.voiceOf?.(happened, table) ?? null
  if (voice === 'muted') return { text: '' }
  const text = screen?.tellEvent?.(happened, view, words) ?? tell(event, words)
  const sum = `sum.${happened.type}`
  if (!words.has('labels', sum) || happened.seat === words.listener) return { text, voice }
  return { text, voice, alike: { kind: sum, several: (events) => words.label(sum, summed(gameEvents(events))) } }
}

/** What several events of a kind have in common to be told: how many, whose, and how many for each. */
function summed(events: readonly Told[]): Record<string, unknown> {
  const seats = [...new Set(events.map((event) => event.seat as number))]
  return { count: events.length, players: seats.length, seats, cards: events.flatMap((event) => event.card ?? event.cards ?? []) }
}

export const gameEvents = (events: readonly StreamEvent[]): Told[] =>
  events.flatMap((event) => (event.type === 'GameEvent' ? [event.event as Told] : []))
