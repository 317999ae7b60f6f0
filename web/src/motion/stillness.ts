/**
 * Whether a great moment is moving. What may wait does until nothing moves: to change the table is to lay out and to paint,
 * and both take frames from what is looked at. Without motion everything is still, also while a moment stands there.
 */
import { settings } from '../device/settings.svelte'

/** A moment is often ended by a tap: nothing changes under the finger before that is lifted. */
const LIFTED = 250

let moving = 0
let timer: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

export const isStill = (): boolean => moving === 0

/** For style sheets: what would take a layout or a paint a frame does not move beside it. */
const mark = (): void => void document.documentElement.toggleAttribute('data-moving', !isStill())

/** Something great begins to move; the answer ends it. */
export function moves(): () => void {
  if (!settings.moves()) return () => undefined
  moving++
  mark()
  let isOn = true
  return () => {
    if (!isOn) return
    isOn = false
    moving--
    mark()
    clearTimeout(timer)
    timer = setTimeout(goOn, LIFTED)
  }
}

function goOn(): void {
  if (!isStill()) return
  const due = [...waiting]
  waiting.clear()
  for (const work of due) work()
}

/** At once, or as soon as nothing moves; the answer calls it off. */
export function whenStill(work: () => void): () => void {
  if (isStill()) work()
  else waiting.add(work)
  return () => void waiting.delete(work)
}
