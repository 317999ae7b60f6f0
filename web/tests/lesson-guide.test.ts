/** The guide of a lesson comes where a finger is already on its way. */
import { cleanup, render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Words } from '../src/i18n/catalogue'
import { say } from '../src/i18n/speech.svelte'
import type { LessonShown } from '../src/protocol/protocol'
import { toastsBelow } from '../src/parts/toasts-below'
import { placeFor } from '../src/screens/table/pointing'
import LessonGuide from '../src/screens/table/LessonGuide.svelte'
import { MISCLICK_GUARD } from '../src/wire/table.svelte'

const words = new Words([{ lesson: Object.fromEntries(['lay', 'move', 'one', 'two', 'three', 'end'].map((key) => [key, key])), labels: { 'touch.place': 'Tap the arrow.', 'touch.button:set': 'Now set it.' } }])
const note = (key: string) => ({ say: key, point: [] })
const lesson = (change: Partial<LessonShown> = {}): LessonShown => ({ say: 'lay', point: [], notes: [], done: 1, of: 3, ...change })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function guided(shown: LessonShown) {
  const [onnext, onleave] = [vi.fn(), vi.fn()]
  const { rerender } = render(LessonGuide, { lesson: shown, words, isShowing: false, onnext, onleave })
  flushSync()
  return { onnext, onleave, shows: (change: object) => rerender(change) }
}
const tap = (key: string): void => {
  screen.getByText(say(key)).click()
  flushSync()
}
const looksAtIt = (): void => void vi.advanceTimersByTime(MISCLICK_GUARD)

test('one tap tells one thing, however often the finger comes down', () => {
  guided(lesson({ notes: [note('one'), note('two'), note('three')] }))
  looksAtIt()
  tap('lesson.next')
  tap('lesson.next')
  expect(screen.queryByText('Two')).not.toBeNull()
})

test('what has just been asked is not left by the touch that led to it', async () => {
  const { onleave, shows } = guided(lesson())
  looksAtIt()
  await shows({ lesson: lesson({ say: 'move', done: 2 }) })
  tap('lesson.end')
  expect(onleave).not.toHaveBeenCalled()
  looksAtIt()
  tap('lesson.end')
  expect(onleave).toHaveBeenCalledOnce()
})

test('nor is what the table has covered until now', async () => {
  const { onleave, shows } = guided(lesson())
  await shows({ isShowing: true })
  looksAtIt()
  await shows({ isShowing: false })
  tap('lesson.end')
  expect(onleave).not.toHaveBeenCalled()
})

test('the end is read before it leads on', async () => {
  const { onnext, shows } = guided(lesson())
  looksAtIt()
  await shows({ lesson: lesson({ say: null, done: 3, notes: [note('end')] }) })
  tap('lesson.go_on')
  expect(onnext).not.toHaveBeenCalled()
  looksAtIt()
  tap('lesson.go_on')
  expect(onnext).toHaveBeenCalledOnce()
})

test('of several touches each is told', async () => {
  document.body.innerHTML = '<button data-point="place:N1"></button><button data-point="button:set"></button>'
  const [place, set] = [...document.body.children] as [HTMLElement, HTMLElement]
  for (const one of [place, set]) one.getClientRects = () => [new DOMRect()] as unknown as DOMRectList
  guided(lesson({ point: ['place:N1', 'button:set'] }))
  const frame = (): void => {
    vi.advanceTimersToNextFrame()
    flushSync()
  }
  frame()
  expect(screen.queryByText('Tap the arrow.')).not.toBeNull()
  place.setAttribute('aria-pressed', 'true')
  frame()
  expect(screen.queryByText('Tap the arrow.')).toBeNull()
  expect(screen.queryByText('Now set it.')).not.toBeNull()
})

test('it lies at the other end, and beside what is to be touched where there is no other end', () => {
  const size = { width: 300, height: 150 }
  const phone = { width: 390, height: 844 }
  const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })
  expect(placeFor(size, phone, [])).toEqual({ left: 45, top: 684, cost: 0 })
  expect(placeFor(size, phone, [box(20, 100, 80, 60)])).toEqual({ left: 45, top: 684, cost: 0 })
  expect(placeFor(size, phone, [box(20, 700, 80, 60)])).toEqual({ left: 45, top: 60, cost: 0 })
  const turned = { width: 844, height: 390 }
  expect(placeFor(size, turned, [box(540, 180, 90, 110)])).toEqual({ left: 10, top: 60, cost: 0 })
  expect(placeFor(size, turned, [box(0, 60, 470, 290)])).toEqual({ left: 534, top: 60, cost: 0 })
  // Nowhere is it free: half a large thing rather than a small one whole.
  expect(placeFor(size, { width: 320, height: 400 }, [box(10, 50, 300, 170), box(10, 300, 40, 60)])).toMatchObject({ left: 10, top: 60 })
})

test('it gives way to a toast, and the toast to what is to be touched', () => {
  const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })
  const [phone, size, toast] = [{ width: 320, height: 568 }, { width: 300, height: 150 }, box(54, 4, 166, 100)]
  expect(toastsBelow(toast, [box(20, 400, 80, 60)])).toBeNull()
  expect(placeFor(size, phone, [box(20, 400, 80, 60)], 110)).toEqual({ left: 10, top: 110, cost: 0 })
  expect(toastsBelow(toast, [box(10, 60, 300, 50), box(10, 300, 300, 50)])).toBe(116)
  // Nor over what comes next below.
  expect(toastsBelow(toast, [box(10, 60, 300, 50), box(10, 114, 300, 50)])).toBe(170)
  // Beside it there is room.
  expect(toastsBelow(toast, [box(230, 60, 80, 50)])).toBeNull()
})
