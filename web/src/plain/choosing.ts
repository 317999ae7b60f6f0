/**
 * What may be done now, in an order one can choose from: by kind, and within a kind one by one where they are few, else
 * fact by fact (a clip by its edge, its line, its depth).
 */
import type { LegalAction } from '../protocol/protocol'
import type { Words } from '../i18n/catalogue'
import { actionName, fieldName, kindName, valueName } from './naming'
import { asFacts, factsOf, isStruct, type Facts, type Types } from './schema'

export interface Offer {
  action: unknown
  facts: Facts
  /** Its facts as they are called. */
  told: Record<string, string>
  sentence: string
}
export interface Kind {
  type: string
  label: string
  offers: Offer[]
}

/** More than this many of a kind are chosen fact by fact. */
export const FEW = 8

export function kindsOf(legal: readonly Pick<LegalAction, 'action' | 'text'>[], types: Types, words: Words): Kind[] {
  const kinds = new Map<string, Kind>()
  for (const { action, text } of legal) {
    const type = isStruct(action) && typeof action.type === 'string' ? action.type : ''
    const found = factsOf(types, types.action, action)
    const facts = asFacts(found)
    const told = Object.fromEntries(found.map(({ name, value, isSeat }) => [name, isSeat ? words.seat(value as number) : namesOf(value, words)]))
    const kind = kinds.get(type) ?? { type, label: kindName(words, type), offers: [] }
    kind.offers.push({ action, facts, told, sentence: actionName(words, type, facts, text) })
    kinds.set(type, kind)
  }
  return [...kinds.values()]
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

/** The facts by which these offers differ, each with what it may be after those before it, and the offer they lead to. */
export function stepsTo(offers: readonly Offer[], wanted: Facts, words: Words): { steps: Step[]; offer: Offer } {
  const steps: Step[] = []
  let left = offers
  for (const name of Object.keys(offers[0]!.facts)) {
    if (offers.every((offer) => same(offer.facts[name], offers[0]!.facts[name]))) continue
    const values = left
      .filter((offer, place) => left.findIndex((other) => same(other.facts[name], offer.facts[name])) === place)
      .map((offer) => ({ value: offer.facts[name], name: offer.told[name]! }))
    const isRange = values.length > FEW && values.every(({ value }) => typeof value === 'number')
    // A slider begins in its middle, a choice with its first value.
    const chosen = nearest(values.map(({ value }) => value), wanted[name] ?? (isRange ? values[values.length >> 1]!.value : undefined))
    steps.push({ name, label: fieldName(words, name), values, chosen, isRange })
    left = left.filter((offer) => same(offer.facts[name], chosen))
  }
  return { steps, offer: left[0]! }
}

/** What was wanted before, or what comes closest to it: changing the edge should not throw the line away. */
function nearest(values: readonly unknown[], wanted: unknown): unknown {
  if (values.some((value) => same(value, wanted))) return wanted
  if (typeof wanted !== 'number') return values[0]
  const numbers = values.filter((value) => typeof value === 'number')
  return [...numbers].sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0] ?? values[0]
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const namesOf = (value: unknown, words: Words): string => (Array.isArray(value) ? value.map((each) => valueName(words, each)).join(', ') : valueName(words, value))
