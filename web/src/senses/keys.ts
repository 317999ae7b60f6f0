/**
 * Keys that work wherever the focus is, kept here and nowhere else; a part offers them while it is on the screen:
 *
 *   <div {@attach offerKeys(() => [{ shown: '1–4', says: 'point at a pile', press: (key) => ... }])}>
 *
 * - They are heard only where the part can be reached: not under an open sheet, not while a field is written in, not with
 *   Ctrl, Alt or Meta held.
 * - Who was writing when a question took the field away goes on for a moment: until they pause, no key is a move.
 * - Keys of a single character can be switched off (WCAG 2.1.4).
 * - What is offered is what the sheet of keys (`?`) lists. Keys that only one element hears (arrows in a hand) are told
 *   here too, without `press`.
 */
import type { Attachment } from 'svelte/attachments'
import { settings } from '../device/settings.svelte'
import { topmost } from './focus'

export interface Offered {
  /** As it is written in the sheet of keys. */
  shown: string
  /** What it does. */
  says: string
  /** It only tells something, so the sheet of keys offers it as a button too: for who has no keys. */
  tells?: true
  /** False: not for this key. Missing: the element that has the focus hears it. */
  press?: (key: string) => boolean
}

interface Part {
  root: HTMLElement
  offers: () => readonly Offered[]
}

let parts: readonly Part[] = []

export function offerKeys(offers: () => readonly Offered[]): Attachment<HTMLElement> {
  return (root) => {
    const part = { root, offers }
    parts = [...parts, part]
    return () => (parts = parts.filter((other) => other !== part))
  }
}

/** One key alone. */
export function only(meant: string, key: string, use: () => void): boolean {
  if (key !== meant) return false
  use()
  return true
}

/** The digits that name so many things, as they are written in the sheet of keys. */
export const digitsFor = (count: number): string => (count > 1 ? `1–${Math.min(9, count)}` : '1')

/** A digit that names one of several things, counted from 1. */
export function digit<T>(key: string, things: readonly T[], use: (thing: T) => void): boolean {
  const place = /^[1-9]$/.test(key) ? Number(key) - 1 : -1
  if (place < 0 || place >= things.length) return false
  use(things[place]!)
  return true
}

const isReached = ({ root }: Part): boolean => topmost().contains(root) && root.closest('[inert]') === null

const reached = (): Part[] => parts.filter(isReached).reverse()
const offersOf = (offering: readonly Part[]): Offered[] => offering.flatMap((part) => part.offers())

/** The keys of the moment, newest part first: what is nearest to what is going on. */
export const keysNow = (): Offered[] => offersOf(reached())

/** The same, to be told from now on as they are then: in another language, or under the sheet that lists them. */
export function keysFromNow(): () => Offered[] {
  const offering = reached()
  return () => offersOf(offering.filter((part) => parts.includes(part)))
}

/** A field takes characters itself; a slider or a switch does not. */
const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=range], [type=checkbox]), select, textarea, [contenteditable]') !== null

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWritten(event.target)) return
  if (event.key.length === 1 && !settings.letters) return
  // A single character means the same in capitals.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (keysNow().some((offered) => offered.press?.(key))) event.preventDefault()
}

/** After so many milliseconds without a key somebody has noticed that the field is gone. */
const NOTICED = 1000
let lastKey = -NOTICED
let isWritingOn = false

/** A field is about to be taken away from whoever has it. */
export function fieldTaken(): void {
  isWritingOn = isWritten(document.activeElement)
}

function followed(event: KeyboardEvent): void {
  const now = performance.now()
  isWritingOn &&= now - lastKey < NOTICED
  lastKey = now
  if (!isWritingOn || isWritten(event.target)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Begins to listen; the answer ends it. */
export function hearKeys(): () => void {
  document.addEventListener('keydown', followed, true)
  document.addEventListener('keydown', pressed)
  return () => {
    document.removeEventListener('keydown', followed, true)
    document.removeEventListener('keydown', pressed)
  }
}
