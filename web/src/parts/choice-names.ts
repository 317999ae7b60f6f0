/** What a choice is called where it is talked about, in a hint or in a review. */
import type { GameScreen } from '../games/game'
import type { Words } from '../i18n/catalogue'
import { wholeName } from '../plain/naming'
import { typesOf } from '../plain/types'

/** By the game's screen, else as the general screen calls it, else as the codec writes it. */
export type NameOfChoice = (action: unknown, text: string) => string

export async function choiceNames(game: string, words: Words, nameOf?: GameScreen['nameOf']): Promise<NameOfChoice> {
  const types = await typesOf(game).catch(() => null)
  return (action, text) => nameOf?.(action, words) ?? (types && wholeName(words, types, action)) ?? text
}
