/** Whoever plays on is offered the levels that differ with the options of that match. */
import { afterEach, expect, test, vi } from 'vitest'
import type { GameShown } from '../src/protocol/protocol'
import { withBotsFor } from '../src/screens/opening'

afterEach(() => vi.unstubAllGlobals())

const GAME = { name: 'point_a_pile', bots: ['easy', 'medium', 'hard', 'best'] } as unknown as GameShown

test('only bots that differ in such a match are offered', async () => {
  const asked = vi.fn(async () => new Response('{"idle": [], "bots": ["easy", "hard"]}'))
  vi.stubGlobal('fetch', asked)
  expect((await withBotsFor(GAME, { wait_a_minute: true }, 4)).bots).toEqual(['easy', 'hard'])
  expect(asked).toHaveBeenCalledTimes(1)
})

test('where nobody answers all are', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  expect((await withBotsFor(GAME, {}, 2)).bots).toEqual(GAME.bots)
})
