/** The first match: which hint fits what is on the table. */
import type { GameView } from '../../protocol/games/point_a_pile'

export function hint(view: GameView, asked: boolean): string | null {
  const isMine = typeof view.viewer === 'number' && view.headpointer === view.viewer
  switch (view.phase) {
    case 'over':
      return 'hint.over'
    case 'layout':
      return isMine && asked ? 'hint.lay' : 'hint.wait'
    case 'split':
      return isMine && asked ? 'hint.split' : null
    case 'pointing':
      return asked ? 'hint.point' : 'hint.change'
    default:
      return null
  }
}
