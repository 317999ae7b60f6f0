/** What this device remembers of cards played alone: one's own best, friends' scores that came by links, and days in a row. */
import { keep, recall } from '../../device/storage'
import type { GameView } from '../../protocol/games/cant_touch_this'
import { dayNumber } from './daily'

export interface OwnResult {
  best: number
  tries: number
  /** Where the best one was played: its replay, and what a link proves the score by. */
  table: string
}
export interface FriendResult {
  table: string
  name: string
  score: number
}
interface Kept {
  results: Record<string, OwnResult>
  friends: Record<string, FriendResult[]>
  /** Dates on which something of that day was played to its end. */
  days: string[]
  /** Tables that are counted already: a page may be opened again. */
  counted: string[]
}

/** Results stand side by side only where the card was played alone and as it is printed. */
export const isComparable = ({ players, options }: GameView): boolean => players.length === 1 && options.clips_each === 3 && !options.gems_from_second

const MOST_DAYS = 400
const MOST_COUNTED = 200
const MOST_FRIENDS = 12

const kept = (): Kept => ({ results: {}, friends: {}, days: [], counted: [], ...recall<Partial<Kept>>('clips', {}) })

export const ownResult = (card: string): OwnResult | null => kept().results[card] ?? null

export function keepOwn(card: string, { score, table, day }: { score: number; table: string; day: string | null }): void {
  const all = kept()
  if (all.counted.includes(table)) return
  const before = all.results[card]
  const isBest = before === undefined || score > before.best
  all.results[card] = { best: isBest ? score : before.best, tries: (before?.tries ?? 0) + 1, table: isBest ? table : before.table }
  all.counted = [table, ...all.counted].slice(0, MOST_COUNTED)
  if (day !== null && !all.days.includes(day)) all.days = [day, ...all.days].slice(0, MOST_DAYS)
  keep('clips', all)
}

/** Best first. */
export const friendResults = (card: string): FriendResult[] => [...(kept().friends[card] ?? [])].sort((a, b) => b.score - a.score)

export function keepFriend(card: string, friend: FriendResult): void {
  const all = kept()
  if (all.counted.includes(friend.table)) return // one's own, come back by a link
  all.friends[card] = [friend, ...(all.friends[card] ?? []).filter(({ table }) => table !== friend.table)].slice(0, MOST_FRIENDS)
  keep('clips', all)
}

/** How many days in a row up to now. Today may still come: yesterday's row is not broken yet. */
export function streak(today: string, days: readonly string[] = kept().days): number {
  const played = new Set(days.map(dayNumber))
  const now = dayNumber(today)
  let day = played.has(now) ? now : now - 1
  let count = 0
  while (played.has(day)) {
    count++
    day--
  }
  return count
}
