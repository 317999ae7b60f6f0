/** A review as the coach's sheet tells it: lines of chances, what each seat made of its luck, and what cost most. */
import type { Judgement, Review, WinChance } from '../wire/review'

const ofSeat = (review: Pick<Review, 'chances'>, seat: number): WinChance[] => review.chances.filter((chance) => chance.seat === seat)

/** The choices that cost most, in the order of the match; of one seat, or for somebody who looks on of all. */
export function dearest(review: Review, seat: number | null, most = 3): Judgement[] {
  const costly = review.judgements.filter((one) => one.cost > 0 && (seat === null || one.seat === seat))
  return [...costly].sort((a, b) => b.cost - a.cost).slice(0, most).sort((a, b) => a.entry - b.entry)
}

/** How many choices were too close to call, of how many; of one seat, or for somebody who looks on of all. */
export function close(review: Review, seat: number | null): { count: number; of: number } {
  const own = review.judgements.filter((one) => seat === null || one.seat === seat)
  return { count: own.filter((one) => one.is_close).length, of: own.length }
}

export interface Course {
  seat: number
  began: number
  ended: number
  /** What the own choices gave away. */
  cost: number
  /** What else moved the chances: cards, and what others gave away. */
  fortune: number
}

/** Of every seat with chances; `shares` is how the match ended, in parts of the win. */
export function courses(review: Review, shares: readonly number[]): Course[] {
  return shares.flatMap((share, seat) => {
    const began = ofSeat(review, seat)[0]?.percent
    if (began === undefined) return []
    const cost = review.judgements.reduce((sum, one) => sum + (one.seat === seat ? one.cost : 0), 0)
    const ended = Math.round(100 * share)
    return [{ seat, began, ended, cost, fortune: ended - began + cost }]
  })
}

/** A seat's chances as the points of a drawing 100 wide and 100 high, and the band around them. */
export function drawn(review: Pick<Review, 'chances'>, seat: number): { line: string; band: string } {
  const last = review.chances.at(-1)?.entry ?? 1
  const chances = ofSeat(review, seat)
  const at = (entry: number, percent: number): string => `${round((100 * entry) / last)},${round(100 - Math.min(100, Math.max(0, percent)))}`
  const upper = chances.map(({ entry, percent, margin }) => at(entry, percent + margin))
  const lower = chances.map(({ entry, percent, margin }) => at(entry, percent - margin)).reverse()
  return { line: chances.map(({ entry, percent }) => at(entry, percent)).join(' '), band: [...upper, ...lower].join(' ') }
}

const round = (number: number): number => Math.round(10 * number) / 10

/** A cost as it is read: of the win in hundredths, of cards in whole ones. */
export const amount = (cost: number, unit: Review['unit']): string => (unit === 'tenths' ? (cost / 10).toFixed(1) : String(cost))

/** `1`, `1/2`, `0`: a share of the win as the table tells it. */
export function shareOf(text: string): number {
  const [part, whole] = text.split('/')
  return Number(part) / Number(whole ?? 1)
}
