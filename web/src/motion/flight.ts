/**
 * Cards fly from where they were to where they go. Places are elements with `data-spot`; take `spots()` before the page
 * changes, and start flights after. With reduced motion the thing at its new place lights up instead.
 */
import { settings } from '../device/settings.svelte'
import { whenStill } from './stillness'

export type Spots = ReadonlyMap<string, DOMRect>

const FLIGHT = 280
const APART = 40
/** Nothing has flown for so long: what has landed is cleared away. */
const AT_REST = 1600
const EASE = 'cubic-bezier(0.2, 0.8, 0.3, 1)'

/** Where everything is now. */
export function spots(root: ParentNode): Spots {
  const found = new Map<string, DOMRect>()
  for (const element of root.querySelectorAll<HTMLElement>('[data-spot]')) {
    found.set(element.dataset.spot!, element.getBoundingClientRect())
  }
  return found
}

export function spot(root: ParentNode, name: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-spot="${CSS.escape(name)}"]`)
}

export interface Flight {
  from: DOMRect | undefined
  /** The thing that arrives, already at its new place; or the place, if `image` is given. */
  to: HTMLElement | null
  /** What flies, if not the thing itself: a card back, say. */
  image?: Element | null
  /** Its turn among the flights of one batch. */
  order: number
}

/** Things fly at the size of a card, also when they come from a wide place such as a player's plate. */
function cardSized(place: DOMRect, width: number): DOMRect {
  const shape = place.width / place.height
  if (shape > 0.6 && shape < 0.85) return place
  const height = width * 1.4
  return new DOMRect(place.left + (place.width - width) / 2, place.top + (place.height - height) / 2, width, height)
}

let due: Flight[] = []

/** With all that fly at the same moment: places are measured first, before anything is put on the page, which is then laid out once. */
export function fly(flight: Flight): void {
  if (due.push(flight) === 1) queueMicrotask(flyDue)
}

function flyDue(): void {
  const ready = due.map(made)
  due = []
  for (const start of ready) start?.()
}

/** Measured, and ready to start. */
function made({ from: place, to, image, order }: Flight): (() => void) | null {
  if (to === null || typeof to.animate !== 'function') return null
  const delay = order * (FLIGHT * 0.6 + APART)
  if (!settings.moves() || place === undefined) {
    if (image) return null
    return () => void to.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 260, delay, fill: 'backwards' })
  }
  const drawn = (image ?? to).getBoundingClientRect()
  const from = cardSized(place, Math.min(drawn.width, 60))
  const goal = cardSized(to.getBoundingClientRect(), 34)
  if (goal.width === 0 || from.width === 0) return null
  return () => {
    const flight = boxOf(image ?? to, from, drawn.width || from.width)
    const arrived = image ? null : to
    const dx = goal.left + goal.width / 2 - (from.left + from.width / 2)
    const dy = goal.top + goal.height / 2 - (from.top + from.height / 2)
    const scale = Math.min(1.6, Math.max(0.35, goal.width / from.width))
    const animation = flight.animate(
      [
        { transform: 'none', opacity: order ? 0 : 1, offset: 0 },
        { opacity: 1, offset: 0.05 },
        { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 14}px) scale(${(1 + scale) / 2}) rotate(${dx > 0 ? 3 : -3}deg)`, offset: 0.5 },
        { opacity: 1, offset: 0.999 },
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0, offset: 1 },
      ],
      { duration: FLIGHT, delay, easing: EASE, fill: 'both' },
    )
    if (arrived) {
      arrived.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT + delay })
      arrived.style.willChange = 'opacity'
    }
    animation.onfinish = () => clearLater(flight, arrived)
    animation.oncancel = () => clearLater(flight, arrived)
  }
}

/** A copy that keeps the size it is drawn at, scaled to a box over the page. */
function boxOf(thing: Element, from: DOMRect, width: number): HTMLElement {
  const flying = thing.cloneNode(true) as HTMLElement
  flying.removeAttribute('data-spot')
  flying.style.transform = 'none'
  flying.style.translate = 'none'
  flying.style.position = 'static'
  const inner = document.createElement('div')
  inner.style.cssText = `width:${width}px;transform-origin:0 0;transform:scale(${from.width / width})`
  inner.append(flying)
  const box = document.createElement('div')
  box.setAttribute('aria-hidden', 'true')
  box.inert = true
  Object.assign(box.style, {
    position: 'fixed',
    zIndex: '50',
    pointerEvents: 'none',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    transformOrigin: '50% 50%',
  })
  box.style.setProperty('--card-width', `${width}px`)
  box.append(inner)
  document.body.append(box)
  return box
}

let landed: { box: HTMLElement; to: HTMLElement | null }[] = []
let clearing: ReturnType<typeof setTimeout> | undefined

/** It is out of sight. To take it from the page is to lay out and to paint, which waits until nothing moves. */
function clearLater(box: HTMLElement, to: HTMLElement | null): void {
  landed.push({ box, to })
  clearTimeout(clearing)
  clearing = setTimeout(() => whenStill(clearLanded), AT_REST)
}

/** Before something else begins to move. */
export function clearLanded(): void {
  clearTimeout(clearing)
  for (const { box, to } of landed) {
    box.remove()
    if (to) to.style.willChange = ''
  }
  landed = []
}
