/** Texts that lie in files, one a language, read when they are wanted. */
import type { Language } from '../device/settings.svelte'

export type Files = Readonly<Record<string, () => Promise<unknown>>>
/** Letters with accents and two fifths longer: shows what is cut, and what was never given to a translator. */
export const PSEUDO: Language = 'en-XA'

/** The file of a language among those of a folder; English where there is none. */
export function inLanguage<T>(files: Files): (language: Language) => Promise<T> {
  const fileOf = (language: Language) => Object.entries(files).find(([path]) => path.endsWith(`/${language}.json`))?.[1]
  return async (language) => {
    if (language !== PSEUDO) return (await (fileOf(language) ?? fileOf('en')!)()) as T
    const [{ stretched }, english] = await Promise.all([import('./pseudo'), fileOf('en')!()])
    return stretched(english) as T
  }
}
