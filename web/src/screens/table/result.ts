/** Who has won, and in which order all have done. */
import { say } from '../../i18n/speech.svelte'
import type { Result } from '../../protocol/protocol'
import { winnersOf } from './story'

export interface Ranked {
  seat: number
  points: number
  wins: boolean
}

/** Winners first, whatever the points. */
export function rankedIn(result: Result): Ranked[] {
  const winners = winnersOf(result)
  const all = result.points.map((points, seat) => ({ points, seat, wins: result.points.length > 1 && winners.includes(seat) }))
  return all.sort((a, b) => Number(b.wins) - Number(a.wins) || b.points - a.points)
}

export function headlineOf(result: Result, names: readonly string[], you: number | null): string {
  // Alone nobody is beaten, and the one there is has played it.
  const winners = result.shares.length > 1 ? winnersOf(result) : [0]
  const called = winners.map((seat) => names[seat] ?? '')
  if (winners.length !== 1) return say('result.shared', { names: called.join(', ') })
  return winners[0] === you ? say('result.you_win') : say('result.wins', { name: called[0]! })
}
