/**
 * Catalogues read aloud: the twin of `touchwood.core.words`, slot for slot.
 *
 *   {count}                     the fact as it is
 *   {count:plural card cards}   the word for one and the word for others, by the plural rules of the language
 *   {count:plural one=karta few=karty many=kart other=karty}    the same where a language has more forms
 *   {seat:seat}                 the name of a seat, or "you"
 *   {kind:word}                 the word of that value, from the section `words`; a list of values is joined
 *   {points:by_seat}            a list with a value for each seat, each with its name: "you 3, Bo 1"; null is left out
 *
 * An event's sentence may be a list (the first one whose facts are all there is taken) and may have two voices
 * (`{"you": ..., "they": ...}`). The page's own texts are catalogues too, so there is one way to make a sentence.
 */

export type Sentence = string | string[] | { [voice: string]: string | string[] }
export type Catalogue = Record<string, Record<string, Sentence>>
export type Facts = Record<string, unknown>
/** An event of a game or a table: which one it is, and its facts. */
export interface TaggedEvent {
  type: string
  [fact: string]: unknown
}

const SLOT = /\{(\w+)(?::(\w+)((?: [^}]+)?))?\}/g

export class MissingWords extends Error {}

export class Words {
  constructor(
    /** Asked in this order. */
    readonly catalogues: readonly Catalogue[],
    /** The players, by seat. */
    readonly names: readonly string[] = [],
    /** The seat that listens; null looks on. */
    readonly listener: number | null = null,
    /** Of the first catalogue: by its rules a plural is chosen. */
    readonly language: string = 'en',
  ) {}

  for(names: readonly string[], listener: number | null): Words {
    return new Words(this.catalogues, names, listener, this.language)
  }

  before(catalogue: Catalogue): Words {
    return new Words([catalogue, ...this.catalogues], this.names, this.listener, this.language)
  }

  // -- Whole sentences ----------------------------------------------------------------------------------------------
  event(event: TaggedEvent, section = 'events'): string {
    let sentence = this.find(section, event.type)
    if (typeof sentence === 'object' && !Array.isArray(sentence)) {
      sentence = sentence[this.listener !== null && event.seat === this.listener ? 'you' : 'they'] ?? []
    }
    const candidates = typeof sentence === 'string' ? [sentence] : sentence
    const facts = (candidate: string): unknown[] => [...candidate.matchAll(SLOT)].map((slot) => event[slot[1]!])
    const told = candidates.filter((candidate) => facts(candidate).every((fact) => fact !== null && fact !== undefined))
    // An empty row says nothing, so a sentence that does without it is the better one.
    const best = told.find((candidate) => !facts(candidate).some((fact) => Array.isArray(fact) && fact.length === 0)) ?? told[0]
    if (best !== undefined) return this.fill(best, event)
    throw new MissingWords(`no sentence for ${event.type} has all its facts`)
  }

  /** What happened at the table itself: somebody joined, a clock was stopped. */
  tableEvent(event: TaggedEvent): string {
    return this.event(event, 'table_events')
  }

  refusal(code: string, facts: Facts = {}): string {
    return this.fill(this.text('refusals', code), facts)
  }

  error(code: string, facts: Facts = {}): string {
    return this.fill(this.text('problems', code), facts)
  }

  label(code: string, facts: Facts = {}): string {
    return this.fill(this.text('labels', code), facts)
  }

  /** What a lesson says. */
  lesson(code: string): string {
    return this.fill(this.text('lesson', code), {})
  }

  /** A sentence of any section; null: there is none, or not all of its facts are there. */
  found(section: string, code: string, facts: Facts = {}): string | null {
    try {
      return this.event({ ...facts, type: code }, section)
    } catch (error) {
      if (error instanceof MissingWords) return null
      throw error
    }
  }

  // -- Parts of sentences -------------------------------------------------------------------------------------------
  /** A label that stands inside another sentence. */
  part(code: string, facts: Facts = {}): string {
    return this.fillSlots(this.text('labels', code), facts)
  }

  word(value: unknown): string {
    return this.text('words', asText(value))
  }

  seat(seat: number): string {
    if (seat === this.listener) return this.word('you')
    return this.names[seat] ?? `${this.word('player')} ${seat + 1}`
  }

  /** Labels as a sentence, with the point of the language. */
  ended(text: string): string {
    return /[.!?。！？]$/.test(text) ? text : `${text}${marksOf(this.language).end}`
  }

  /** Labels in a row, without the empty ones. */
  listed(parts: readonly string[]): string {
    return parts.filter(Boolean).join(marksOf(this.language).between)
  }

  /** Labels one after the other, each a sentence of its own; the last one may go on. */
  apart(parts: readonly string[]): string {
    const told = parts.filter(Boolean)
    return told.map((part, place) => (place < told.length - 1 ? this.ended(part) : part)).join(' ')
  }

  has(section: string, code: string): boolean {
    return this.catalogues.some((catalogue) => catalogue[section]?.[code] !== undefined)
  }

  // -- Inside -------------------------------------------------------------------------------------------------------
  private find(section: string, code: string): Sentence {
    for (const catalogue of this.catalogues) {
      const sentence = catalogue[section]?.[code]
      if (sentence !== undefined) return sentence
    }
    throw new MissingWords(`no catalogue has ${section}.${code}`)
  }

  private text(section: string, code: string): string {
    const sentence = this.find(section, code)
    if (typeof sentence !== 'string') throw new MissingWords(`${section}.${code} is not a plain sentence`)
    return sentence
  }

  private fill(sentence: string, facts: Facts): string {
    const filled = this.fillSlots(sentence, facts)
    // "you" opens a sentence with a capital, a name has one already.
    return filled.charAt(0).toUpperCase() + filled.slice(1)
  }

  private bySeat(values: readonly unknown[]): string {
    const told = values.map((value, seat) => (value === null ? '' : `${this.seat(seat)} ${typeof value === 'string' ? this.word(value) : asText(value)}`))
    return told.filter(Boolean).join(', ')
  }

  private fillSlots(sentence: string, facts: Facts): string {
    return sentence.replace(SLOT, (_slot, name: string, way: string | undefined, rest: string) => {
      const fact = facts[name]
      if (way === 'plural') return pluralWord(this.language, fact, rest.trim())
      if (way === 'by_seat') return this.bySeat(fact as readonly unknown[])
      const spell = (value: unknown) =>
        way === 'seat' ? this.seat(value as number) : way === 'word' ? this.word(value) : asText(value)
      return Array.isArray(fact) ? fact.map(spell).join(', ') : spell(fact)
    })
  }
}

const MARKS: Readonly<Record<string, { end: string; between: string }>> = { ja: { end: '。', between: '、' } }
const marksOf = (language: string) => MARKS[language] ?? { end: '.', between: ', ' }

const rules = new Map<string, Intl.PluralRules>()

/** The form of a word that goes with a number; `forms` as a slot names them. */
export function pluralWord(language: string, count: unknown, forms: string): string {
  const words = forms.split(' ')
  const named = new Map(forms.includes('=') ? words.map((word) => word.split('=') as [string, string]) : words.map((word, place) => [place ? 'other' : 'one', word]))
  if (!rules.has(language)) rules.set(language, new Intl.PluralRules(language))
  const category = typeof count === 'number' ? rules.get(language)!.select(Math.abs(count)) : 'other'
  return named.get(category) ?? named.get('other') ?? ''
}

/** Values as Python spells them, since the catalogues are shared. */
function asText(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  return String(value)
}
