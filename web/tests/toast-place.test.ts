/** A toast at a table lies over nothing that is to be pressed. */
import { cleanup, render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import ToastStack from '../src/parts/ToastStack.svelte'
import { toasts } from '../src/parts/toasts.svelte'

afterEach(() => {
  toasts.endAll()
  cleanup()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

/** A player to be touched, below the bar. */
function plateAt(top: number, left = 60): HTMLElement {
  const plate = document.body.appendChild(document.createElement('button'))
  plate.dataset.next = ''
  const box = new DOMRect(left, top, 90, 60)
  plate.getBoundingClientRect = () => box
  plate.getClientRects = () => [box] as unknown as DOMRectList
  return plate
}
/** Three lines, between the way back and what there is to press. */
function shownIn(isInSheet: boolean): HTMLElement {
  for (const [name, size] of Object.entries({ offsetLeft: 54, offsetWidth: 166, offsetHeight: 78 })) vi.spyOn(HTMLElement.prototype, name as 'offsetLeft', 'get').mockReturnValue(size)
  const { container } = render(ToastStack, { isInSheet })
  flushSync(() => toasts.show('Somebody has that name already.'))
  return container.querySelector('[data-toasts]')!
}

test('it comes below who is to be touched, and up again for the next one', () => {
  const plate = plateAt(58)
  const stack = shownIn(false)
  expect(stack.style.top).toBe('124px')
  plate.remove()
  flushSync(() => toasts.endAll())
  expect(stack.style.top).toBe('')
  flushSync(() => toasts.show('Another one.'))
  expect(stack.style.top).toBe('')
})

test('beside or far below it nothing has to give way, nor in a sheet', () => {
  plateAt(58, 240)
  plateAt(400)
  expect(shownIn(false).style.top).toBe('')
  plateAt(58)
  flushSync(() => toasts.endAll())
  expect(shownIn(true).style.top).toBe('')
})
