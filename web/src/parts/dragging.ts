/**
 * Dragging a thing to a place. A short move is still a tap; a longer one lifts the thing, and where it is let go counts
 * if the element there (or one around it) has `data-drop`.
 */

const LEAST = 8

export interface Drag {
  /** False: this thing cannot be dragged now. */
  start?: () => boolean
  move?: (drop: string | null) => void
  end: (drop: string | null) => void
}

export function draggable(node: HTMLElement, drag: Drag) {
  let current = drag
  let from: { x: number; y: number; id: number } | null = null
  let isDragging = false

  function down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return
    from = { x: event.clientX, y: event.clientY, id: event.pointerId }
    // On the window: a quick mouse has left a small thing before the first move is told.
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', up)
  }

  function stopListening(): void {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', up)
  }

  function move(event: PointerEvent): void {
    if (from === null || event.pointerId !== from.id) return
    const dx = event.clientX - from.x
    const dy = event.clientY - from.y
    if (!isDragging) {
      if (Math.hypot(dx, dy) < LEAST) return
      if (current.start && !current.start()) {
        from = null
        stopListening()
        return
      }
      isDragging = true
      node.setPointerCapture(from.id)
      node.classList.add('dragging')
    }
    node.style.translate = `${dx}px ${dy}px`
    current.move?.(dropAt(event))
  }

  function up(event: PointerEvent): void {
    if (from === null || event.pointerId !== from.id) return
    from = null
    stopListening()
    if (!isDragging) return
    isDragging = false
    const drop = event.type === 'pointerup' ? dropAt(event) : null
    swallowClick()
    current.end(drop)
    node.classList.remove('dragging')
    node.style.translate = ''
  }

  function dropAt(event: PointerEvent): string | null {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      if (node.contains(element)) continue
      const target = element.closest<HTMLElement>('[data-drop]')
      if (target) return target.dataset.drop ?? null
    }
    return null
  }

  /** A drag ends with a click on some browsers; that click is not a tap. */
  function swallowClick(): void {
    const swallow = (event: Event) => {
      event.stopPropagation()
      event.preventDefault()
    }
    node.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 50)
  }

  node.style.touchAction = 'none'
  node.addEventListener('pointerdown', down)
  return {
    update: (changed: Drag) => (current = changed),
    destroy() {
      node.removeEventListener('pointerdown', down)
      stopListening()
    },
  }
}
