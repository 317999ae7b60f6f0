/**
 * What could fall at each draw of TAG, for the check of the deal: first who begins (unless that was agreed), then
 * always one of the cards left in the deck. Nothing ever goes back into the deck.
 */
import type { Chances } from '../../proof/verify'

const KINDS = ['T', 'A', 'G', 'TAG', 'Gool', 'Freeze'] as const

export const chances: Chances = (header, fallen) => {
  const options = header.options as { first: number | 'random'; deck: Record<(typeof KINDS)[number], number> }
  const names = options.first === 'random' ? 1 : 0
  if (fallen.length < names) return { type: 'Uniform', below: header.seats.length }
  const left = KINDS.map((kind) => options.deck[kind])
  for (const outcome of fallen.slice(names)) left[outcome as number]!--
  return { type: 'WeightedChoice', weights: left }
}
