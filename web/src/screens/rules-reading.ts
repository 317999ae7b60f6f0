/** The rules as somebody at a table wants them: those of the options chosen, at the place of the moment, or by a word. */
import type { Language } from '../device/settings.svelte'
import type { Chosen, Conditional, GameScreen, Paragraph, RulePicture, RulesOutline, RulesText } from '../games/game'
import { canonical } from '../proof/canonical'

export interface ReadSection {
  id: string
  title: string
  picture?: string
  text: string[]
}

/** The rules to be read. They wait for what draws their pictures: a page that grows later jumps under who reads it. */
export async function readRules(screen: GameScreen, language: Language): Promise<{ text: RulesText; Picture: RulePicture | null }> {
  const [text, Picture] = await Promise.all([screen.rules(language), screen.picture?.() ?? null])
  return { text, Picture }
}

const fits = ({ when = {}, unless = {} }: Conditional, options: Chosen): boolean => {
  // What nobody has chosen yet is told as it may be chosen.
  const isSo = ([name, value]: [string, unknown]) => options[name] === undefined || canonical(options[name]) === canonical(value)
  const isNotSo = ([name, value]: [string, unknown]) => options[name] === undefined || canonical(options[name]) !== canonical(value)
  return Object.entries(when).every(isSo) && Object.entries(unless).every(isNotSo)
}

const spelled = (paragraph: Paragraph, options: Chosen): string =>
  (typeof paragraph === 'string' ? paragraph : paragraph.text).replace(/\{(\w+)\}/g, (_slot, name: string) => String(options[name] ?? '…'))

/** What holds under these options; the whole book has also the sections on what is not played now. */
export function rulesUnder(rules: RulesText, options: Chosen, { isWhole } = { isWhole: false }): ReadSection[] {
  return rules.sections
    .filter((section) => isWhole || fits(section, options))
    .map(({ id, title, picture, text }) => ({
      id: id ?? title,
      title,
      picture,
      text: text.filter((each) => typeof each === 'string' || fits(each, options)).map((each) => spelled(each, options)),
    }))
}

/** The section that tells a rule: of all that cover it, the one that names it most closely. */
export function sectionOfRule(outline: RulesOutline, rule: string): string | null {
  const covers = Object.entries(outline).flatMap(([id, section]) => section.covers.map((number) => ({ id, number })))
  const found = covers.filter(({ number }) => rule === number || rule.startsWith(`${number}.`))
  return found.sort((one, other) => other.number.length - one.number.length)[0]?.id ?? null
}

export const sectionOfMoment = (outline: RulesOutline, moment: string): string | null =>
  Object.entries(outline).find(([, section]) => section.moments?.includes(moment))?.[0] ?? null

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase()

/** The sections in which all these words are found. */
export function searched(sections: readonly ReadSection[], query: string): ReadSection[] {
  const wanted = folded(query).split(/\s+/).filter(Boolean)
  return sections.filter(({ title, text }) => wanted.every((word) => folded([title, ...text].join(' ')).includes(word)))
}

/** A text cut where a word of the query stands in it: every second part is found. */
export function foundIn(text: string, query: string): string[] {
  const wanted = query.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return wanted.length ? text.split(new RegExp(`(${wanted.join('|')})`, 'gi')) : [text]
}
