/** What this device remembers of puzzles, and which one comes next. */
import { keep, recall } from '../../device/storage'
import type { AnyAction, GameView } from '../../protocol/games/cant_touch_this'
import type { PuzzleShown } from '../../protocol/protocol'
import { streak } from './played'

export type Puzzle = Omit<PuzzleShown, 'view' | 'keeps'> & { view: GameView; keeps: AnyAction[] }

interface Kept {
  /** Numbers of those solved at the first try, by level. */
  solved: Record<string, number[]>
  /** So many right ones in a row now, and at best. */
  row: number
  bestRow: number
  rush: { best: number; runs: number }
  /** Dates whose puzzle was won on that day. */
  days: string[]
  /** Tables that are counted already: a page may be opened again. */
  counted: string[]
}

const MOST_DAYS = 400
const MOST_COUNTED = 100

const kept = (): Kept => ({ solved: {}, row: 0, bestRow: 0, rush: { best: 0, runs: 0 }, days: [], counted: [], ...recall<Partial<Kept>>('puzzles', {}) })

export const puzzlesKept = (): Readonly<Kept> => kept()

export const numberOf = (name: string): number => Number(name.split('-')[1])

/** An answer at first sight; what was solved once is not asked again before all others are. */
export function keepAnswer({ name, level }: Pick<Puzzle, 'name' | 'level'>, isRight: boolean): void {
  const all = kept()
  const before = all.solved[level] ?? []
  const number = numberOf(name)
  if (isRight && !before.includes(number)) all.solved[level] = [...before, number]
  all.row = isRight ? all.row + 1 : 0
  all.bestRow = Math.max(all.bestRow, all.row)
  keep('puzzles', all)
}

/** Whether it is the best so far. */
export function keepRush(count: number): boolean {
  const all = kept()
  const isBest = count > all.rush.best
  all.rush = { best: Math.max(all.rush.best, count), runs: all.rush.runs + 1 }
  keep('puzzles', all)
  return isBest
}

/** A puzzle that was played out; only the day's own counts for its row. */
export function keepDaysPuzzle({ puzzle, table, isWon, today }: { puzzle: string; table: string; isWon: boolean; today: string }): void {
  const all = kept()
  if (all.counted.includes(table)) return
  all.counted = [table, ...all.counted].slice(0, MOST_COUNTED)
  if (isWon && puzzle === nameOfDay(today) && !all.days.includes(today)) all.days = [today, ...all.days].slice(0, MOST_DAYS)
  keep('puzzles', all)
}

export const nameOfDay = (date: string): string => `day-${date}`
export const dateOfDay = (name: string): string | null => (name.startsWith('day-') ? name.slice('day-'.length) : null)
export const daysInRow = (today: string): number => streak(today, kept().days)
export const hasWonDay = (date: string): boolean => kept().days.includes(date)

/** Any of a level that was not solved yet, nor shown just now; if there is none left, any. */
export function nextOf(level: string, count: number, shown: readonly string[] = [], random: () => number = Math.random): string {
  const solved = new Set(kept().solved[level] ?? [])
  const all = Array.from({ length: count }, (_, at) => at + 1)
  const unseen = all.filter((number) => !shown.includes(`${level}-${number}`))
  const open = unseen.filter((number) => !solved.has(number))
  const from = open.length ? open : unseen.length ? unseen : all
  return `${level}-${from[Math.floor(random() * from.length)]}`
}

// -- The rush ---------------------------------------------------------------------------------------------------------------
export const RUSH_SECONDS = 180
export const MOST_MISTAKES = 3
const UP_TO = [6, 14]

/** Which level the next one has, after so many right ones: easy ones first. */
export function levelInRush(right: number, levels: readonly string[]): string {
  const step = UP_TO.findIndex((most) => right < most)
  return levels[Math.min(step < 0 ? UP_TO.length : step, levels.length - 1)]!
}

/** 2:05 */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`

// -- Answers ----------------------------------------------------------------------------------------------------------------
const written = (action: AnyAction): string => (action.type === 'PlaceClip' ? action.clip.join() : action.type)
export const keepsWin = (puzzle: Puzzle, action: AnyAction): boolean => puzzle.keeps.some((one) => written(one) === written(action))
export const clipsOf = (actions: readonly AnyAction[]) => actions.flatMap((action) => (action.type === 'PlaceClip' ? [action.clip] : []))
