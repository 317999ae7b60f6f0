/**
 * A feeling made perceivable: as long a riffle, as low a tone and as wide a gap as the bundle feels thick. All three come
 * from the one number that the server sent for the grab, so feeling it again tells nothing new. No number is ever shown.
 *
 * Ears and hands compare by ratios, so twice as thick is twice as long, and lower by the same step wherever on the scale.
 * That is enough to play by: `tests/tactile_crane/test_crane_by_ear.py` has somebody listen who hears lengths with 15%
 * and pitches with 5% error.
 *
 * A feeling and a look are in thousandths of a card.
 */

const CARD = 1000
const MOMENTS_A_CARD = 55
const SHORTEST = 70
const LONGEST = 3300

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** What so many cards would feel like if a hand were never wrong: what one remembers of the number on the card. */
export const feelingOfCards = (cards: number): number => cards * CARD

/** Milliseconds. In proportion, since lengths of time are what a finger compares best. */
export const lengthOf = (feel: number): number => Math.round(within((feel / CARD) * MOMENTS_A_CARD, SHORTEST, LONGEST))

/** The tone of a single card, in hertz; a whole pinch is still there on a phone's small loudspeaker, by its overtones. */
const HIGHEST = 2600
/** Pitch against thickness, both as ratios: nearly as steep as lengths, and within what can be heard. */
const STEEPNESS = 0.8
const THINNEST = 0.5

/** Hertz: thicker is lower. */
export const pitchOf = (feel: number): number => HIGHEST / Math.max(THINNEST, feel / CARD) ** STEEPNESS

/** How far the bundle holds the fingers apart, from 0 to 1. */
export const gapOf = (feel: number): number => 1 - Math.exp(-feel / CARD / 22)

/** For `navigator.vibrate`: the purr, a breath, and the end of it. */
export const purrOf = (feel: number): number[] => [lengthOf(feel), 60, 25]

const STEPS = [
  { below: 0.5, code: 'far_thinner' },
  { below: 0.75, code: 'thinner' },
  { below: 0.92, code: 'bit_thinner' },
  { below: 1.08, code: 'alike' },
  { below: 1.33, code: 'bit_thicker' },
  { below: 2, code: 'thicker' },
] as const
export type Compared = (typeof STEPS)[number]['code'] | 'far_thicker'

/** A feeling or a look in words, for whoever cannot feel, hear or see it: beside what the number would be. */
export function comparedWith(number: number, sensed: number): Compared {
  const share = sensed / (number * CARD)
  return STEPS.find((step) => share < step.below)?.code ?? 'far_thicker'
}
