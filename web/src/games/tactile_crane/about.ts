/** What the things on a table of Tactile Crane are, and what they are worth now. The dark has nothing to ask about. */
import type { Bet, GameView } from '../../protocol/games/tactile_crane'
import type { About, Hearing } from '../game'
import { isInTheDark } from './sentences'

export function about(thing: string, hearing: Hearing<GameView>): About | null {
  const { view, you, words } = hearing
  if (isInTheDark(view, you)) return null
  const [what, name = ''] = thing.split(':')
  switch (what) {
    case 'card':
      return view.face ? { title: words.label('about.card'), text: [words.label('page.face', { ...view.face }), words.label('about.card_told')], rule: '2.1' } : null
    case 'bet':
      return ofBet(name as Bet, hearing)
    case 'seat':
      return ofSeat(Number(name), hearing)
    default:
      return ofPile(name, hearing)
  }
}

function ofBet(bet: Bet, { view, words }: Hearing<GameView>): About {
  const isDuel = view.players.length === 2
  const pays = isDuel ? words.label('about.bet_duel') : bet === 'just' ? words.label('about.bet_just', { jackpots: view.jackpots }) : words.label('about.bet_two')
  return { title: words.word(bet), text: [words.label(`page.bet_${bet}_label`, { number: view.face?.number ?? 0 }), pays], rule: isDuel ? '7.9' : bet === 'just' ? '7.7' : '7.6' }
}

function ofPile(pile: string, { view, words }: Hearing<GameView>): About {
  if (pile === 'deck') return { title: words.label('about.deck'), text: [words.label('heard.deck', { count: view.deck }), words.label('about.deck_told')], rule: '1.7' }
  const cards = view.jackpots[pile === 'right' ? 1 : 0]
  return { title: words.label('about.jackpot'), text: [words.label('about.jackpot_told', { cards }), words.label('about.jackpot_fills')], rule: '7.2' }
}

function ofSeat(seat: number, { view, seats, words }: Hearing<GameView>): About {
  const player = view.players[seat]!
  const { low, exact, high, without_outcome: none } = player.challenges
  const text = [
    words.label('page.sheet_cards_text', { cards: player.cards, won: player.won, multipliers: player.multipliers, worth: view.options.multiplier }),
    view.challenger === seat ? words.label('about.challenger') : '',
    words.label('about.challenges', { told: words.part('page.sheet_challenges_text', { low, exact, high, none }) }),
    words.label('about.calls', { told: words.part('page.sheet_calls_text', { ...player.calls }) }),
  ]
  return { title: seats[seat]?.name ?? words.seat(seat), text: text.filter(Boolean), rule: view.players.length === 2 ? '8.4' : '8.1' }
}
