/**
 * The card of the day of each edition: its published deck, card after card and then their other sides, a new one every
 * day. Everybody who opens the page on a date gets the same card, whatever server they play on.
 */
import { cardsOf, type Deck, type Edition } from './deck'

/** The day the count began. */
const FIRST_DAY = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

/** A date as people at this place have it, written 2026-11-15. */
export function today(now = new Date()): string {
  return [now.getFullYear(), String(now.getMonth() + 1).padStart(2, '0'), String(now.getDate()).padStart(2, '0')].join('-')
}

/** As people say it: 15 Nov. */
export const shortDate = (date: string, language: string): string => new Date(`${date}T12:00:00`).toLocaleDateString(language, { day: 'numeric', month: 'short' })

export const dayNumber = (date: string): number => Math.round((Date.parse(`${date}T00:00:00Z`) - FIRST_DAY) / DAY)
const dateOf = (day: number): string => new Date(FIRST_DAY + day * DAY).toISOString().slice(0, 10)

/** As the option `card` takes it. */
export function cardOf(date: string, deck: Deck, edition: Edition = 2): string {
  const cards = cardsOf(deck, edition)
  const sides = 2 * cards.length
  const turn = ((dayNumber(date) % sides) + sides) % sides
  return cards[turn % cards.length]!.sides[turn < cards.length ? 0 : 1]!.join('/')
}

/** The newest date, up to today, whose card this was; null: it is no card of a day. */
export function dateOfCard(card: string, deck: Deck, { edition = 2, now = today() }: { edition?: Edition; now?: string } = {}): string | null {
  const newest = dayNumber(now)
  for (let ago = 0; ago < 2 * cardsOf(deck, edition).length; ago++) {
    const date = dateOf(newest - ago)
    if (cardOf(date, deck, edition) === card) return date
  }
  return null
}
