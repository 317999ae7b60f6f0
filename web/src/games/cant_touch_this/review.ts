/** Looking back at a finished match: every choice of Can't Touch This, with the clips as they lay. */
import type { Clip, GameView, Placed } from '../../protocol/games/cant_touch_this'
import type { Badge } from '../../protocol/protocol'
import type { Words } from '../../i18n/catalogue'
import { isDecisive } from '../../parts/coach'
import type { Judgement, Review } from '../../wire/review'
import { cellsOf, clipNamed, sizeOf } from './geometry'
import type { Lying } from './lying'
import { clipName } from './sentences'
import { SYMBOL_OF, type Letter } from './symbols'

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

const MOVES: Record<string, string> = { 'keep side': 'side_keep', 'other side': 'side_turn', raise: 'raise', pass: 'pass' }

/** What was done; then what it cost, what was better, and whether the match turned there. */
export function tellChoice(judgement: Judgement, review: Review, view: Pick<GameView, 'grid'>, words: Words): string[] {
  const done = clipNamed(judgement.action)
  const captured = done ? cellsOf(done, sizeOf(view.grid)).map(([row, column]) => SYMBOL_OF[view.grid[row]![column] as Letter]) : []
  const move = words.label(`page.move_${done ? 'clip' : MOVES[judgement.action]!}.${judgement.seat === words.listener ? 'you' : 'they'}`, { seat: judgement.seat, captured })
  if (judgement.best.includes(judgement.action)) return [move, words.label('page.review_best')]
  const better = judgement.best.map(clipNamed).filter((clip) => clip !== null)
  const cost = judgement.cost ? words.label('page.review_cost', { cost: judgement.cost }) : words.label('page.review_level')
  const instead = better.length ? words.label('page.review_better_at', { moves: clipName(better[0]!, words) }) : words.label('page.review_better', { moves: judgement.best.map((text) => words.part(`page.better.${text}`)) })
  return [move, `${cost} ${instead}`, ...(isDecisive(review, judgement) ? [words.label('page.review_turn')] : [])]
}

/** What each seat gave away in all. */
export function lostBy(review: Review, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => review.judgements.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.cost, 0))
}
