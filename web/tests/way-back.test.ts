/** Back closes what is open, one after the other, before it leads away. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeOnBack, watchBack, whenBack } from '../src/parts/way-back'

let end: () => void
beforeEach(() => {
  history.replaceState(null, '', '#/table/a')
  end = watchBack()
})
afterEach(() => end())

const settled = () => new Promise((done) => setTimeout(done, 30))
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
  expect(closed).toEqual(['rules'])
  await back()
  expect(closed).toEqual(['rules', 'menu'])
  expect(location.hash).toBe('#/table/a')
  expect(history.state).toBeNull()
})

test('what closes by itself leaves nothing behind in the history', async () => {
  const before = history.length
  closeOnBack(() => {})()
  await settled()
  expect(history.state).toBeNull()
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
  await settled()
})

test('a way that begins while the last sheet closes is not led back', async () => {
  closeOnBack(() => {})()
  await new Promise((done) => setTimeout(done))
  whenBack(() => (location.hash = '#/rules/tag'))
  await settled()
  expect(location.hash).toBe('#/rules/tag')
})
