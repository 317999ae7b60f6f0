/** The table of Can't Touch This in words. */
import type { GameView } from '../../protocol/games/cant_touch_this'
import type { Words } from '../../telling/catalogue'

export interface Looking {
  you: number | null
  /** A seat of this device plays, rather than looks on. */
  isPlaying: boolean
  /** The other side of the card is looked at. */
  isTurned: boolean
  /** Whose bid stands. */
  bidder: number | null
  /** The best possible score, once it is known. */
  best: number | null
}

/** Whose turn it is, and to do what; at the end, how it ended. */
export function statusOf(view: GameView, { you, isPlaying, isTurned, bidder, best }: Looking, words: Words): string {
  switch (view.phase) {
    case 'choose_side':
      if (view.asked === you) return words.label(isTurned ? 'page.side_other' : 'page.side_up')
      return words.label('choose_side.they', { seat: view.asked })
    case 'bid':
      return words.label('page.bid_stands', { bid: view.bid, bidder })
    case 'clip':
      return view.asked === you && isPlaying ? words.label('page.drag') : words.label('clip.they', { seat: view.asked })
    case 'over': {
      if (view.players.length > 1) return words.label(view.winner === you ? 'over.you' : 'over.they', { seat: view.winner })
      const score = view.players[0]!.sheet.total
      const scored = best === null ? words.label('page.score', { score }) : words.label('page.score_best', { score, best })
      return [scored, view.rating ? words.word(view.rating) : ''].filter(Boolean).join(' · ')
    }
    default:
      return words.label(view.phase)
  }
}

/** A player's plate for a screen reader. */
export function seatTold(view: GameView, seat: number, name: string, words: Words): string {
  const player = view.players[seat]!
  return [
    words.label('page.seat', { name, points: player.sheet.total, clips: player.clips_left }),
    view.first === seat ? words.label('page.seat_first', { bid: view.bid }) : '',
    view.asked === seat ? words.label('page.seat_turn') : '',
    words.label('page.sheet'),
  ]
    .filter(Boolean)
    .join(', ')
}
