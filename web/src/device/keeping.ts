/**
 * What this device keeps of its person, as a file to take along: settings, results, puzzles, what was told once. Not the seats
 * at tables: a token is a seat, and a file is passed around.
 *
 * A file that comes back is looked at before anything is changed: each thing has somebody who knows its shape, and one that is
 * wrong makes the whole file wrong. What a game keeps it names in its folder (`kept.ts`).
 */
import { settings } from './settings.svelte'
import { keep, recall } from './storage'

export type Shape = (value: unknown) => boolean

const FORMAT = 1
const LONGEST = 1_000_000

interface File {
  touchwood: number
  saved: string
  kept: Record<string, unknown>
}

// -- Shapes -------------------------------------------------------------------------------------------------------------------
export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)
export const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 200
export const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
export const listOf =
  (each: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(each)
export const recordOf =
  (each: Shape): Shape =>
  (value) =>
    isObject(value) && Object.values(value).every(each)
/** All of these, and nothing else. */
export const structOf =
  (shapes: Record<string, Shape>): Shape =>
  (value) =>
    isObject(value) && Object.keys(value).every((key) => key in shapes) && Object.entries(shapes).every(([key, shape]) => shape(value[key]))

const ofGames = import.meta.glob<Record<string, Shape>>('../games/*/kept.ts', { import: 'kept' })

async function shapes(): Promise<Record<string, Shape>> {
  const found = await Promise.all(Object.values(ofGames).map((load) => load()))
  return Object.assign({ settings: (value: unknown) => settings.couldBe(value), lessons: listOf(isText), played: listOf(isText), told: listOf(isText) }, ...found) as Record<string, Shape>
}

// -- There and back -------------------------------------------------------------------------------------------------------------
export async function keptAsText(now = new Date()): Promise<string> {
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(await shapes())) {
    const value = recall<unknown>(key, undefined)
    if (value !== undefined) kept[key] = value
  }
  return JSON.stringify({ touchwood: FORMAT, saved: now.toISOString().slice(0, 10), kept } satisfies File, null, 1)
}

/** Why a file was not taken. */
export type Unfit = 'no_file' | 'newer' | 'damaged'

/** Takes what a file has in place of what is here; null: done. What is wrong changes nothing. */
export async function takeKept(text: string): Promise<Unfit | null> {
  let file: unknown
  try {
    file = text.length <= LONGEST ? JSON.parse(text) : null
  } catch {
    return 'no_file'
  }
  if (!isObject(file) || !isWhole(file.touchwood)) return 'no_file'
  if ((file.touchwood as number) > FORMAT) return 'newer'
  const known = await shapes()
  if (!isObject(file.kept) || !Object.entries(file.kept).every(([key, value]) => Object.hasOwn(known, key) && known[key]!(value))) return 'damaged'
  for (const [key, value] of Object.entries(file.kept)) keep(key, value)
  settings.follow()
  return null
}
