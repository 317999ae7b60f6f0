/** The first match: which hint fits what is on the table. */
import type { GameView } from '../../protocol/games/cant_touch_this'

export function hint(view: GameView, asked: boolean): string | null {
  switch (view.phase) {
    case 'over':
      return 'hint.over'
    case 'choose_side':
      return asked ? 'hint.side' : null
    case 'bid':
      return asked ? 'hint.bid' : null
    case 'clip':
      if (!asked) return 'hint.wait'
      if (!view.placed.some((placed) => placed.seat === view.viewer)) return 'hint.clip_first'
      return view.players.length > 1 ? 'hint.clip' : 'hint.clip_alone'
    default:
      return null
  }
}
