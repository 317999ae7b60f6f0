/** What some devices offer and others do not. Everything here may do nothing; the page never depends on it. */
import { whenStill } from '../motion/stillness'
import { settings } from './settings.svelte'

/** A new pattern would cut off the one that runs: it waits for its turn, and what would come too late does not come. */
const LATEST = 500
let freeAt = 0

/** `isNow`: what is felt is the game itself; it waits for nothing. */
export function vibrate(pattern: number | number[], { isNow = false } = {}): void {
  // Browsers refuse, loudly, before the first touch.
  if (!settings.vibration || !navigator.userActivation?.hasBeenActive || !navigator.vibrate) return
  const now = performance.now()
  const wait = isNow ? 0 : Math.max(0, freeAt - now)
  if (wait > LATEST) return
  freeAt = now + wait + [pattern].flat().reduce((sum, each) => sum + each, 0)
  if (wait === 0) navigator.vibrate(pattern)
  else setTimeout(() => navigator.vibrate(pattern), wait)
}

/** Keep the screen on while the table is looked at. Needs a secure context, so not at every home table. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let isWanted = true
  const ask = async () => {
    if (!isWanted || document.hidden || !('wakeLock' in navigator)) return
    lock = await navigator.wakeLock.request('screen').catch(() => null)
  }
  void ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}

/** A phone whose screen nothing here can keep on: over plain http there is no wake lock. */
export const mayFallAsleep = (): boolean => !('wakeLock' in navigator) && matchMedia('(pointer: coarse)').matches

/** Milliseconds in which what leads to a question has begun to move. */
const BEGUN = 500
let callOff = (): void => undefined
/** The sign of the page in a row of tabs, with a light while somebody is waited for here. It is a drawing, which the page lays out and paints. */
export function showTabSign(isLit: boolean): void {
  const show = (): void => document.querySelector('link[rel=icon]')?.setAttribute('href', isLit ? '/icon-your-turn.svg' : '/icon.svg')
  callOff()
  const timer = setTimeout(() => (callOff = whenStill(show)), BEGUN)
  callOff = () => clearTimeout(timer)
}

/** A short tremble as soon as the page is looked at again, if it is not looked at now. */
export function vibrateOnReturn(pattern: number): () => void {
  const returned = () => {
    if (!document.hidden) vibrate(pattern)
  }
  if (document.hidden) document.addEventListener('visibilitychange', returned, { once: true })
  return () => document.removeEventListener('visibilitychange', returned)
}

export type Shared = 'shared' | 'put_away' | 'copied' | 'shown'

/** Share a link, or copy it, or (where neither goes) leave it to be copied by hand. */
export const share = (title: string, url: string): Promise<Shared> => handOver({ title, url }, url)
export const shareText = (text: string): Promise<Shared> => handOver({ text }, text)

/** A picture with its words; false: this device cannot hand on files, or not here (plain http). */
export async function sharePicture(picture: Blob, text: string): Promise<boolean> {
  const what = { files: [new File([picture], 'touchwood.png', { type: picture.type })], text }
  if (typeof navigator.share !== 'function' || !navigator.canShare?.(what)) return false
  return navigator.share(what).then(
    () => true,
    // Put away: that was an answer.
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
}

async function handOver(what: ShareData, asText: string): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(what)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'put_away'
      // Not allowed here; copying may be.
    }
  }
  return copy(asText)
}

export async function copy(text: string): Promise<Shared> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return copyOldWay(text) ? 'copied' : 'shown'
  }
}

function copyOldWay(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position:fixed;opacity:0'
  // Under an open sheet nothing can be selected.
  const sheet = document.querySelector('dialog[open]')
  ;(sheet ?? document.body).append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}

/** Random bytes for the deal, in hex; there on plain http too. */
export function randomHex(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
