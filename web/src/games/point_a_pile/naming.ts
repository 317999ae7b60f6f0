/** The cards' names as words, so that sentences about cards can say them: nobody sees an id at this table. */
import { Words, type Catalogue } from '../../telling/catalogue'
import { nameOf, SHIPPED } from './cards'

export function withCardNames(ofScreen: Catalogue, ofGame: Catalogue): Catalogue {
  const words = new Words([ofScreen, ofGame])
  const inDeck = SHIPPED.filter((card) => card.set !== 'complete_a_mission')
  return { ...ofScreen, words: { ...ofScreen.words, ...Object.fromEntries(inDeck.map((card) => [card.card, nameOf(card, words)])) } }
}
