/** Which part of the screen a lesson points at. */

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
