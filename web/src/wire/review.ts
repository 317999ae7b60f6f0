/** Looking back at a finished match: what the server says about its choices (`touchwood.core.review`). */
import type { LookingBackShown } from '../protocol/protocol'
import { untilMade } from './http'

/** The facts behind a choice: the game's label `because.<code>`, and what fills it. */
export interface Because {
  code: string
  facts: Record<string, number | string>
}
export interface Judgement {
  entry: number
  seat: number
  /** As the game's codec writes it: `N3x2`, `raise`, `point empty`. */
  action: string
  cost: number
  best: string[]
  margin: number | null
  is_turning_point: boolean
  /** Of a choice that cost something. */
  because?: Because | null
  /** Something else looked better, but by too little to be sure. */
  is_close?: boolean
}
/** How likely a seat was to win after a choice of its own, by what it knew then; entry 0: as it was dealt. */
export interface WinChance {
  entry: number
  seat: number
  percent: number
  margin: number
}
/** With half the width of its 95% interval; 0: exact. */
export interface Estimate {
  amount: number
  margin: number
}
/** A seat's way through the match: what the deal gave beyond an even share, what its own choices cost (in the review's unit),
 * and what else moved its chance. */
export interface Course {
  seat: number
  began: number
  ended: number
  even: number
  dealt: Estimate
  cost: Estimate
  rest: Estimate
}
export interface Review {
  judgements: Judgement[]
  /** About the whole match; which there are is each game's own. */
  facts: Record<string, number | string>
  /** Empty where the game has none to tell. */
  chances: WinChance[]
  /** What costs are counted in. */
  unit: 'points' | 'tenths' | 'percent'
  /** How all are taken to play on where chances are told. */
  assumes: 'perfect' | 'quick' | 'ahead'
  /** Of every seat with chances. */
  courses: Course[]
}

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
