/** Milliseconds: the latest that what follows a touch comes. */
const LATEST = 150

/**
 * Once what changes now is drawn and there is nothing else to do: a touch is drawn first, also what the browser makes of it a
 * moment later (focus, click), and what may follow it follows. The answer calls it off.
 */
export function onceDrawn(work: () => void): () => void {
  let stop = (): void => cancelAnimationFrame(frame)
  const frame = requestAnimationFrame(() => (stop = onceIdle(work)))
  return () => stop()
}

function onceIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const frame = requestAnimationFrame(work)
    return () => cancelAnimationFrame(frame)
  }
  const idle = requestIdleCallback(work, { timeout: LATEST })
  return () => cancelIdleCallback(idle)
}
