/** What stands on the cards: the one list there is, and whole cards that a table has brought along. */
import listed from '../../../../src/touchwood/games/point_a_pile/cards.csv?raw'
import type { Card, Colour, Options } from '../../protocol/games/point_a_pile'
import type { Words } from '../../i18n/catalogue'
import { signed } from './signed'

export type CardOf = (card: string) => Card

export const COLOURS: readonly Colour[] = ['red', 'green', 'blue', 'purple']

const [head, ...rows] = listed.trim().split(/\r?\n/)
const fields = head!.split(',')
const NUMBERS = ['points', 'needs']

function cardOfRow(row: readonly string[]): Card {
  const read = row.map((text, place) => [fields[place]!, text === '' ? null : NUMBERS.includes(fields[place]!) ? Number(text) : text])
  return Object.fromEntries(read) as Card
}

export const SHIPPED: readonly Card[] = rows.map((row) => cardOfRow(row.split(',')))
const shipped = new Map(SHIPPED.map((card) => [card.card, card]))

export function cardsOf(options: Options): CardOf {
  const own = new Map(options.deck.flatMap((card) => (typeof card === 'string' ? [] : [[card.card, card] as const])))
  return (card) => own.get(card) ?? shipped.get(card) ?? { card, set: 'base', kind: 'plain', points: null, needs: null, of_colour: null, colour: null }
}

/** Whether this is the id of a card, shipped or brought along. */
export const isCard = (id: string, options: { deck?: unknown }): boolean =>
  shipped.has(id) || ((options.deck ?? []) as (string | Card)[]).some((card) => typeof card !== 'string' && card.card === id)

/** What a card says, without its colour. Points that come again and again have a sign. */
export function textOf(card: Card, words: Words): string {
  if (card.set === 'complete_a_mission') return words.word(card.card)
  if (card.set !== 'base') return words.word(card.kind)
  return words.label(`card.${card.kind}`, { points: signed(card.points ?? 0), needs: card.needs, of_colour: card.of_colour })
}

/** Colour and text: how a card is called in a sentence. */
export function nameOf(card: Card, words: Words): string {
  return small(words.label(`page.name.${card.set}`, { colour: card.colour ?? 'none', text: small(textOf(card, words)) }))
}

/** Labels begin with a capital; inside a sentence they do not. */
export const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Cards as somebody has written them: a table with the columns of the list that ships, or only names of cards in it. */
export interface Written {
  cards: (Card | string)[]
  /** Lines that are neither, counted from 1. */
  wrong: number[]
}

export const COLUMNS: readonly string[] = fields

export function readCards(text: string): Written {
  const found: Written = { cards: [], wrong: [] }
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    const values = line.trim() === '' ? [] : line.split(/[,;\t]/).map((value) => value.trim())
    if (values.length === 0 || values[0] === fields[0]) continue
    if (values.length === 1) found.cards.push(values[0]!)
    else if (values.length <= fields.length && values.length > 2) found.cards.push(cardOfRow([...values, ...Array<string>(fields.length - values.length).fill('')]))
    else found.wrong.push(place + 1)
  }
  return found
}

/** The same, to be changed again. */
export const writtenAs = (cards: readonly (Card | string)[]): string =>
  cards.map((card) => (typeof card === 'string' ? card : fields.map((field) => card[field as keyof Card] ?? '').join(','))).join('\n')
