/** The cards' names as words, so that sentences about cards can say them: nobody sees an id at this table. And what a choice is
 * called where it is talked about. */
import { Words, type Catalogue } from '../../i18n/catalogue'
import type { AnyAction, Options, Trigger } from '../../protocol/games/point_a_pile'
import { nameOf, SHIPPED } from './cards'

export function withCardNames(ofScreen: Catalogue, ofGame: Catalogue): Catalogue {
  const words = new Words([ofScreen, ofGame])
  const inDeck = SHIPPED.filter((card) => card.set !== 'complete_a_mission')
  return { ...ofScreen, words: { ...ofScreen.words, ...Object.fromEntries(inDeck.map((card) => [card.card, nameOf(card, words)])) } }
}

/** With the names of whole cards that a table has brought along. */
export function withOwnNames(words: Words, { deck = [] }: Partial<Pick<Options, 'deck'>>): Words {
  const own = deck.filter((card) => typeof card !== 'string')
  return own.length ? words.before({ words: Object.fromEntries(own.map((card) => [card.card, nameOf(card, words)])) }) : words
}

/** Of what is made of parts all of it; null: the sentence of the general screen says it. */
export function nameOfAction(action: AnyAction, words: Words): string | null {
  switch (action.type) {
    case 'LayOut':
      return words.label('page.lay_as', { piles: pilesTold(action.piles, words) })
    case 'SplitPile':
      return words.label('page.split_as', { piles: pilesTold(action.piles, words) })
    case 'Trigger': {
      const how = words.listed(partsTold(action, words))
      return how ? words.label('page.trigger_as', { card: action.card, how }) : null
    }
    default:
      return null
  }
}

const pilesTold = (piles: readonly (readonly string[])[], words: Words): string => piles.map((pile) => words.listed(pile.map((card) => words.word(card)))).join(' | ')

const partsTold = ({ piles, colour, seat, places }: Trigger, words: Words): string[] => [
  ...piles.map((pile) => (pile === 0 ? words.part('empty') : words.part('pick', { pile }))),
  colour ? words.word(colour) : '',
  seat === null ? '' : words.seat(seat),
  ...places.map((place) => words.part('page.place_in_row', { place })),
]
