/** Where toasts lie: over nothing that is to be touched. */

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** How much of a thing is covered, of 1: half a large one is still found, a small one that is gone is not. */
export const covered = (one: Box, by: Box): number => {
  const across = Math.min(one.left + one.width, by.left + by.width) - Math.max(one.left, by.left)
  const down = Math.min(one.top + one.height, by.top + by.height) - Math.max(one.top, by.top)
  return (Math.max(0, across) * Math.max(0, down)) / Math.max(1, one.width * one.height)
}

export const TOASTS_FROM = 4
const APART = 6

/** Toasts lie below what is to be touched where they would lie over it: from here on, in pixels; null: they stay where they are. */
export function toastsBelow(toasts: Box, toTouch: readonly Box[]): number | null {
  let { top } = toasts
  for (;;) {
    const met = toTouch.filter((box) => covered(box, { ...toasts, top }) > 0)
    if (met.length === 0) return top === toasts.top ? null : top
    top = Math.max(...met.map((box) => box.top + box.height)) + APART
  }
}

/** What there is to press next at a table, as far as it is in sight. */
export const nextToPress = (): Box[] =>
  [...document.querySelectorAll<HTMLElement>('[data-next]')]
    .filter((one) => one.getClientRects().length > 0 && !one.closest('[inert], dialog'))
    .map((one) => one.getBoundingClientRect())
