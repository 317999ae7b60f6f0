/**
 * What may be done now, in an order one can choose from: by kind, and within a kind one by one where they are few, else
 * fact by fact (a clip by its edge, its line, its depth).
 */
import type { LegalAction } from '../protocol/protocol'
import type { Words } from '../i18n/catalogue'
import { say } from '../i18n/speech.svelte'
import { actionName, grouped, kindName, toldApart, toldValue, wayName } from './naming'
import { asFacts, factsOf, isStruct, namesOf, type Facts, type Types } from './schema'

export interface Offer {
  action: unknown
  /** By the names of its kind. */
  facts: Facts
  /** Its facts as they are called. */
  told: Record<string, string>
  sentence: string
  /** As the codec writes it: no two are written alike. */
  text: string
}
export interface Kind {
  type: string
  label: string
  /** Whatever any of its offers has. */
  facts: { name: string; label: string }[]
  /** No two have the same sentence. */
  offers: Offer[]
}

/** More than this many of a kind are chosen fact by fact. */
export const FEW = 8

type Legal = Pick<LegalAction, 'action' | 'text'>
const typeOf = (action: unknown): string => (isStruct(action) && typeof action.type === 'string' ? action.type : '')

export function kindsOf(legal: readonly Legal[], types: Types, words: Words): Kind[] {
  return [...grouped(legal, ({ action }) => typeOf(action))].map(([type, all]) => kindOf(type, all, types, words))
}

function kindOf(type: string, legal: readonly Legal[], types: Types, words: Words): Kind {
  const found = legal.map(({ action }) => factsOf(types, types.action, action))
  const names = namesOf(found.flatMap((facts) => facts.map(({ path }) => path)))
  const facts = [...names].map(([name, path]) => ({ name, label: wayName(words, name, path) }))
  const nameOf = new Map([...names].map(([name, path]) => [path.join('_'), name]))
  const offers = legal.map(({ action, text }, place): Offer => {
    const own = found[place]!.map((fact) => ({ ...fact, name: nameOf.get(fact.path.join('_'))! }))
    return {
      action,
      facts: Object.fromEntries(own.map(({ name, value }) => [name, value])),
      told: Object.fromEntries(own.map(({ name, value, schema }) => [name, toldValue(words, types, schema, value)])),
      sentence: actionName(words, type, asFacts(own), text),
      text,
    }
  })
  const sentences = toldApart(offers, ({ sentence }) => sentence, (offer, alike) => differenceOf(offer, alike, words))
  return { type, label: kindName(words, type), facts, offers: offers.map((offer, place) => ({ ...offer, sentence: sentences[place]! })) }
}

/** What tells an offer apart from those with its sentence: the facts in which they differ, or how it is written. */
function differenceOf(offer: Offer, alike: readonly Offer[], words: Words): string {
  const differing = Object.keys(offer.told).filter((name) => alike.some((other) => other.told[name] !== offer.told[name]))
  const difference = (one: Offer): string => words.listed(differing.map((name) => one.told[name] ?? ''))
  return alike.some((other) => other !== offer && difference(other) === difference(offer)) ? offer.text : difference(offer)
}

export interface Step {
  name: string
  label: string
  /** In the order of the actions' numbers. */
  values: { value: unknown; name: string }[]
  chosen: unknown
  /** A long row of numbers is a slider. */
  isRange: boolean
}

/** The last step, where facts do not tell all offers apart: which of those that are left, by its text. */
const WHICH = ''

/** The facts by which these offers differ, each with what it may be after those before it, and the offer they lead to. */
export function stepsTo({ label: kindLabel, facts, offers }: Kind, wanted: Facts): { steps: Step[]; offer: Offer } {
  const steps: Step[] = []
  let left = offers
  const choose = (name: string, label: string, valueOf: (offer: Offer) => unknown, nameOf: (offer: Offer) => string): void => {
    const byValue = grouped(left, (offer) => keyOf(valueOf(offer)))
    const those = [...byValue.values()].map(([first]) => first!)
    // None of those that are left has it.
    if (those.every((offer) => valueOf(offer) === null)) return
    const names = toldApart(those, nameOf, (offer) => [valueOf(offer)].flat().join(' '))
    const values = those.map((offer, place) => ({ value: valueOf(offer), name: names[place]! }))
    const isRange = values.length > FEW && values.every(({ value }) => typeof value === 'number')
    // A slider begins in its middle, a choice with its first value.
    const chosen = nearest(values.map(({ value }) => value), name in wanted ? wanted[name] : isRange ? values[values.length >> 1]!.value : undefined)
    steps.push({ name, label, values, chosen, isRange })
    left = byValue.get(keyOf(chosen))!
  }
  for (const { name, label } of facts) {
    const valueOf = (offer: Offer): unknown => offer.facts[name] ?? null
    const first = keyOf(valueOf(offers[0]!))
    if (offers.some((offer) => keyOf(valueOf(offer)) !== first)) choose(name, label, valueOf, (offer) => offer.told[name] ?? say('plain.none'))
  }
  if (left.length > 1) choose(WHICH, kindLabel, ({ text }) => text, ({ sentence }) => sentence)
  return { steps, offer: left[0]! }
}

/** What was wanted before, or what comes closest to it: changing the edge should not throw the line away. */
function nearest(values: readonly unknown[], wanted: unknown): unknown {
  const key = keyOf(wanted)
  const same = values.find((value) => keyOf(value) === key)
  if (same !== undefined) return same
  if (typeof wanted !== 'number') return values[0]
  const numbers = values.filter((value) => typeof value === 'number')
  return [...numbers].sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0] ?? values[0]
}

const keyOf = (value: unknown): string => JSON.stringify(value)
