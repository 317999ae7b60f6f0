/** The first lesson: which hint fits what is on the table. */
import type { GameView } from '../../protocol/games/cant_touch_this'

export function lesson(view: GameView, asked: boolean): string | null {
  switch (view.phase) {
    case 'over':
      return 'lesson.over'
    case 'choose_side':
      return asked ? 'lesson.side' : null
    case 'bid':
      return asked ? 'lesson.bid' : null
    case 'clip':
      if (!asked) return 'lesson.wait'
      return view.placed.some((placed) => placed.seat === view.viewer) ? 'lesson.clip' : 'lesson.clip_first'
    default:
      return null
  }
}
