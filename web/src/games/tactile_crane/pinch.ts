/**
 * From fingers on the glass to a pinch. A squeeze goes from 0 (open) to 1 (closed); the pinch that is sent is in
 * thousandths and grows with the square of it, so that small bundles can be aimed at as finely as large ones.
 */

const FULL_PINCH = 1000
/** Two finger tips that touch are still this far apart, in pixels. */
const TIPS = 56
/** Fingers that start closer than this squeeze as if they had started here. */
const LEAST_SPAN = 90

export interface Point {
  x: number
  y: number
}

export const pinchOf = (squeeze: number): number => Math.round(FULL_PINCH * squeeze * squeeze)
export const squeezeOf = (pinch: number): number => Math.sqrt(pinch / FULL_PINCH)

export const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** Two fingers: how much closer they are than they were when the second one came down. */
export function squeezeOfTwo(start: number, now: number): number {
  const span = Math.max(start - TIPS, LEAST_SPAN)
  return within((start - now) / span)
}

/** One finger or a mouse: how far it has slid from where it came down; `length` is a whole squeeze. */
export const squeezeOfOne = (from: Point, now: Point, length: number): number => within(apart(from, now) / length)

const WORDS = ['open', 'barely', 'lightly', 'a_quarter', 'a_third', 'nearly_half', 'half', 'over_half', 'firmly', 'hard', 'fully'] as const
export type SqueezeWord = (typeof WORDS)[number]

/** How closed the fingers are, for a screen reader. */
export const wordOfSqueeze = (squeeze: number): SqueezeWord => WORDS[Math.round(within(squeeze) * (WORDS.length - 1))]!
