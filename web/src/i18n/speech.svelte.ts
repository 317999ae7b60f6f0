/** The language of the page, and the words of its games. */
import { settings, type Language } from '../device/settings.svelte'
import type { GameScreen } from '../games/game'
import { learnTitles, speaks } from '../games/titles.svelte'
import english from '../words/en.json'
import { MissingWords, Words, type Catalogue, type Facts } from './catalogue'
import { inLanguage, PSEUDO } from './files'
import { wordsOfGame } from './of-game'

const others = inLanguage<Catalogue>(import.meta.glob('../words/*.json', { import: 'default' }))
/** English is always there: for what is said before another language has come. */
const shell = async (language: Language): Promise<Catalogue> => (language === 'en' ? (english as Catalogue) : others(language))

class Speech {
  words = $state.raw(new Words([english as Catalogue]))

  private wanted: Language = 'en'

  async speak(language: Language): Promise<void> {
    this.wanted = language
    const catalogue = await shell(language)
    // A file comes when it likes: one that is not wanted any more must not have the last word.
    if (this.wanted !== language) return
    this.words = new Words([catalogue], [], null, language)
  }
}

export const speech = new Speech()

/** A text of the page itself. */
export function say(code: string, facts: Facts = {}): string {
  return speech.words.label(code, facts)
}

export function sayOr(code: string, otherwise: string, facts: Facts = {}): string {
  return speech.words.has('labels', code) ? speech.words.label(code, facts) : otherwise
}

/** A game's own words (from the server) with those of its screen (from the page); English where there are none in the language. */
export async function gameWords(
  game: string,
  ofScreen: (language: Language) => Promise<Catalogue>,
  language: Language = settings.language,
): Promise<Words> {
  await learnTitles()
  const ofGame = wordsOfGame(game, language === PSEUDO || speaks(game, language) ? language : 'en')
  const found = await Promise.all([ofScreen(language), ofGame, shell(language)].map((one) => one.catch(() => null)))
  return new Words(found.filter((one) => one !== null), [], null, language)
}

/** The same for one match, with what its options add. */
export async function matchWords(
  { game, options }: { game: string; options: Record<string, unknown> },
  screen: Pick<GameScreen, 'words' | 'wordsWith'>,
  language: Language = settings.language,
): Promise<Words> {
  const words = await gameWords(game, screen.words, language)
  return screen.wordsWith?.(words, options) ?? words
}

/** Words that follow the language for as long as a part is on the screen; null until they are there. Called while it is made. */
export function wordsHere(read: (language: Language) => Promise<Words> | null): { readonly now: Words | null } {
  let now = $state.raw<Words | null>(null)
  $effect(() => {
    let isWanted = true
    void read(settings.language)?.then((found) => isWanted && (now = found))
    return () => (isWanted = false)
  })
  return {
    get now() {
      return now
    },
  }
}

/** A sentence, or the bare code where a catalogue lacks it: a gap in the words must not stop a match. */
export function orCode(make: () => string, code: string): string {
  try {
    return make()
  } catch (error) {
    if (error instanceof MissingWords) return code
    throw error
  }
}
