/** Opens the card of today: alone, with no lobby. */
import { openTable } from '../../screens/opening'
import { findGames } from '../../wire/http'
import { cardOf, today } from './daily'
import { readDeck } from './deck'

export async function openToday(): Promise<void> {
  const [games, deck] = await Promise.all([findGames(), readDeck()])
  const game = games.find((one) => one.name === 'cant_touch_this')
  if (game) await openTable({ game, bots: [], isStarted: true, options: { edition: 2, card: cardOf(today(), deck) } })
}
