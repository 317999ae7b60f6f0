/** Which lessons fit what is going to be played. */
import { settings } from '../device/settings.svelte'
import { knowsLesson } from '../device/storage'
import type { GameShown, LessonOffered } from '../protocol/protocol'

/** What is agreed on at a table so far. */
export interface Agreed {
  options: Record<string, unknown>
  /** null: not known yet. */
  players: number | null
}

const fits = (lesson: LessonOffered, { options, players }: Agreed): boolean =>
  Object.entries(lesson.when).every(([option, value]) => options[option] === value) &&
  (players === null || lesson.players === null || (lesson.players[0] <= players && players <= lesson.players[1]))

/** The first one first; those that go on from another are met there. */
export function lessonsFor(game: GameShown, agreed: Agreed): LessonOffered[] {
  const later = new Set(game.lessons.map(({ next }) => next))
  return game.lessons.filter((lesson) => !lesson.is_brief && !later.has(lesson.name) && fits(lesson, agreed))
}

/** For who waits for others and has begun no lesson of the game: half a minute, or the first one where a game has no brief one. */
export function lessonForWaiting(game: GameShown, agreed: Agreed): LessonOffered | undefined {
  const [first] = newLessons(game, agreed).filter((lesson) => !isOfOptions(lesson))
  const brief = game.lessons.find((lesson) => lesson.is_brief && fits(lesson, agreed))
  if (!first || !brief) return first
  return knowsLesson(game.name, brief.name) ? undefined : brief
}

/** The first time a game is played its first minute is a lesson; it can be left at any moment, and is not offered twice. */
export const isFirstTime = (game: GameShown): boolean => game.lessons.length > 0 && !knowsLesson(game.name) && settings.table === 'drawn'

/** Those that were not begun on this device. */
export const newLessons = (game: GameShown, agreed: Agreed): LessonOffered[] => lessonsFor(game, agreed).filter(({ name }) => !knowsLesson(game.name, name))

/** One that teaches what has been switched on, and not the game itself. */
export const isOfOptions = ({ when }: LessonOffered): boolean => Object.keys(when).length > 0
