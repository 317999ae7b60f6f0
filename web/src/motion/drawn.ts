/** With the frame after the one that shows what changes now: a touch is drawn first, and what may follow it follows. The answer calls it off. */
export function onceDrawn(work: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(work)))
  return () => cancelAnimationFrame(frame)
}
