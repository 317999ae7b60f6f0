import { cleanup, render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { makeWay } from '../src/parts/making-way'
import Sheet from '../src/parts/Sheet.svelte'
import { settings } from '../src/device/settings.svelte'
import { hearKeys, offerKeys } from '../src/senses/keys'

const children = createRawSnippet(() => ({ render: () => '<p>secondary</p>' }))

afterEach(cleanup)

test('a sheet gives way to a question, once', () => {
  const onclose = vi.fn()
  const { unmount } = render(Sheet, { title: 'Rules', onclose, children })
  expect(screen.getByText('secondary')).toBeTruthy()
  makeWay()
  expect(onclose).toHaveBeenCalledTimes(1)
  unmount()
  makeWay()
  expect(onclose).toHaveBeenCalledTimes(1)
})

test('a sheet that is a question itself stays', () => {
  const onclose = vi.fn()
  render(Sheet, { title: 'Take back?', onclose, children, stays: true })
  makeWay()
  expect(onclose).not.toHaveBeenCalled()
})

test('who is writing when it gives way makes no move by the keys that follow, until they pause', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const moves = vi.fn(() => true)
  const table = document.body.appendChild(document.createElement('main'))
  settings.set({ letters: true })
  const ends = [hearKeys(), offerKeys(() => [{ shown: '1', says: 'point', press: moves }])(table)!]
  const field = document.body.appendChild(document.createElement('input'))
  const { unmount } = render(Sheet, { title: 'Talk', onclose: () => undefined, children })
  const press = (at: number, where: EventTarget = document.body) => {
    now.mockReturnValue(at)
    const key = new KeyboardEvent('keydown', { key: '1', bubbles: true, cancelable: true })
    where.dispatchEvent(key)
    return key.defaultPrevented
  }
  field.focus()
  press(1000, field)
  makeWay()
  unmount()
  field.remove()
  expect([press(1100), press(1900), press(2600)]).toEqual([true, true, true])
  expect(moves).not.toHaveBeenCalled()
  press(4000)
  expect(moves).toHaveBeenCalledTimes(1)
  ends.forEach((end) => end())
  table.remove()
  vi.restoreAllMocks()
})
