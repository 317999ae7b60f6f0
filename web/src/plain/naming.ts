/** How things are called at a table the page knows nothing about: the game's words, else the bare name made readable. */
import type { Words } from '../i18n/catalogue'
import { say } from '../i18n/speech.svelte'
import { asFacts, factsOf, isStruct, partsOf, type Facts, type Schema, type Types } from './schema'

/** `hand_size` is "Hand size": good enough for a game whose author has not named its fields yet. */
export const readable = (code: string): string => capital(code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase())

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A field of the view or of an action; section `fields`. */
export const fieldName = (words: Words, name: string): string => words.found('fields', name) ?? readable(name)

/** A fact that is called by the whole way to it, "From: Row", unless the game has a name for that (`start_row`). */
export const wayName = (words: Words, name: string, path: readonly string[]): string =>
  words.found('fields', name) ?? (name === path.at(-1) ? readable(name) : path.map((each) => fieldName(words, each)).reduce((told, difference) => say('plain.apart', { name: told, difference })))

/** A card, a colour, a word; section `words`. */
export const valueName = (words: Words, value: unknown): string =>
  words.has('words', String(value)) ? words.word(value) : /^[a-z]+(_[a-z]+)+$/.test(String(value)) ? readable(String(value)) : String(value)

/** Any value within an action, by its type: a seat by its player, a row or a struct by what is in it. */
export function toldValue(words: Words, types: Types, schema: Schema | undefined, value: unknown): string {
  if (value === null || value === undefined) return say('plain.none')
  if (typeof value === 'boolean') return say(value ? 'plain.yes' : 'plain.no')
  const type = types.of(schema, value)
  const parts = partsOf(types, type, value) ?? (Array.isArray(value) ? value.map((each, place) => ({ value: each, schema: types.part(type, place) })) : null)
  if (parts) return words.listed(parts.map((part) => toldValue(words, types, part.schema, part.value))) || say('plain.none')
  return type['x-shown'] === 'seat' ? words.seat(value as number) : valueName(words, type['x-words']?.[String(value)] ?? value)
}

/** Names that stand beside each other: where some are the same, each is followed by what tells it apart from those. */
export function toldApart<T>(all: readonly T[], nameOf: (one: T) => string, tellApart: (one: T, alike: readonly T[]) => string): string[] {
  const alike = grouped(all, nameOf)
  return all.map((one) => {
    const others = alike.get(nameOf(one))!
    return others.length > 1 ? say('plain.apart', { name: nameOf(one), difference: tellApart(one, others) }) : nameOf(one)
  })
}

/** By their keys, in the order they came. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** What doing it means; section `actions`, else as the codec writes it. */
export const actionName = (words: Words, type: string, facts: Facts, text: string): string => words.found('actions', type, facts) ?? capital(text)

/** A whole action that no list names (built, or sealed): section `actions`; null: the game has no sentence for it. */
export const wholeName = (words: Words, types: Types, action: unknown): string | null =>
  isStruct(action) ? words.found('actions', String(action.type), asFacts(factsOf(types, types.action, action))) : null

/** What several actions of a kind have in common; section `kinds`. */
export const kindName = (words: Words, type: string): string => words.found('kinds', type) ?? readable(type)

/** What is built from parts; section `kinds` too, by the builder's name. */
export const builderName = kindName

/**
 * A step of building: section `choices` for a tagged one (`PilePart`, or with a value that has a name of its own
 * `PilePart.0`), `words` for a bare one, else as the builder writes it.
 */
export function choiceName(words: Words, { choice, text }: { choice: unknown; text: string }): string {
  if (isStruct(choice) && typeof choice.type === 'string') {
    const { type, ...facts } = choice
    return words.found('choices', `${type}.${Object.values(facts).join('.')}`) ?? words.found('choices', type, facts) ?? capital(text)
  }
  return words.has('words', String(choice)) ? words.word(choice) : capital(text)
}
