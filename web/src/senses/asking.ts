/**
 * What is this? Asked of any part of the table that carries a name as `data-about`, in three ways: press and hold, the
 * context menu (the other button of a mouse, the menu key, a screen reader's long press), or `?` while it has the focus.
 */
import type { Attachment } from 'svelte/attachments'
import { vibrate } from '../device/offers'

/** Longer than a tap, shorter than patience. */
const HELD = 520
/** A finger is never quite still; more than this is a drag. */
const STILL = 8

export const aboutOf = (target: EventTarget | null): string | null =>
  target instanceof Element && !target.closest('[inert]') ? (target.closest('[data-about]')?.getAttribute('data-about') ?? null) : null

export function askAbout(tell: (thing: string) => boolean): Attachment<HTMLElement> {
  return (root) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }

    const forget = (): void => clearTimeout(timer)
    function down(event: PointerEvent): void {
      forget()
      const thing = aboutOf(event.target)
      if (thing === null || !event.isPrimary || event.button !== 0) return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        if (!tell(thing)) return
        vibrate(15)
        // Nor has who holds something begun to drag it, or a clip.
        event.target?.dispatchEvent(new PointerEvent('pointercancel', { pointerId: event.pointerId, isPrimary: true, bubbles: true }))
        swallowClick()
      }, HELD)
    }
    function move(event: PointerEvent): void {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) forget()
    }
    function menu(event: Event): void {
      forget()
      const thing = aboutOf(event.target)
      if (thing !== null && tell(thing)) event.preventDefault()
    }

    root.addEventListener('pointerdown', down)
    root.addEventListener('contextmenu', menu)
    addEventListener('pointermove', move)
    addEventListener('pointerup', forget)
    addEventListener('pointercancel', forget)
    return () => {
      forget()
      root.removeEventListener('pointerdown', down)
      root.removeEventListener('contextmenu', menu)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', forget)
      removeEventListener('pointercancel', forget)
    }
  }
}

/** Who has held something has not tapped it: the click that comes with letting go is none. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  const end = (): void => void setTimeout(() => removeEventListener('click', swallow, { capture: true }), 60)
  addEventListener('pointerup', end, { once: true })
  addEventListener('pointercancel', end, { once: true })
}
