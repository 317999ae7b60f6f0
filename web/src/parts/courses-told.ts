/** A seat's way through a match in words: luck apart from skill. */
import { say } from '../i18n/speech.svelte'
import type { Course, Estimate, Review } from '../wire/review'
import { amount, isTooClose, signed } from './coach'

/** Where it began and where it ended. */
export const tellWay = ({ seat, began, ended }: Course, seats: readonly { name: string }[]): string => say('review.course', { name: seats[seat]?.name ?? '', began, ended })

/** What the deal gave, what was made of it, and the rest. */
export function tellLuck({ dealt, cost, rest }: Course, unit: Review['unit']): string[] {
  const given = { amount: amount(cost.amount, unit), margin: cost.margin }
  const made = cost.amount === 0 ? say('review.made_nothing') : say(cost.margin ? 'review.made' : `review.made_exact.${unit}`, given)
  return [estimated('dealt', dealt), made, estimated(unit === 'percent' ? 'rest' : 'after', rest)]
}

function estimated(what: string, brought: Estimate): string {
  const how = isTooClose(brought) ? '_close' : brought.margin ? '' : '_exact'
  return say(`review.${what}${how}`, { amount: signed(brought.amount), margin: brought.margin })
}
