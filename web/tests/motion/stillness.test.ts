import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '../../src/device/settings.svelte'
import { isStill, moves, whenStill } from '../../src/motion/stillness'

beforeEach(() => {
  vi.useFakeTimers()
  settings.set({ motion: true })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  settings.set({ motion: true })
})

test('what may wait is done at once where nothing moves', () => {
  const work = vi.fn()
  whenStill(work)
  expect(work).toHaveBeenCalledOnce()
})

test('what may wait does until the last of several moments is over, and a finger is lifted', () => {
  const work = vi.fn()
  const [one, other] = [moves(), moves()]
  whenStill(work)
  one()
  one()
  vi.runAllTimers()
  expect(work).not.toHaveBeenCalled()
  other()
  expect(isStill()).toBe(true)
  expect(work).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
})

test('another moment that begins right after has the same peace', () => {
  const work = vi.fn()
  const one = moves()
  whenStill(work)
  one()
  const next = moves()
  vi.runAllTimers()
  expect(work).not.toHaveBeenCalled()
  next()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
})

test('what was called off is not done', () => {
  const work = vi.fn()
  const ends = moves()
  whenStill(work)()
  ends()
  vi.runAllTimers()
  expect(work).not.toHaveBeenCalled()
})

test('without motion a moment only stands there, and nothing waits', () => {
  settings.set({ motion: false })
  const work = vi.fn()
  moves()
  whenStill(work)
  expect(work).toHaveBeenCalledOnce()
})
