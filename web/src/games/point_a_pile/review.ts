/**
 * Looking back at a finished match of Point-a-Pile, as far as the server can judge its choices. Of the whole match the facts are
 * `judged`, `mistakes`, `goal`, `whole` (the way to the goal); of each mistake, after its entry: `17.why`, `17.tenths`, `17.alone`,
 * `17.alone_best`.
 */
import type { Words } from '../../i18n/catalogue'
import { small } from './cards'
import type { Judgement, Review } from '../../wire/review'

/** Of one seat; for somebody who looks on, of all. */
export const judgedOf = (review: Review, seat: number | null): Judgement[] => review.judgements.filter((one) => seat === null || one.seat === seat)

export const mistakesOf = (review: Review, seat: number | null): Judgement[] => judgedOf(review, seat).filter(({ cost }) => cost > 0)

export type Chosen = { at: 'pick'; place: number } | { at: 'cut'; isSplit: boolean; piles: string[][] }

/** What an action's text says; null for what is never judged. */
export function chosenIn(action: string): Chosen | null {
  const [kind, ...rest] = action.split(' ')
  const what = rest.join(' ')
  if (kind === 'point') return { at: 'pick', place: what === 'empty' ? 0 : Number(what) }
  if (kind === 'lay' || kind === 'split') return { at: 'cut', isSplit: kind === 'split', piles: what.split('|').map((pile) => pile.trim().split(' ')) }
  return null
}

const oneDecimal = (tenths: number): string => (tenths / 10).toFixed(1)

const placeName = (place: number, words: Words): string => small(place === 0 ? words.label('empty') : words.label('pick', { pile: place }))

/** What was done; then what was better, by how much, and why. */
export function tellMistake(mistake: Judgement, review: Review, words: Words, you: number | null): { done: string; better: string; why: string } {
  const { facts } = review
  const { entry, seat } = mistake
  const voice = seat === you ? 'you' : 'they'
  const done = chosenIn(mistake.action)
  const picks = mistake.best.flatMap((action) => chosenIn(action) ?? []).flatMap((best) => (best.at === 'pick' ? [placeName(best.place, words)] : []))
  const tenths = Number(facts[`${entry}.tenths`])
  // So much is lost only with a win, and that is no matter of points.
  const by = small(tenths >= 10 * Number(facts.whole) ? words.label('page.review_by.win') : words.label(`page.review_by.${facts.goal}`, { by: oneDecimal(tenths) }))
  const better = picks.length ? words.label('page.review_better_pick', { what: picks.join(' / '), by }) : words.label('page.review_better_cut', { by })
  return {
    done: done?.at === 'pick' ? words.label(`page.review_pointed.${voice}`, { seat, what: placeName(done.place, words) }) : words.label(`page.review_${done?.isSplit ? 'split' : 'laid'}.${voice}`, { seat }),
    better,
    why: words.label(`page.review_why.${facts[`${entry}.why`]}`, { alone: facts[`${entry}.alone`] ?? 0, alone_best: facts[`${entry}.alone_best`] ?? 0 }),
  }
}

/** The match in two sentences. */
export function tellWhole(review: Review, seat: number | null, words: Words): string {
  const judged = judgedOf(review, seat).length
  const mistakes = mistakesOf(review, seat).length
  if (judged === 0) return words.label('page.review_nothing')
  return mistakes ? words.label('page.review_sum', { judged, mistakes }) : words.label('page.review_flawless', { judged })
}
