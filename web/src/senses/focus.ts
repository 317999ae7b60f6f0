/**
 * Where the focus is: one rule for the whole page, kept here and nowhere else.
 *
 *   1. A sheet gives the focus back to what opened it. One that comes by itself begins at its heading, others at their
 *      first button. Sheets report here (`opened`, `closed`); nobody else calls `showModal`.
 *   2. After a move the focus is on the next thing to decide: what a screen has marked with `data-next`. If there is
 *      nothing, it waits on what is marked with `data-status`, and goes on from there as soon as there is something.
 *   3. It never lies on `body`. What had it may vanish, become inert or be disabled at any time; then rule 2 holds.
 *   4. It is never taken away from somebody: it moves on only where it is lost, waits, or has just made a move (`acted`).
 *
 * Screens only mark; they do not call `focus()`, except within a list that is walked with arrows.
 */

interface Open {
  sheet: HTMLDialogElement
  opener: Element | null
}

const sheets: Open[] = []
/** Nobody has chosen where the focus is: it waits for the next thing to decide. */
let isWaiting = true
/** A move was made where the focus is; what comes next may be elsewhere. */
let hasActed = false
let isOurs = false
/** The finger or mouse was used last; nobody has pressed a key yet. */
let hasPointer = true

/** What can be reached now: the newest sheet, or the page. */
export const topmost = (): HTMLElement => sheets.at(-1)?.sheet ?? document.body

export const isSheetOpen = (): boolean => sheets.length > 0

/** `begins`: what has the focus in it; null: its first button. */
export function opened(sheet: HTMLDialogElement, begins: HTMLElement | null = null): void {
  sheets.push({ sheet, opener: document.activeElement })
  asOurs(() => {
    sheet.showModal?.()
    begins?.focus({ preventScroll: true })
  })
}

export function closed(sheet: HTMLDialogElement): void {
  const place = sheets.findIndex((open) => open.sheet === sheet)
  if (place < 0) return
  const [{ opener }] = sheets.splice(place, 1) as [Open]
  const wasTopmost = place === sheets.length
  // A sheet that was opened from this one gives back to where this one came from.
  for (const newer of sheets.slice(place)) if (newer.opener && sheet.contains(newer.opener)) newer.opener = opener
  sheet.close?.()
  if (wasTopmost && opener && canHaveFocus(opener)) give(opener)
  settleSoon()
}

/** Somebody walks with keys, so that what has the focus is what is looked at. */
export const isWalked = (): boolean => !hasPointer

/** A move made from where the focus is was taken, and what it brought is on the screen. */
export function acted(): void {
  hasActed = true
  settleSoon()
}

/** A new screen: whoever came here by keys begins at its status, or at what there is to decide. */
export function arrived(): void {
  isWaiting = true
  settleSoon()
}

function canHaveFocus(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element !== document.body &&
    element.isConnected &&
    topmost().contains(element) &&
    element.closest('[inert]') === null &&
    !element.matches(':disabled') &&
    (element.checkVisibility?.({ visibilityProperty: true }) ?? true)
  )
}

function asOurs(change: () => void): void {
  isOurs = true
  change()
  isOurs = false
}

function give(element: HTMLElement): void {
  // A finger shows where it is by itself; only who walks with keys needs the place to be scrolled to.
  asOurs(() => element.focus({ preventScroll: hasPointer }))
}

function first(marked: string): HTMLElement | null {
  const found = [...topmost().querySelectorAll(marked)].filter(canHaveFocus)
  return found.find((each) => each.getAttribute('aria-disabled') !== 'true') ?? found[0] ?? null
}

/** The status, or what comes nearest to it. */
function resting(): HTMLElement | null {
  const sheet = sheets.at(-1)?.sheet
  if (sheet) return sheet
  const found = first('[data-status]') ?? first('h1') ?? first('main')
  // What can have the focus by itself (a button) stays in the order of Tab.
  if (found && found.tabIndex < 0 && !found.hasAttribute('tabindex')) found.tabIndex = -1
  return found
}

/** Not while the browser's own bars have it: who leaves the page by Tab is not called back. */
const isLost = (): boolean => document.hasFocus() && isNowhere()
const isNowhere = (): boolean => document.activeElement === null || !canHaveFocus(document.activeElement)

function settle(): void {
  const hasLost = isLost()
  if (hasLost) isWaiting = true
  if (!isWaiting && !hasActed) return
  const next = first('[data-next]')
  if (next) {
    if (hasLost || !document.activeElement!.matches('[data-next]')) give(next)
    isWaiting = hasActed = false
  } else if (hasLost || hasActed) {
    const rest = resting()
    if (rest) give(rest)
    isWaiting = true
    hasActed = false
  }
}

let isDue = false
/** A frame is drawn in less; while much is laid out, as when cards are counted, one may take longer than a key press. */
const LATE = 40
/** Once what is changing now is drawn: only then is known what has become inert. Who listens does not wait for a picture. */
function settleSoon(): void {
  if (isDue) return
  isDue = true
  const now = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(late)
    isDue = false
    settle()
  }
  const frame = requestAnimationFrame(now)
  const late = setTimeout(now, LATE)
}

/** Begins to keep the rule; the answer ends it. */
export function keepFocus(): () => void {
  const chosen = () => {
    if (!isOurs) isWaiting = hasActed = false
  }
  const used = (pointer: boolean) => () => {
    hasPointer = pointer
    // For the ring around what has the focus, which who touches does not need.
    document.documentElement.toggleAttribute('data-keys', !pointer)
  }
  const [pointed, keyed] = [used(true), used(false)]
  // What is said aloud comes and goes without taking anybody's place.
  const isSaid = ({ target }: MutationRecord): boolean => target instanceof Element && target.hasAttribute('aria-live')
  const observer = new MutationObserver((changes) => changes.every(isSaid) || settleSoon())
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['inert', 'disabled', 'data-next', 'hidden'] })
  document.addEventListener('focusin', chosen)
  document.addEventListener('focusout', settleSoon)
  addEventListener('focus', settleSoon)
  document.addEventListener('pointerdown', pointed, true)
  document.addEventListener('keydown', keyed, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', chosen)
    document.removeEventListener('focusout', settleSoon)
    removeEventListener('focus', settleSoon)
    document.removeEventListener('pointerdown', pointed, true)
    document.removeEventListener('keydown', keyed, true)
  }
}
