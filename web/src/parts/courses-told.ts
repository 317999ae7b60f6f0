/** A seat's way through a match in words. */
import { say } from '../i18n/speech.svelte'
import type { Review } from '../wire/review'
import { amount, type Course } from './coach'

export function tellCourse({ seat, began, ended, cost, fortune }: Course, unit: Review['unit'], seats: readonly { name: string }[]): string {
  const name = seats[seat]?.name ?? ''
  if (unit !== 'percent') return say('review.course_points', { name, began, ended, cost: amount(cost, unit) })
  return say('review.course', { name, began, ended, cost, fortune: fortune > 0 ? `+${fortune}` : `${fortune}` })
}
