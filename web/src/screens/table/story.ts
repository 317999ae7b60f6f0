/** A match in one line, from nothing but how its points went: who was ahead, until when, and what turned it. */
import type { Result } from '../../protocol/protocol'

/** Whoever has a share in the win. Alone there is nobody to win against. */
export const winnersOf = (result: Result): number[] => (result.shares.length < 2 ? [] : result.shares.flatMap((share, seat) => (share === '0' ? [] : [seat])))

export type Plot =
  | 'led' // from the first point on
  | 'to_and_fro' // the lead changed again and again
  | 'last' // until the last points
  | 'overtook'
  | 'level' // equal at the end; something else decided

export interface Story {
  plot: Plot
  winner: number
  /** Who was ahead before; null: nobody. */
  rival: number | null
  /** How often the lead went to somebody else. */
  changes: number
  /** The entry that turned the match; null: none did. */
  turn: number | null
}

const TO_AND_FRO = 3

/** Whoever is ahead, alone; null: several are level. */
function leaderIn(points: readonly number[]): number | null {
  const most = Math.max(...points)
  const first = points.indexOf(most)
  return points.lastIndexOf(most) === first ? first : null
}

/** `course`: everybody's points after each entry. Null: points do not tell it. */
export function storyOf(course: readonly (readonly number[])[], winners: readonly number[]): Story | null {
  const end = course.at(-1)
  const [winner] = winners
  if (end === undefined || end.length < 2 || winners.length !== 1 || winner === undefined) return null
  if (end[winner] !== Math.max(...end)) return null
  const leaders = course.map(leaderIn)
  const held = leaders.flatMap((leader, entry) => (leader === null ? [] : [{ leader, entry }]))
  const changes = held.filter(({ leader }, place) => place > 0 && held[place - 1]!.leader !== leader)
  const rivals = held.filter(({ leader }) => leader !== winner)
  const rival = rivals.at(-1)?.leader ?? null
  const told = { winner, rival, changes: changes.length }
  if (leaders.at(-1) === null) return { ...told, plot: 'level', turn: newestPoints(course) }
  if (rival === null) return { ...told, plot: 'led', turn: null }
  const turn = held.find(({ entry }) => entry > rivals.at(-1)!.entry)!.entry
  if (turn === newestPoints(course)) return { ...told, plot: 'last', turn }
  return { ...told, plot: changes.length >= TO_AND_FRO ? 'to_and_fro' : 'overtook', turn }
}

/** The last entry that changed anybody's points. */
function newestPoints(course: readonly (readonly number[])[]): number | null {
  const found = course.findLastIndex((points, entry) => entry > 0 && points.some((each, seat) => each !== course[entry - 1]![seat]))
  return found < 0 ? null : found
}
