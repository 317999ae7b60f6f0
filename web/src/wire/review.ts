/** Looking back at a finished match: what the server says about its choices. */
import type { LookingBackShown, ReviewShown } from '../protocol/protocol'
import { untilMade } from './http'

export type { Course, Estimate, Judgement, WinChance } from '../protocol/protocol'
export type Review = ReviewShown

/** Null: this server has no reviews, or none of this match. The server takes its time, and tells how far it is. */
export async function readReview(table: string, told?: (progress: LookingBackShown) => void): Promise<Review | null> {
  try {
    const answer = await untilMade(`/api/matches/${table}/review`, told)
    if (!(answer.headers.get('content-type') ?? '').includes('json')) return null
    return (await answer.json()) as Review
  } catch {
    return null
  }
}
