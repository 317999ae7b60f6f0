/**
 * What could fall at each draw of Point-a-Pile, for the check of the deal: first who is Headpointer (unless that was
 * agreed), then a mission for each player, then one card after the other of the deck, which is sorted by its ids.
 *
 * Only what fell is known here, not what was played. So it ends where play decides what can fall next: when discards go
 * back into the deck, and when a card is out that makes the draw larger or has a battle decided by lot.
 */
import type { Chances } from '../../proof/verify'
import type { Card, Options } from '../../protocol/games/point_a_pile'
import { cardsOf, SHIPPED } from './cards'

const MISSIONS = SHIPPED.filter((card) => card.set === 'complete_a_mission').length
const A_PLAYER = 2

export const chances: Chances = (header, fallen) => {
  const options = header.options as unknown as Options
  const players = header.seats.length
  const names = options.first === 'random' ? 1 : 0
  if (fallen.length < names) return { type: 'Uniform', below: players }
  const missions = options.complete_a_mission ? players : 0
  const dealt = fallen.length - names
  if (dealt < missions) return { type: 'Uniform', below: MISSIONS - dealt }
  return ofTheDeck(options, players, fallen.slice(names + missions) as number[])
}

function ofTheDeck(options: Options, players: number, drawn: readonly number[]): ReturnType<Chances> {
  const cardOf = cardsOf(options)
  const deck = deckOf(options)
  const aRound = A_PLAYER * players
  for (const place of drawn) {
    const [card] = deck.splice(place, 1)
    const { set, kind } = cardOf(card!)
    if (set === 'wait_a_minute' && (kind === 'battle' || kind === 'draw_more')) return null
  }
  const atRoundStart = deck.length + (drawn.length % aRound)
  return atRoundStart < aRound ? null : { type: 'Uniform', below: deck.length }
}

function deckOf(options: Options): string[] {
  const isInPlay = ({ set }: Card) => set === 'base' || (set !== 'complete_a_mission' && options[set])
  const ids = options.deck.length ? options.deck.map((card) => (typeof card === 'string' ? card : card.card)) : SHIPPED.filter(isInPlay).map((card) => card.card)
  return ids.sort()
}
