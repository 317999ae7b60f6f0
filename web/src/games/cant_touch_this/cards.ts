/**
 * What a card is called in links and on the device, the same everywhere: `2-17a` is a side of a card of the second
 * edition's published deck; any other card is its rows, `2-GB1X21.S121SS`. A star is an X there, since a * at the end of
 * a word gets lost when a link is sent on.
 */
import { cardsOf, type Deck, type Edition } from './deck'

export interface NamedCard {
  edition: Edition
  /** As the option `card` takes them. */
  rows: string
  /** In the deck, from 1, and which side of it; null: not of the deck. */
  number: number | null
  side: 'A' | 'B' | null
}

export function nameOfCard(edition: Edition, rows: string, deck: Deck): string {
  for (const [index, { sides }] of cardsOf(deck, edition).entries()) {
    const side = sides.findIndex((each) => each.join('/') === rows)
    if (side >= 0) return `${edition}-${index + 1}${'ab'[side]}`
  }
  return `${edition}-${rows.replaceAll('/', '.').replaceAll('*', 'X')}`
}

export function cardOfName(name: string, deck: Deck): NamedCard | null {
  const [, one, number, side, rows] = /^([12])-(?:(\d{1,2})([ab])|([12PSGBWX.]{9,}))$/.exec(name) ?? []
  if (one === undefined) return null
  const edition = Number(one) as Edition
  if (rows !== undefined) return { edition, rows: rows.replaceAll('.', '/').replaceAll('X', '*'), number: null, side: null }
  const card = cardsOf(deck, edition)[Number(number) - 1]
  const letters = card?.sides[side === 'b' ? 1 : 0]
  return letters ? { edition, rows: letters.join('/'), number: Number(number), side: side === 'b' ? 'B' : 'A' } : null
}
