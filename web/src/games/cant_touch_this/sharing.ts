/** A result to hand on, with no hint of where the clips went. */
import type { Words } from '../../i18n/catalogue'

export interface Outcome {
  /** The day whose card it was. */
  date: string | null
  score: number
  best: number | null
  rating: string | null
  link: string
}

const SIGNS: Record<string, string> = { bomb_exploded: '💣', touched_poop: '💩', emerald: '💎', you_are_a_star: '⭐', impossible: '🌟' }

export function outcomeToShare(words: Words, { date, score, best, rating, link }: Outcome): string {
  return [
    date ? words.label('page.share_daily', { date }) : words.label('page.share_solo'),
    best === null ? words.label('page.share_score', { score }) : words.label('page.share_score_best', { score, best }),
    rating ? `${SIGNS[rating] ?? ''} ${words.word(rating)}`.trim() : '',
    link,
  ]
    .filter(Boolean)
    .join('\n')
}
