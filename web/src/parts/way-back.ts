/**
 * The browser's Back closes what lies open before it leaves a page. One entry of the history, the same page once more,
 * stands for all that is open; it is taken away again when the last of it was closed by itself.
 */

interface Marked {
  isCover?: true
}

/** What is open, the newest last; null: what does not close. */
const covers: ((() => void) | null)[] = []
/** Where what does not close lies open: nothing leads away from there. */
let heldAt = ''
/** A way back of our own is under way. */
let isReturning = false
let waiting: (() => void)[] = []

const isCovered = (): boolean => (history.state as Marked | null)?.isCover === true

function cover(): void {
  if (!isCovered() && !isReturning) history.pushState({ isCover: true } satisfies Marked, '')
}

/** `close` is called when somebody goes back; null: nothing happens then. The answer ends that. */
export function closeOnBack(close: (() => void) | null): () => void {
  covers.push(close)
  if (close === null) heldAt = location.href
  cover()
  return () => {
    covers.splice(covers.lastIndexOf(close), 1)
    // One sheet may give way to another, or to another page.
    setTimeout(uncover)
  }
}

function uncover(): void {
  if (covers.length || !isCovered() || isReturning) return
  isReturning = true
  history.back()
}

/** Goes somewhere, but not before a way back of our own has arrived: it would lead back from there. */
export function whenBack(go: () => void): void {
  if (isReturning) waiting.push(go)
  else go()
}

/** The same, with what stands for open sheets taken away first. */
export function whenBare(go: () => void): void {
  if (!isReturning && isCovered()) {
    isReturning = true
    history.back()
  }
  whenBack(go)
}

function went(): void {
  if (isReturning) {
    isReturning = false
    const going = waiting
    waiting = []
    going.forEach((go) => go())
    // Sheets of the page that was left are gone a moment later; what is open then belongs to the one there is now.
    setTimeout(() => {
      if (covers.length) cover()
    })
  } else if (covers.length === 0) uncover()
  else if (!isCovered()) {
    const close = covers.at(-1)
    // Two steps back may be taken before the page has answered the first. It has not looked yet where they led.
    if (covers.includes(null) && location.href !== heldAt) history.pushState(null, '', heldAt)
    if (close === null || covers.length > 1) cover()
    close?.()
  }
}

/** Begins to listen; the answer ends it. */
export function watchBack(): () => void {
  addEventListener('popstate', went)
  // What was open when the page was loaded anew is no longer.
  uncover()
  return () => removeEventListener('popstate', went)
}
