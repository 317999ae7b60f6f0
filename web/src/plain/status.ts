/** What is asked, or what goes on: the game's own sentences for its phase, filled from the view. */
import type { Words } from '../i18n/catalogue'
import { say } from '../i18n/speech.svelte'
import { readable } from './naming'
import type { Picture } from './picture'
import type { Facts } from './schema'

export function statusOf(view: Facts, { phase, asked }: Pick<Picture, 'phase' | 'asked'>, isAsked: boolean, words: Words, isOver = false): string {
  if (phase === null) return isOver ? say('plain.over') : isAsked ? say('plain.your_move') : say('plain.waiting')
  const facts = { ...view, asked: asked.length ? asked : null }
  const question = isAsked ? words.found('asks', phase, facts) : null
  const going = words.found('phases', phase, facts) ?? readable(phase)
  return question ?? (isAsked ? `${say('plain.your_move')} ${going}` : going)
}
