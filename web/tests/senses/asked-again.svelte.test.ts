import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { announcer } from '../../src/senses/announcer.svelte'
import { narrateStream } from '../../src/senses/stream.svelte'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('another question in the same words is asked, also where the answer to the first was held back; the same one is not', () => {
  vi.useFakeTimers()
  const said = vi.spyOn(announcer, 'say').mockImplementation(() => undefined)
  let decision = $state(1)
  let isHeldBack = $state(false)
  let view = $state(0)
  const settle = () => {
    flushSync()
    vi.runAllTimers()
  }
  const end = $effect.root(() => {
    narrateStream({ events: () => [], told: () => 0, setTold: () => undefined, saying: () => null, question: () => (void view, 'Point: which pile?'), decision: () => decision, isHeldBack: () => isHeldBack })
  })
  settle()
  expect(said).toHaveBeenCalledTimes(1)
  view = 1
  settle()
  expect(said).toHaveBeenCalledTimes(1)
  isHeldBack = true
  settle()
  decision = 2
  settle()
  expect(said).toHaveBeenCalledTimes(1)
  isHeldBack = false
  settle()
  expect(said).toHaveBeenCalledTimes(2)
  end()
})

test('until what belongs together is asked, the voice is not done', () => {
  vi.useFakeTimers()
  const waits = (): boolean => document.querySelector('[data-unsaid]') !== null
  const end = $effect.root(() => {
    narrateStream({ events: () => [], told: () => 0, setTold: () => undefined, saying: () => null, question: () => 'Point: which pile?', decision: () => 1 })
  })
  flushSync()
  expect(waits()).toBe(true)
  vi.runAllTimers()
  expect(waits()).toBe(false)
  end()
})
