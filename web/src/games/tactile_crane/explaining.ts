/** The result in words. Who has won is the server's word; here is only said by what. */
import type { GameView, SeenPlayer } from '../../protocol/games/tactile_crane'
import type { Words } from '../../telling/catalogue'
import type { Explained } from '../game'

const THREE_BET_CARDS = 3

function hasBetCards({ achieved }: SeenPlayer, achieve: GameView['options']['achieve']): boolean {
  const all = achieved.reduce((sum, count) => sum + count, 0)
  return achieve === 'any_three' ? all >= THREE_BET_CARDS : achieved.every((count) => count > 0)
}

/** What the winners have won by, as a label. */
export function wonBy({ players, winners, tied, options }: GameView): string {
  const [winner, ...others] = winners ?? []
  if (winner === undefined) return 'page.won_by_cards'
  if (others.length) return 'page.won_together'
  if (players.length === 2 && hasBetCards(players[winner]!, options.achieve)) return 'page.won_by_bet_cards'
  return tied.length ? 'page.won_after_tie' : 'page.won_by_cards'
}

export function explain(view: GameView, words: Words): Explained {
  const { players, tied, options } = view
  const most = Math.max(...(view.winners ?? []).map((seat) => players[seat]!.cards))
  const made = ({ won, cards, multipliers, achieved: [high, low, just] }: SeenPlayer): string =>
    [
      multipliers ? words.label('page.sheet_cards_text', { cards, won, multipliers, worth: options.multiplier }) : words.label('page.cards', { cards }),
      players.length === 2 ? words.label('page.achieved', { high, low, just }) : '',
    ]
      .filter(Boolean)
      .join(' · ')
  return { why: words.label(wonBy(view), { cards: most, seats: tied }), points: players.map(made) }
}
