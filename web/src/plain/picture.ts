/**
 * A view as a picture anybody can read: what lies on the felt, what is with each player. It is made from the view and the
 * types of the game alone, and drawn twice, as a table (`Items.svelte`) and as text (`TextItems.svelte`).
 *
 * Nothing is shown that says nothing: null, false, an empty row. A seat becomes a mark at that player, a row with one
 * value for each seat becomes a part of each player.
 */
import type { Words } from '../i18n/catalogue'
import { fieldName, valueName } from './naming'
import { isStruct, partsOf, type Facts, type Schema, type Types } from './schema'

export interface Piece {
  value: string
  name: string
  /** On a board: how it is written. */
  letter?: string
}

interface Named {
  name: string
  label: string
  /** To be opened by who wants to know. */
  isFolded?: boolean
}
export type Item = Named &
  (
    | { kind: 'number'; value: number }
    | { kind: 'flag' }
    | { kind: 'pieces'; pieces: Piece[]; isOne: boolean }
    | { kind: 'numbers'; values: number[] }
    | { kind: 'counts'; counts: { piece: Piece; count: number }[] }
    | { kind: 'grid'; rows: Piece[][] }
    | { kind: 'seats'; seats: number[] }
    | { kind: 'group'; items: Item[] }
    | { kind: 'list'; rows: Item[][] }
  )

export interface AtSeat {
  /** Short marks beside the name: Headpointer, ready, out. */
  marks: string[]
  items: Item[]
}

export interface Picture {
  felt: Item[]
  seats: AtSeat[]
  options: Item[]
  phase: string | null
  /** Whom the table waits for, as far as the view tells. */
  asked: number[]
}

/** Told elsewhere: who looks, by which rules, what was agreed, what is awaited of whom. */
const ELSEWHERE = ['viewer', 'version', 'options', 'phase', 'asked']

export function pictureOf(view: Facts, types: Types, words: Words, seatCount: number): Picture {
  const whole = types.of(types.view, view)
  const seats = Array.from({ length: seatCount }, (): AtSeat => ({ marks: [], items: [] }))
  const felt: Item[] = []
  /** Once, however many parts of the view say so; how often, where one names the seat again and again. */
  const mark = (seat: number, label: string, times = 1): void => {
    const told = times > 1 ? `${label} ×${times}` : label
    if (!seats[seat]?.marks.includes(told)) seats[seat]?.marks.push(told)
  }
  const put = (seat: number, item: Item | null): void => {
    if (item?.kind === 'flag') mark(seat, item.label)
    else if (item) seats[seat]?.items.push(item)
  }
  for (const { name, value, schema } of partsOf(types, whole, view) ?? []) {
    const type = types.of(schema, value)
    if (ELSEWHERE.includes(name) || type['x-shown'] === 'not') continue
    const marked = seatsIn(type, value, types)
    if (marked) marked.forEach((seat) => mark(seat, fieldName(words, name), marked.filter((other) => other === seat).length))
    else if (type['x-by'] === 'seat' && Array.isArray(value)) {
      value.forEach((each, seat) => {
        const inner = types.of(types.part(type, seat), each)
        if (isStruct(each)) for (const part of partsOf(types, inner, each)!) put(seat, itemOf(part.name, part.value, types.of(part.schema, part.value), types, words))
        else put(seat, itemOf(name, each, inner, types, words))
      })
    } else {
      const item = itemOf(name, value, type, types, words)
      if (item) felt.push(item)
    }
  }
  const options = isStruct(view.options) ? itemsOf(view.options, types.part(whole, 'options'), types, words) : []
  const phase = typeof view.phase === 'string' ? view.phase : null
  return { felt, seats, options, phase, asked: seatsIn(types.of(types.part(whole, 'asked'), view.asked), view.asked, types) ?? [] }
}

/** The seats a value names; null: it names none, but is something else. */
function seatsIn(type: Schema, value: unknown, types: Types): number[] | null {
  if (type['x-shown'] === 'seat') return [value as number]
  if (!Array.isArray(value) || type['x-by']) return null
  const inner = types.of(types.part(type, 0), value[0] ?? 0)
  return inner['x-shown'] === 'seat' ? (value as number[]) : null
}

function itemsOf(value: unknown, schema: Schema | undefined, types: Types, words: Words): Item[] {
  const parts = partsOf(types, types.of(schema, value), value) ?? []
  return parts.flatMap((part) => itemOf(part.name, part.value, types.of(part.schema, part.value), types, words) ?? [])
}

/** One value with its name; null: there is nothing to show. */
export function itemOf(name: string, value: unknown, type: Schema, types: Types, words: Words): Item | null {
  if (value === null || value === false || type['x-shown'] === 'not') return null
  const named: Named = { name, label: fieldName(words, name) }
  if (type['x-shown'] === 'on_demand') named.isFolded = true
  const seats = seatsIn(type, value, types)
  if (seats) return seats.length ? { ...named, kind: 'seats', seats } : null
  if (value === true) return { ...named, kind: 'flag' }
  const worded = typeof value === 'number' ? type['x-words']?.[String(value)] : undefined
  if (worded !== undefined) return { ...named, kind: 'pieces', pieces: [pieceOf(worded, words)], isOne: true }
  if (typeof value === 'number') return { ...named, kind: 'number', value }
  if (typeof value === 'string') return { ...named, kind: 'pieces', pieces: [pieceOf(value, words)], isOne: true }
  if (partsOf(types, type, value)) {
    const items = itemsOf(value, type, types, words)
    return items.length ? { ...named, kind: 'group', items } : null
  }
  return Array.isArray(value) && value.length ? rowOf(named, value, type, types, words) : null
}

function rowOf(named: Named, values: unknown[], type: Schema, types: Types, words: Words): Item | null {
  const { 'x-by': by, 'x-words': letters } = type
  if (type['x-shown'] === 'grid') {
    const rows = (values as string[]).map((row) => [...row].map((letter) => ({ ...pieceOf(letters?.[letter] ?? letter, words), letter })))
    return { ...named, kind: 'grid', rows }
  }
  if (Array.isArray(by)) {
    const counts = by.map((value, place) => ({ piece: pieceOf(value, words), count: values[place] as number })).filter(({ count }) => count > 0)
    return counts.length ? { ...named, kind: 'counts', counts } : null
  }
  if (values.every((value) => typeof value === 'string')) return { ...named, kind: 'pieces', pieces: values.map((value) => pieceOf(value, words)), isOne: false }
  if (values.every((value) => typeof value === 'number')) return { ...named, kind: 'numbers', values }
  const rows = values.map((value, place) => {
    const inner = types.of(types.part(type, place), value)
    if (partsOf(types, inner, value)) return itemsOf(value, inner, types, words)
    const item = itemOf(named.name, value, inner, types, words)
    return item ? [{ ...item, label: '' }] : []
  })
  const told = rows.filter((row) => row.length > 0)
  return told.length ? { ...named, kind: 'list', rows: told } : null
}

const pieceOf = (value: string, words: Words): Piece => ({ value, name: valueName(words, value) })

// -- As text --------------------------------------------------------------------------------------------------------------

/** An item in one line, without its label. */
export function spelled(item: Item, seatName: (seat: number) => string): string {
  switch (item.kind) {
    case 'number':
      return String(item.value)
    case 'flag':
      return ''
    case 'pieces':
      return item.pieces.map(({ name }) => name).join(', ')
    case 'numbers':
      return item.values.join(', ')
    case 'counts':
      return item.counts.map(({ piece, count }) => `${piece.name} ×${count}`).join(', ')
    case 'grid':
      return item.rows.map((row) => row.map(({ name }) => name).join(' ')).join('; ')
    case 'seats':
      return item.seats.map(seatName).join(', ')
    case 'group':
      return inOneLine(item.items, seatName)
    case 'list':
      return item.rows.map((row) => inOneLine(row, seatName)).join('; ')
  }
}

export function inOneLine(items: readonly Item[], seatName: (seat: number) => string): string {
  return items.map((item) => [item.label, spelled(item, seatName)].filter(Boolean).join(' ')).join(', ')
}
