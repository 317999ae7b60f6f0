/**
 * The first lesson, and the practice hand: a match with one quiet bot, in which the learner is challenger first and may
 * grab again and again before lifting. The count then tells what it was that felt so.
 */
import type { GameView } from '../../protocol/games/tactile_crane'

export const lessonOptions = { first: 0, patience: 12 }
/** Grabs once and lifts, where a random hand would use up all its grabs. */
export const lessonBot = 'naive'

export function lesson(view: GameView, asked: boolean): string | null {
  const isChallenger = view.challenger === view.viewer
  switch (view.phase) {
    case 'over':
      return 'lesson.over'
    case 'eyes':
      return isChallenger ? 'lesson.eyes' : 'lesson.eyes_they'
    case 'bets':
      return asked ? 'lesson.bet' : null
    case 'grab':
      return isChallenger ? null : 'lesson.call'
    case 'jackpot':
      return isChallenger ? 'lesson.jackpot' : null
    default:
      return null
  }
}
