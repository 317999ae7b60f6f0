/** The result in words, where the points alone do not say it. */
import type { GameView } from '../../protocol/games/cant_touch_this'
import type { Words } from '../../i18n/catalogue'
import type { Explained } from '../game'

export function explain({ players, rating }: GameView, words: Words): Explained {
  const [one, other] = players.map((player) => player.sheet.total)
  const why = other === undefined ? (rating ? words.word(rating) : '') : one === other ? words.label('page.won_second') : ''
  return { why, points: [] }
}
