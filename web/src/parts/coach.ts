/** A review as the coach's sheet tells it: lines of chances, and what cost most. */
import type { Estimate, Judgement, Review, WinChance } from '../wire/review'

const ofSeat = (review: Pick<Review, 'chances'>, seat: number): WinChance[] => review.chances.filter((chance) => chance.seat === seat)

/** What is told of one seat, or for somebody who looks on of all: whatever cost something, and what decided the match. */
export const costly = (review: Review, seat: number | null): Judgement[] => review.judgements.filter((one) => (one.cost > 0 || isDecisive(review, one)) && (seat === null || one.seat === seat))

/** Where it can be known: after this choice a won match was no longer won. */
export const isDecisive = (review: Review, one: Judgement): boolean => review.facts.decisive === one.entry

/** Those that cost most, in the order of the match; the decisive one is always among them. */
export function dearest(review: Review, seat: number | null, most = 3): Judgement[] {
  const rank = (one: Judgement): number => (isDecisive(review, one) ? Infinity : one.cost)
  return costly(review, seat).sort((a, b) => rank(b) - rank(a)).slice(0, most).sort((a, b) => a.entry - b.entry)
}

/** How many choices were too close to call, of how many; of one seat, or for somebody who looks on of all. */
export function close(review: Review, seat: number | null): { count: number; of: number } {
  const own = review.judgements.filter((one) => seat === null || one.seat === seat)
  return { count: own.filter((one) => one.is_close).length, of: own.length }
}

/** It may as well be nothing, or the other way round. */
export const isTooClose = ({ amount, margin }: Estimate): boolean => margin > 0 && margin >= Math.abs(amount)

/** `+7`, `−7`, `0`: with a sign of its own width. */
export const signed = (amount: number): string => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : '0')

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
export const amount = (cost: number, unit: Review['unit']): string | number => (unit === 'tenths' ? (cost / 10).toFixed(1) : cost)
