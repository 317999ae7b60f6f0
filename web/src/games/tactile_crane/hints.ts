/** The first match: which hint fits what is on the table. */
import type { GameView } from '../../protocol/games/tactile_crane'

export function hint(view: GameView, asked: boolean): string | null {
  const isChallenger = view.challenger === view.viewer
  switch (view.phase) {
    case 'over':
      return 'hint.over'
    case 'eyes':
      return isChallenger ? 'hint.eyes' : 'hint.eyes_they'
    case 'bets':
      return asked ? 'hint.bet' : null
    case 'grab':
      return isChallenger ? null : 'hint.call'
    case 'jackpot':
      return isChallenger ? 'hint.jackpot' : null
    default:
      return null
  }
}
