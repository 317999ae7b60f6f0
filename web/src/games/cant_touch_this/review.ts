/** Looking back at a finished match: every choice of Can't Touch This, with the clips as they lay. */
import type { Clip, GameView, Placed } from '../../protocol/games/cant_touch_this'
import type { Badge } from '../../protocol/protocol'
import { clipNamed } from './geometry'
import type { Lying } from './lying'
import type { Judgement, Review } from '../../wire/review'

export interface Step {
  judgement: Judgement
  /** The clips that lay there before. */
  before: readonly Placed[]
  /** What was done and what was better, where these are clips. */
  done: Clip | null
  better: readonly Clip[]
}

/** The choices in order, each with what lay on the card then. */
export function stepsOf(review: Review, view: Pick<GameView, 'placed'>): Step[] {
  let clips = 0
  return review.judgements.map((judgement) => {
    const done = clipNamed(judgement.action)
    const before = view.placed.slice(0, clips)
    if (done) clips++
    const isBest = judgement.best.includes(judgement.action)
    const better = isBest ? [] : judgement.best.map(clipNamed).filter((clip) => clip !== null)
    return { judgement, before, done, better }
  })
}

/** What is drawn for a choice: what lay there, what was done and, dashed, one that was better. Without one: the end. */
export function lyingAt(step: Step | undefined, placed: readonly Placed[], badgeOf: (seat: number) => Badge | null): Lying[] {
  const owned = ({ seat, clip }: Placed): Lying => ({ clip, badge: badgeOf(seat) })
  if (!step) return placed.map(owned)
  const { before, done, better, judgement } = step
  return [
    ...before.map(owned),
    ...(done ? [owned({ seat: judgement.seat, clip: done })] : []),
    ...better.slice(0, 1).map((clip): Lying => ({ clip, badge: null, kind: 'ghost' })),
  ]
}

/** What each seat gave away in all. */
export function lostBy(review: Review, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => review.judgements.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.cost, 0))
}
