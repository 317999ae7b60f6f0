/**
 * A seat's stream of events, told aloud: every event is covered by exactly one announcement.
 *
 * - Sentences are made when events come, with the table as it is then; they are held back while the screen asks for it
 *   (a count that is not shown yet, talk while somebody plays in the dark).
 * - Where several players do the same in a row it is one sentence ("Ana and Bo are ready"); where more happened than
 *   anybody wants to hear, the older part is told by its number. How much that is, is the setting `verbosity`.
 * - The question follows what led to it: the game's own words, once, and again only when it has become another one.
 */
import { untrack } from 'svelte'
import { settings } from '../device/settings.svelte'
import type { StreamEvent } from '../protocol/protocol'
import { say } from '../i18n/speech.svelte'
import { announcer, type Message } from './announcer.svelte'

/** An event as it is said. */
export interface Said {
  text: string
  /** Whoever calls out, by seat. */
  voice?: number | null
  /** The listener's own doing, or what everybody must hear: never told by a number alone. */
  matters?: boolean
  /** Alike in a row: `several` says all of a kind at once. Kinds of one family may alternate, as cards that are dealt do. */
  alike?: { kind: string; family: string; several: (events: readonly StreamEvent[]) => string }
}

export interface Stream {
  events: () => readonly StreamEvent[]
  /** The newest event told so far; it outlives the screen. */
  told: () => number
  setTold: (k: number) => void
  /** Null: the words are not there yet. */
  saying: () => ((event: StreamEvent) => Said) | null
  waits?: (event: StreamEvent) => boolean
  /** Said by what sums it all up, as the result does who has won, and not by itself: see `Narration.summed`. */
  isSummed?: (event: StreamEvent) => boolean
  /** What is asked now; empty: nothing is. */
  question?: () => string
  /** Which question it is: another one may have the same words. */
  decision?: () => unknown
  /** Nothing may be asked aloud yet. */
  isHeldBack?: () => boolean
}

interface Unsaid {
  event: StreamEvent
  said: Said
}

/** What comes within so short a time belongs together, in milliseconds. */
const TOGETHER = 150
const MOST = { brief: 1, normal: 8, full: Infinity }

export interface Narration {
  /** Nothing waits to be said: what sums it all up may come now. */
  isAllTold: () => boolean
  /** The events that are left to it, for it to cover; each is handed out once. */
  summed: () => readonly number[]
}

export function narrateStream(stream: Stream): Narration {
  let unsaid = $state.raw<readonly Unsaid[]>([])
  let left: number[] = []
  let asked = ''
  let decided: unknown

  $effect(() => {
    const events = stream.events()
    const saying = stream.saying()
    if (saying === null) return
    untrack(() => {
      const newEvents = events.filter((event) => event.k > stream.told())
      if (newEvents.length === 0) return
      stream.setTold(newEvents.at(-1)!.k)
      unsaid = [...unsaid, ...newEvents.map((event) => ({ event, said: saying(event) }))]
    })
  })
  $effect(() => {
    const isSummed = ({ event }: Unsaid): boolean => stream.isSummed?.(event) ?? false
    const isWaiting = ({ event }: Unsaid): boolean => stream.waits?.(event) ?? false
    const summed = unsaid.filter(isSummed)
    const now = unsaid.filter((each) => !summed.includes(each) && !isWaiting(each))
    const isHeldBack = stream.isHeldBack?.() ?? false
    const question = isHeldBack ? asked : (stream.question?.() ?? '')
    const decision = isHeldBack ? decided : stream.decision?.()
    const isAnother = question !== asked || (question !== '' && decision !== decided)
    const release = () =>
      untrack(() => {
        unsaid = unsaid.filter((each) => !now.includes(each) && !summed.includes(each))
        left.push(...summed.map(({ event }) => event.k))
        for (const message of messagesOf(now)) announcer.say(message.text, message)
        if (isAnother && question !== '') announcer.say(question, { about: 'question' })
        asked = question
        decided = decision
      })
    // A question that is no longer asked need not be heard.
    if (isAnother) announcer.withdraw('question')
    if (now.length === 0 && summed.length === 0 && !isAnother) return
    return announcer.soon(release, TOGETHER)
  })
  return { isAllTold: () => unsaid.length === 0, summed: () => left.splice(0) }
}

/** What happened as messages: alike ones together, and of too many only the newest one by one, and those that matter. */
export function messagesOf(events: readonly Unsaid[]): Pick<Message, 'text' | 'covers' | 'voice'>[] {
  const told = groupsOf(events.filter(({ said }) => said.text !== '')).map((group) => ({
    text: group.length > 1 ? group[0]!.said.alike!.several(group.map(({ event }) => event)) : group[0]!.said.text,
    covers: group.map(({ event }) => event.k),
    voice: group[0]!.said.voice ?? null,
    matters: settings.verbosity !== 'brief' && group.some(({ said }) => said.matters),
  }))
  const most = MOST[settings.verbosity]
  // One alone is told sooner than that there was one.
  if (told.length <= most + 1) return told
  return [...told.slice(0, -most).reduce(numbered, []), ...told.slice(-most)]
}

type Numbered = Pick<Message, 'text' | 'covers' | 'voice'> & { matters: boolean; isNumber?: true }
/** In order: what matters as it is, and how much happened before, in between and after. */
function numbered(told: readonly Numbered[], next: Numbered): Numbered[] {
  if (next.matters) return [...told, next]
  const before = told.at(-1)
  // One alone is told as it is.
  if (!before?.isNumber) return [...told, { ...next, isNumber: true }]
  const covers = [...before.covers, ...next.covers]
  return [...told.slice(0, -1), { text: say('live.more', { count: covers.length }), covers, voice: null, matters: false, isNumber: true }]
}

function groupsOf(events: readonly Unsaid[]): Unsaid[][] {
  const groups: Unsaid[][] = []
  /** Where the family began that was told last. */
  let begun = 0
  let family: string | undefined
  for (const each of events) {
    const alike = settings.verbosity === 'full' ? undefined : each.said.alike
    if (alike === undefined || alike.family !== family) begun = groups.length
    family = alike?.family
    const before = alike && groups.slice(begun).find((group) => group[0]!.said.alike!.kind === alike.kind)
    if (before) before.push(each)
    else groups.push([each])
  }
  return groups
}
