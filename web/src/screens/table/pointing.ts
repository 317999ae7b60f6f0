/** Which part of the screen a lesson points at. */
import { covered, type Box } from '../../parts/toasts-below'

const isThere = (element: HTMLElement): boolean => element.getClientRects().length > 0 && !element.closest('[inert]')

/**
 * What to touch next, of things that are to be touched one after the other: the first one that is there and not chosen
 * yet. One that cannot be pressed yet waits for those before it.
 */
export function toTouch(points: readonly string[], root: ParentNode = document): HTMLElement | null {
  for (const point of points) {
    const parts = [...root.querySelectorAll<HTMLElement>(`[data-point="${CSS.escape(point)}"]`)].filter(isThere)
    const part = parts.find((one) => one.getAttribute('aria-disabled') !== 'true') ?? null
    if (part && !parts.some((one) => one.getAttribute('aria-pressed') === 'true')) return part
  }
  return null
}

const MARGIN = 10
/** The bar of the table stays in sight. */
const BAR = 60

type Size = Pick<Box, 'width' | 'height'>
/** A place, and how much of what is to be touched lies below it. */
export type Place = Pick<Box, 'left' | 'top'> & { cost: number }

/**
 * Where what is said lies: at the other end of the screen than what it speaks of, in the middle if that covers nothing
 * that is to be touched, else where it covers least. `bar`: what the top of the screen is needed for, in pixels.
 */
export function placeFor(size: Size, room: Size, toTouch: readonly Box[], bar = BAR): Place {
  const [top, bottom] = [Math.max(BAR, bar), room.height - size.height - MARGIN]
  const middle = toTouch.reduce((sum, box) => sum + box.top + box.height / 2, 0) / Math.max(1, toTouch.length)
  const rows = toTouch.length && middle > room.height / 2 ? [top, bottom] : [bottom, top]
  const columns = [(room.width - size.width) / 2, room.width - size.width - MARGIN, MARGIN]
  const places = columns.flatMap((left) => rows.map((row) => ({ left, top: row })))
  const weighed = places.map((place) => ({ ...place, cost: toTouch.reduce((sum, box) => sum + covered(box, { ...place, ...size }), 0) }))
  const least = Math.min(...weighed.map(({ cost }) => cost))
  return weighed.find(({ cost }) => cost === least)!
}

/** What a finger must find: the things to be pressed inside a place, or the thing itself; a surface is felt all over. */
export function touchedIn(element: HTMLElement): Box[] {
  const isSurface = element.closest('[data-surface]') !== null
  const inside = isSurface ? [] : [...element.querySelectorAll<HTMLButtonElement>('button:not(:disabled, [aria-disabled=true])')].filter(isThere)
  return (inside.length ? inside : [element]).map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return { left, top, width, height }
  })
}
