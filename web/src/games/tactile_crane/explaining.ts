/** The result in words. Who has won, and by what, is the server's word; here is only how it is said. */
import type { GameView, SeenPlayer } from '../../protocol/games/tactile_crane'
import type { Words } from '../../i18n/catalogue'
import type { Explained } from '../game'

function why({ players, winners, won_by, tied }: GameView, words: Words): string {
  if (winners === null || won_by === null) return ''
  const cards = Math.max(...winners.map((seat) => players[seat]!.cards))
  return words.label(winners.length > 1 ? 'page.won_together' : `page.won_by_${won_by}`, { cards, seats: tied })
}

export function explain(view: GameView, words: Words): Explained {
  const { players, options } = view
  const made = ({ won, cards, multipliers, achieved: [high, low, just] }: SeenPlayer): string =>
    [
      // Cards are the points: how many there are is told with them, and here only what they are made of.
      multipliers ? words.label('page.sheet_cards_text', { cards, won, multipliers, worth: options.multiplier }) : '',
      high + low + just ? words.label('page.achieved', { high, low, just }) : '',
    ]
      .filter(Boolean)
      .join(' · ')
  return { why: why(view, words), points: players.map(made) }
}
