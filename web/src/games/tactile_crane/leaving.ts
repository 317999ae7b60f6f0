/** Leaving the page with closed eyes: after three seconds it counts as opening them, unless the connection was lost. */

export const LONGEST_GLANCE_AWAY = 3000

/** The answer takes the listener away again. */
export function watchLeaving(isLineOpen: () => boolean, left: () => void): () => void {
  let since: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const gone = () => {
    since = null
    left()
  }
  const changed = () => {
    clearTimeout(timer)
    if (document.hidden) {
      if (!isLineOpen()) return
      since = Date.now()
      timer = setTimeout(gone, LONGEST_GLANCE_AWAY)
    } else {
      // A device that slept ran no timer.
      if (since !== null && Date.now() - since >= LONGEST_GLANCE_AWAY) gone()
      since = null
    }
  }
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}
