/** Back closes what is open, one after the other, before it leads away. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeOnBack, watchBack, whenBack, whenBare } from '../src/parts/way-back'
import { comes } from './waiting'

let end: () => void
beforeEach(() => {
  history.replaceState(null, '', '#/table/a')
  end = watchBack()
})
afterEach(() => end())

/** Ways through the history take a few turns of the event loop: what comes is waited for, what must not come gets these. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setTimeout(done))
}
/** As the browser's own button does. */
async function back(): Promise<void> {
  history.back()
  await settled()
}

test('back closes the newest first and stays on the page', async () => {
  const closed: string[] = []
  const ends = new Map<string, () => void>()
  for (const name of ['menu', 'rules']) ends.set(name, closeOnBack(() => (closed.push(name), ends.get(name)!())))
  await back()
  await comes(() => expect(closed).toEqual(['rules']))
  await back()
  await comes(() => expect(closed).toEqual(['rules', 'menu']))
  expect(location.hash).toBe('#/table/a')
  await comes(() => expect(history.state).toBeNull())
})

test('what closes by itself leaves nothing behind in the history', async () => {
  const before = history.length
  closeOnBack(() => {})()
  await comes(() => expect(history.state).toBeNull())
  closeOnBack(() => {})()
  await settled()
  expect(history.length).toBeLessThanOrEqual(before + 1)
})

test('what does not close stays, however often', async () => {
  const release = closeOnBack(null)
  await back()
  await back()
  expect(location.hash).toBe('#/table/a')
  release()
  await comes(() => expect(history.state).toBeNull())
})

test('two steps at once do not lead away from it either, and nothing does when it is over', async () => {
  history.replaceState(null, '', '#/')
  location.hash = '#/table/a'
  await settled()
  const seen: string[] = []
  const looked = (): void => void seen.push(location.hash)
  addEventListener('hashchange', looked)
  const release = closeOnBack(null)
  history.go(-2)
  await comes(() => expect(history.state).toEqual({ isCover: true }))
  await settled()
  removeEventListener('hashchange', looked)
  expect(new Set([...seen, location.hash])).toEqual(new Set(['#/table/a']))
  release()
  await comes(() => expect(history.state).toBeNull())
  await settled()
  expect(location.hash).toBe('#/table/a')
  history.back()
  await comes(() => expect(location.hash).toBe('#/'))
})

test('a way that begins while the last sheet closes is not led back', async () => {
  closeOnBack(() => {})()
  await new Promise((done) => setTimeout(done))
  whenBack(() => (location.hash = '#/rules/tag'))
  await comes(() => expect(location.hash).toBe('#/rules/tag'))
  await settled()
  expect(location.hash).toBe('#/rules/tag')
})

test('what lies open where one goes away from is not covered anew where one arrives', async () => {
  const release = closeOnBack(() => {})
  const pushed: string[] = []
  const push = history.pushState
  history.pushState = (...entry: Parameters<typeof push>) => (pushed.push(location.hash), push.apply(history, entry))
  whenBare(() => {
    location.hash = '#/rules/tag'
    // A page takes its sheets away when it has been left, not before.
    queueMicrotask(release)
  })
  await comes(() => expect(location.hash).toBe('#/rules/tag'))
  await settled()
  history.pushState = push
  expect(pushed).toEqual([])
})

test('what lies open is covered again when the way led nowhere', async () => {
  const release = closeOnBack(() => {})
  let hasGone = false
  whenBare(() => (hasGone = true))
  await comes(() => expect(hasGone).toBe(true))
  await comes(() => expect(history.state).toEqual({ isCover: true }))
  release()
  await comes(() => expect(history.state).toBeNull())
})
