/** The first lesson: which hint fits what is on the table. */
import type { GameView } from '../../protocol/games/point_a_pile'

/** Short, and with the learner cutting first. */
export const lessonOptions = { first: 0, target: 5 }

export function lesson(view: GameView, asked: boolean): string | null {
  const isMine = typeof view.viewer === 'number' && view.headpointer === view.viewer
  switch (view.phase) {
    case 'over':
      return 'lesson.over'
    case 'layout':
      return isMine && asked ? 'lesson.lay' : 'lesson.wait'
    case 'split':
      return isMine && asked ? 'lesson.split' : null
    case 'pointing':
      return asked ? 'lesson.point' : 'lesson.change'
    default:
      return null
  }
}
