/**
 * What options and their values are called. Names come from the game's words: `option.<name>`, and for values
 * `option_value.<name>.<value>` or, where they are the same for all options, `option_value.<value>`.
 */
import type { Words } from '../i18n/catalogue'
import { say } from '../i18n/speech.svelte'
import { canonical } from '../proof/canonical'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const optionTitle = (name: string, words: Words): string =>
  words.has('labels', `option.${name}`) ? words.label(`option.${name}`) : capital(words.has('words', name) ? words.word(name) : name.replaceAll('_', ' '))

/** Who begins is a person; in the record seats are counted from 0. */
export function optionValue(name: string, value: unknown, words: Words, people: readonly string[]): string {
  if (name === 'first' && typeof value === 'number') return people[value] ?? String(value + 1)
  const text = String(value)
  const code = [`option_value.${name}.${text}`, `option_value.${text}`].find((one) => words.has('labels', one))
  return code ? words.label(code) : capital(text.replaceAll('_', ' '))
}

/** In a few words each: what is not as in the rulebook, but for what means nothing. */
export function whatIsChanged(options: Record<string, unknown>, defaults: Record<string, unknown>, words: Words, people: readonly string[], idle: readonly string[] = []): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (idle.includes(name) || canonical(value) === canonical(defaults[name])) return []
    const what = optionTitle(name, words)
    if (value === true) return [what]
    if (value === false) return [say('lobby.without', { what })]
    return [`${what}: ${typeof value === 'object' ? say('lobby.own') : optionValue(name, value, words, people)}`]
  })
}
