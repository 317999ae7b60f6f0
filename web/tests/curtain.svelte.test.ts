/** The curtain falls where the player before has just tapped: nobody may lift it by the same touch. */
import { cleanup, render, screen } from '@testing-library/svelte'
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { say } from '../src/i18n/speech.svelte'
import Curtain from '../src/screens/table/Curtain.svelte'
import { MISCLICK_GUARD } from '../src/wire/table.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function fallen(name: string) {
  const onshow = vi.fn()
  const { rerender } = render(Curtain, { name, badge: null, isCalled: true, onshow })
  flushSync()
  return { onshow, isFor: (other: string) => rerender({ name: other }) }
}
const tap = (name: string): void => screen.getByRole('button', { name: say('curtain.show', { name }) }).click()
const wait = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds)

test('a second quick tap shows nobody the hand of the next player', () => {
  const { onshow } = fallen('Bo')
  tap('Bo')
  wait(MISCLICK_GUARD - 1)
  tap('Bo')
  expect(onshow).not.toHaveBeenCalled()
  wait(1)
  tap('Bo')
  expect(onshow).toHaveBeenCalledOnce()
})

test('nor is it lifted by who was about to lift it when it became that of another player', async () => {
  const { onshow, isFor } = fallen('Bo')
  wait(MISCLICK_GUARD)
  await isFor('Cy')
  tap('Cy')
  expect(onshow).not.toHaveBeenCalled()
  wait(MISCLICK_GUARD)
  tap('Cy')
  expect(onshow).toHaveBeenCalledOnce()
})

test('what is told anew of the same player holds nobody up', () => {
  // As a table is told anew with whoever comes or goes.
  let names = $state.raw(['Bo'])
  const onshow = vi.fn()
  const curtain = mount(Curtain, { target: document.body, props: { get name() { return names[0]! }, badge: null, isCalled: true, onshow } })
  flushSync()
  wait(MISCLICK_GUARD)
  names = ['Bo']
  flushSync()
  tap('Bo')
  expect(onshow).toHaveBeenCalledOnce()
  void unmount(curtain)
})
