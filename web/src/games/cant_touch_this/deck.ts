/** The published decks, from the one file there is. Asked for only when a card has to be found in them. */
interface DeckCard {
  sides: string[][]
}
export interface Deck {
  first_edition: DeckCard[]
  second_edition: DeckCard[]
}
export type Edition = 1 | 2

export async function readDeck(): Promise<Deck> {
  return (await import('../../../../src/touchwood/games/cant_touch_this/deck.json')).default as Deck
}

export const cardsOf = (deck: Deck, edition: Edition): readonly DeckCard[] => (edition === 1 ? deck.first_edition : deck.second_edition)
