/** What is asked of the server to open a table, and which levels whoever plays on is offered. */
import { afterEach, expect, test, vi } from 'vitest'
import type { GameShown } from '../src/protocol/protocol'
import { goOnFrom, withBotsFor } from '../src/screens/opening'

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

test('a lesson that is gone meanwhile leads to a match', async () => {
  const asked = vi.fn(async (_where: string, _how: { body: string }) => new Response('{"table": "T", "code": "KQRTM", "token": "t", "seat": 0}', { status: 201 }))
  vi.stubGlobal('fetch', asked)
  await goOnFrom({ ...GAME, fewest: 2, most: 6, lessons: [] }, 'first')
  const [where, { body }] = asked.mock.calls.at(-1)!
  expect(where).toBe('/api/tables')
  expect(JSON.parse(body)).toMatchObject({ game: 'point_a_pile', options: {} })
})
