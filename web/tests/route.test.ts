import { describe, expect, test } from 'vitest'
import { asCode, hrefOf, isCode, parseRoute, type Route } from '../src/route.svelte'

const routes: Route[] = [
  { at: 'start' },
  { at: 'join', code: 'KQRTMB' },
  { at: 'table', table: 'a-b_c' },
  { at: 'table', table: 'a-b_c', isPlain: true },
  { at: 'watch', code: 'KQRTM' },
  { at: 'looking', table: 'abc', key: 'k_-1', isBig: false },
  { at: 'looking', table: 'abc', key: 'k_-1', isBig: true },
  { at: 'replay', table: 'abc', entry: null, viewer: null },
  { at: 'replay', table: 'abc', entry: 0, viewer: null },
  { at: 'replay', table: 'abc', entry: 31, viewer: 2 },
  { at: 'replay', table: 'abc', entry: 1, viewer: 2, instead: { of: 31, choice: 'lay A3 B/1, C%' } },
  { at: 'rules', game: 'tag' },
  { at: 'puzzles', game: 'cant_touch_this', what: '' },
  { at: 'puzzles', game: 'cant_touch_this', what: 'hard-17' },
  { at: 'parts' },
]

describe('addresses', () => {
  test.each(routes)('$at round-trips', (route) => {
    expect(parseRoute(hrefOf(route))).toEqual(route)
  })

  test('a path as scanned from a QR leads to the same place as the link behind the #', () => {
    expect(parseRoute('/t/kqrtm')).toEqual({ at: 'join', code: 'KQRTM' })
  })

  test.each(['', '#/', '/nowhere/x', '#/t/', '#/replay'])('%j leads to the start', (path) => {
    expect(parseRoute(path)).toEqual({ at: 'start' })
  })

  test('codes are five capital letters, whatever is typed', () => {
    expect(asCode(' k-q r1tmbzz')).toBe('KQRTMB')
    expect(['KQRT', 'KQRTM', 'KQRTMB'].map(isCode)).toEqual([false, true, true])
  })
})
