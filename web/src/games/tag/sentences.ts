/** The table of TAG in words. */
import type { GameView } from '../../protocol/games/tag'
import type { TaggedEvent, Words } from '../../i18n/catalogue'
import type { Heard, Hearing } from '../game'

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
  return words.listed([
    words.label('page.seat', { name, cards: player.hand_size, points: player.points }),
    player.front.length ? words.label('page.seat_front', { front: player.front }) : '',
    view.it === seat ? words.label('page.seat_it') : '',
    view.asked === seat ? words.label('page.seat_turn') : '',
  ])
}

/** The table for who hears it. */
export function heard({ view, you, words }: Hearing<GameView>): Heard {
  const me = you === null ? null : view.players[you]!
  const seats = view.players.map((_, seat) => seat)
  const mine = me
    ? [
        me.hand?.length ? words.label('heard.hand', { hand: me.hand }) : words.label('heard.no_hand'),
        me.front.length ? words.label('heard.front', { front: me.front }) : '',
        view.it === you ? words.label('heard.you_have_it') : '',
      ]
    : []
  const top = view.discard.at(-1)
  const table = [
    words.ended(words.label('page.deck', { count: view.deck_size })),
    words.ended(top ? words.label('page.discard', { count: view.discard.length, top }) : words.label('page.discard_empty')),
    view.it === null ? words.label('it_in_middle') : words.label('heard.it', { seat: view.it }),
    view.freezer === null ? '' : words.label(view.freezer === you ? 'freeze.you' : 'freeze.they', { seat: view.freezer }),
    view.is_stalling ? words.label('stalling') : view.discards_to_end === null ? '' : words.label('discards_to_end', { count: view.discards_to_end }),
    ...seats.filter((seat) => seat !== you).flatMap((seat) => {
      const { front, taken, hand } = view.players[seat]!
      return [front.length ? words.label('heard.front_of', { seat, front }) : '', taken.length && hand === null ? words.label('heard.known_of', { seat, kinds: taken }) : '']
    }),
  ]
  const score = seats.map((seat) => words.label('heard.points', { seat, points: view.players[seat]!.points, cards: view.players[seat]!.hand_size }))
  // How near the end is decides what is played. It stands on the table, where nobody hears it.
  const nearing = view.asked !== null && view.asked === you && view.discards_to_end !== null && !view.is_stalling ? words.label('discards_to_end', { count: view.discards_to_end }) : ''
  return { status: told([statusOf(view, you, words), nearing]), mine: told(mine), table: told(table), score: told(score) }
}

const told = (sentences: readonly string[]): string => sentences.filter(Boolean).join(' ')

const OF_A_TURN: readonly string[] = ['CardDrawn', 'CardTaken', 'DrawingStopped', 'CardPlayed', 'CardDiscarded', 'TurnSkipped']

/** A turn of the log. */
export function chapter(event: TaggedEvent, words: Words): { of: string; title: string } | null {
  if (event.type === 'CardDealt') return { of: 'deal', title: words.label('log.deal') }
  return OF_A_TURN.includes(event.type) ? { of: `turn of ${event.seat}`, title: words.label('log.turn', { seat: event.seat }) } : null
}
