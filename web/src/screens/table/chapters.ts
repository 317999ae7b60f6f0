/** A log as chapters: a turn or a round each, as the game says where one begins; and whom an event is about. */
import type { TaggedEvent } from '../../i18n/catalogue'
import type { StreamEvent } from '../../protocol/protocol'

/** Whose chapter an event belongs to, by any name, and what it is called; null: it goes on. */
export type ChapterOf = (event: TaggedEvent) => { of: string; title: string } | null

export interface Chapter {
  /** Of its first event. */
  k: number
  title: string
  events: StreamEvent[]
}

/** Oldest first. */
export function chaptersOf(events: readonly StreamEvent[], chapterOf: ChapterOf): Chapter[] {
  const chapters: Chapter[] = []
  let running: string | null = null
  for (const event of events) {
    const begins = event.type === 'GameEvent' ? chapterOf(event.event as TaggedEvent) : null
    const isNew = begins !== null && begins.of !== running
    if (begins) running = begins.of
    if (isNew || chapters.length === 0) chapters.push({ k: event.k, title: begins?.title ?? '', events: [] })
    chapters.at(-1)!.events.push(event)
  }
  return chapters
}

const ABOUT = ['seat', 'to', 'victim', 'owner', 'other', 'first', 'whose']
const ABOUT_SEVERAL = ['seats', 'pointers', 'later', 'winners']

/** Whether somebody did it, or it befell them. */
export function isAbout(event: StreamEvent, seat: number): boolean {
  const told = (event.type === 'GameEvent' ? event.event : event) as Record<string, unknown>
  return ABOUT.some((name) => told[name] === seat) || ABOUT_SEVERAL.some((name) => Array.isArray(told[name]) && (told[name] as unknown[]).includes(seat))
}
