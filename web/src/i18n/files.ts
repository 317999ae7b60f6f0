/** Texts that lie in files, one a language, read when they are wanted. */
import type { Language } from '../device/settings.svelte'

export type Files = Readonly<Record<string, () => Promise<unknown>>>
/** Letters with accents and two fifths longer: shows what is cut, and what was never given to a translator. */
export const PSEUDO: Language = 'en-XA'

/** Stretches what is not read from such files; null until something was stretched. */
let stretching: ((value: unknown) => unknown) | null = null
/** One text, as it is told in this language where it has none of its own. */
export const inPseudo = (text: string, language: Language): string => (language === PSEUDO && stretching ? (stretching(text) as string) : text)

/** The file of a language among those of a folder; English where there is none. */
export function inLanguage<T>(files: Files): (language: Language) => Promise<T> {
  const fileOf = (language: Language) => Object.entries(files).find(([path]) => path.endsWith(`/${language}.json`))?.[1]
  return async (language) => {
    if (language !== PSEUDO) return (await (fileOf(language) ?? fileOf('en')!)()) as T
    const [{ stretched }, english] = await Promise.all([import('./pseudo'), fileOf('en')!()])
    stretching = stretched
    return stretched(english) as T
  }
}
