/** The first match: which hint fits what is on the table. */
import type { GameView } from '../../protocol/games/tag'

export function hint(view: GameView, asked: boolean): string | null {
  if (view.phase === 'over') return 'hint.over'
  if (!asked) return view.players.some((player) => player.taken.length > 0) ? 'hint.wait' : null
  switch (view.phase) {
    case 'choose_pile':
      return 'hint.draw'
    case 'return_draw':
      return 'hint.return'
    case 'choose_card': {
      const mine = typeof view.viewer === 'number' ? view.players[view.viewer] : undefined
      return mine && mine.front.length > 0 ? 'hint.letter_twice' : 'hint.card'
    }
    case 'move_it':
      return 'hint.move_it'
    case 'answer':
      return 'hint.answer'
    default:
      return null
  }
}
