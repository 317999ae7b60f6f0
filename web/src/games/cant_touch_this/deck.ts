/** The published deck, from the one file there is. Asked for only when a card of the day is opened or recognised. */
export interface Deck {
  second_edition: { sides: string[][] }[]
}

export async function readDeck(): Promise<Deck> {
  return (await import('../../../../src/touchwood/games/cant_touch_this/deck.json')).default as Deck
}
