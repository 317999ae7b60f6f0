/** Events of a stream as sentences. */
import type { GameScreen } from '../../games/game'
import type { Emoted, Refused, StreamEvent, Talked } from '../../protocol/protocol'
import type { Said } from '../../senses/stream.svelte'
import { calledHere } from '../../i18n/bots'
import type { TaggedEvent, Words } from '../../i18n/catalogue'
import { orCode } from '../../i18n/speech.svelte'

/** Said by people, in words or by a drawing; not part of what happened. */
export const isTalk = (event: StreamEvent): event is Talked | Emoted => event.type === 'Talked' || event.type === 'Emoted'

export function tell(event: StreamEvent, words: Words): string {
  if (event.type === 'GameEvent') {
    const happened = event.event as TaggedEvent
    return orCode(() => words.event(happened), happened.type)
  }
  const named = 'name' in event ? { ...event, name: calledHere(event.name) } : event
  const happened = named as unknown as TaggedEvent
  return orCode(() => words.tableEvent(happened), happened.type)
}

/** Why not, with the players as they are called here; the server's own sentence where the catalogues lack one. */
export function tellWhyNot({ code, facts, sentence }: Refused, words: Words): string {
  if (words.has('refusals', code)) return orCode(() => words.refusal(code, facts), sentence)
  if (words.has('problems', code)) return orCode(() => words.error(code, facts), sentence)
  return sentence
}

/** How an event is said aloud, with the table as it is now; `events`: all that this seat has heard of. */
export function saidAloud(event: StreamEvent, words: Words, screen: GameScreen | null, table: string, view: unknown, events: readonly StreamEvent[]): Said {
  if (event.type !== 'GameEvent') return { text: tell(event, words) }
  const happened = event.event as TaggedEvent
  const voice = screen?.voiceOf?.(happened, table) ?? null
  if (voice === 'muted') return { text: '' }
  const before = (): TaggedEvent[] => gameEvents(events.filter(({ k }) => k < event.k))
  const text = screen?.tellEvent?.(happened, view, words, before) ?? tell(event, words)
  const kind = screen?.alike?.[happened.type] ?? happened.type
  // What one does oneself is told apart from what others do, unless each is told what it did.
  const isApart = happened.seat === words.listener && !words.has('labels', `each.${happened.type}`)
  const sum = isApart ? `sum.${kind}.you` : `sum.${kind}`
  const matters = happened.seat === words.listener || (screen?.mattering?.includes(happened.type) ?? false)
  if (!words.has('labels', sum)) return { text, voice, matters }
  return { text, voice, matters, alike: { kind: sum, family: kind, several: (events) => words.label(sum, summed(gameEvents(events), words)) } }
}

/** What several events of a kind have in common to be told: how many, whose, and what each of them was. */
function summed(events: readonly TaggedEvent[], words: Words): Record<string, unknown> {
  const seats = [...new Set(events.map((event) => event.seat as number))]
  const all = (fact: string): unknown[] => events.flatMap((event) => event[fact] ?? [])
  const each = events.map(({ type, ...facts }) => (words.has('labels', `each.${type}`) ? words.part(`each.${type}`, facts) : ''))
  return { count: events.length, players: seats.length, seats, cards: [...all('card'), ...all('cards')], kinds: all('kind'), each: words.listed(each) }
}

export const gameEvents = (events: readonly StreamEvent[]): TaggedEvent[] =>
  events.flatMap((event) => (event.type === 'GameEvent' ? [event.event as TaggedEvent] : []))
