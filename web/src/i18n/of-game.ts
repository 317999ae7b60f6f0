/** A game's own words, as the server has them. */
import type { Language } from '../device/settings.svelte'
import { readWords } from '../wire/http'
import type { Catalogue } from './catalogue'
import { inLanguage, PSEUDO } from './files'

export const wordsOfGame = (game: string, language: Language): Promise<Catalogue> =>
  language === PSEUDO ? inLanguage<Catalogue>({ '/en.json': () => readWords(game, 'en') })(language) : readWords(game, language)
