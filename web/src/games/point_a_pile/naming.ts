/** The cards' names as words, so that sentences about cards can say them: nobody sees an id at this table. */
import { Words, type Catalogue } from '../../i18n/catalogue'
import type { Options } from '../../protocol/games/point_a_pile'
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
