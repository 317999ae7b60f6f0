/** The table of TAG in words. */
import type { GameView } from '../../protocol/games/tag'
import type { Words } from '../../telling/catalogue'

/** Whose turn it is, and to do what. */
export function statusOf(view: GameView, you: number | null, words: Words): string {
  if (view.phase === 'over') return view.winners === null ? '' : words.label('winners', { count: view.winners.length, seats: view.winners })
  if (view.asked === null) return words.label(view.phase)
  const isFrozen = view.phase === 'choose_card' && view.freezer !== null && !view.is_return_turn
  const code = isFrozen ? 'frozen_discard' : view.phase
  return words.label(`${code}.${view.asked === you ? 'you' : 'they'}`, { seat: view.asked, tagger: view.tagger })
}

/** A player's plate for a screen reader: all that lies open, nothing that does not. */
export function seatTold(view: GameView, seat: number, name: string, words: Words): string {
  const player = view.players[seat]!
  return [
    words.label('page.seat', { name, cards: player.hand_size, points: player.points }),
    player.front.length ? words.label('page.seat_front', { front: player.front }) : '',
    view.it === seat ? words.label('page.seat_it') : '',
    view.asked === seat ? words.label('page.seat_turn') : '',
  ]
    .filter(Boolean)
    .join(', ')
}
