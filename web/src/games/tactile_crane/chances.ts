/**
 * What could fall at each draw of Tactile Crane, for the check of the deal. After a grab and after the last bet it is one
 * of 65,536, all alike. The first card is one of the whole deck; of a later one the rules alone know which are out.
 */
import type { Chances } from '../../proof/verify'

const OUTCOMES = 65_536
const NUMBERS = 17
/** How many of the cards of a number bar the thumb, index, middle, ring and little finger. */
const COPIES = [1, 2, 2, 2, 1]
const WHOLE_DECK = Array.from({ length: NUMBERS }, () => COPIES).flat()

export const chances: Chances = (header, fallen, chosen) => {
  if (chosen) return chosen.action.type === 'Grab' || chosen.action.type === 'PlaceBet' ? { type: 'Uniform', below: OUTCOMES } : null
  const isFirstNamed = header.options.first !== 'random'
  if (!isFirstNamed && fallen.length === 0) return { type: 'Uniform', below: header.seats.length }
  return { type: 'WeightedChoice', weights: WHOLE_DECK }
}
