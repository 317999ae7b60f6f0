import { render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, test, vi } from 'vitest'
import { makeWay } from '../src/parts/making-way'
import Sheet from '../src/parts/Sheet.svelte'

const children = createRawSnippet(() => ({ render: () => '<p>secondary</p>' }))

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
