/** The first lesson: which hint fits what is on the table. */
import type { GameView } from '../../protocol/games/tag'

export function lesson(view: GameView, asked: boolean): string | null {
  if (view.phase === 'over') return 'lesson.over'
  if (!asked) return view.players.some((player) => player.taken.length > 0) ? 'lesson.wait' : null
  switch (view.phase) {
    case 'choose_pile':
      return 'lesson.draw'
    case 'return_draw':
      return 'lesson.return'
    case 'choose_card': {
      const mine = typeof view.viewer === 'number' ? view.players[view.viewer] : undefined
      return mine && mine.front.length > 0 ? 'lesson.letter_twice' : 'lesson.card'
    }
    case 'move_it':
      return 'lesson.move_it'
    case 'answer':
      return 'lesson.answer'
    default:
      return null
  }
}
