/** What several parts of the page want at once is asked for once; what failed is asked for again. */
import { afterEach, expect, test, vi } from 'vitest'
import { readWords } from '../src/wire/http'

afterEach(() => vi.unstubAllGlobals())

test('words of a game are asked for once', async () => {
  const asked = vi.fn(async () => new Response('{"labels": {"page.a": "A"}}'))
  vi.stubGlobal('fetch', asked)
  const [one, other] = await Promise.all([readWords('tag', 'en'), readWords('tag', 'en')])
  expect(one).toBe(other)
  await readWords('tag', 'en')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('words that did not come are asked for again', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  await expect(readWords('tag', 'ja')).rejects.toThrow()
  const asked = vi.fn(async () => new Response('{}'))
  vi.stubGlobal('fetch', asked)
  await readWords('tag', 'ja')
  expect(asked).toHaveBeenCalledTimes(1)
})
