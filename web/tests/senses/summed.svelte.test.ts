import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { StreamEvent } from '../../src/protocol/protocol'
import { announcer } from '../../src/senses/announcer.svelte'
import { narrateStream, type Narration } from '../../src/senses/stream.svelte'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what the result tells is not told before it nor beside it, and is left to it to cover, once', () => {
  vi.useFakeTimers()
  const said = vi.spyOn(announcer, 'say').mockImplementation(() => undefined)
  let events = $state.raw<readonly StreamEvent[]>([])
  let isOver = $state(false)
  let newest = 0
  let narration: Narration
  const settle = () => {
    flushSync()
    vi.runAllTimers()
  }
  const end = $effect.root(() => {
    narration = narrateStream({
      events: () => events,
      told: () => newest,
      setTold: (k) => (newest = k),
      saying: () => (event) => ({ text: event.type }),
      // The end waits for the table; what the result tells has nothing to wait for.
      waits: ({ k }) => isOver && k >= 2,
      isSummed: ({ type }) => isOver && type === 'MatchOver',
    })
  })
  const happens = (k: number, type: string) => ({ k, type }) as unknown as StreamEvent
  isOver = true
  events = [happens(1, 'MatchStarted'), happens(2, 'MatchOver')]
  flushSync()
  expect(narration!.isAllTold()).toBe(false)
  settle()
  expect(said.mock.calls.map(([text]) => text)).toEqual(['MatchStarted'])
  expect(narration!.isAllTold()).toBe(true)
  expect(narration!.summed()).toEqual([2])
  expect(narration!.summed()).toEqual([])
  end()
})
