import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { toasts } from '../src/parts/toasts.svelte'

test('a toast that was shown for something goes, and does not come again for it', () => {
  vi.useFakeTimers()
  let refused = $state.raw<string | null>(null)
  const shown: string[] = []
  const end = $effect.root(() => {
    $effect(() => {
      if (refused) toasts.show(refused)
    })
    $effect(() => void shown.push(toasts.all.map(({ text }) => text).join()))
  })
  flushSync(() => (refused = 'Somebody has that name.'))
  for (let seconds = 0; seconds < 20; seconds++) flushSync(() => vi.advanceTimersByTime(1000))
  expect(shown).toEqual(['', 'Somebody has that name.', ''])
  end()
  vi.useRealTimers()
})
