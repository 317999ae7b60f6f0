import { beforeEach, describe, expect, test } from 'vitest'
import { keptAsText, takeKept } from '../src/device/keeping'
import { settings } from '../src/device/settings.svelte'
import { keep, keepGame, keepLesson, keepTold, recall } from '../src/device/storage'
import { keepOwn, keepFriend, ownResult } from '../src/games/cant_touch_this/played'
import { keepAnswer, keepDaysPuzzle, keepRush, puzzlesKept } from '../src/games/cant_touch_this/puzzles'

const KEYS = ['settings', 'clips', 'puzzles', 'lessons', 'played', 'told']
const LISTS = ['lessons', 'played', 'told']
const everything = () => KEYS.map((key) => recall<unknown>(key, null))

beforeEach(() => {
  for (const key of KEYS) keep(key, LISTS.includes(key) ? [] : {})
  settings.follow()
  settings.set({ name: 'Ana', theme: 'night' })
  keepOwn('2-17a', { score: 31, table: 'mine', day: '2026-11-17' })
  keepFriend('2-17a', { table: 'theirs', name: 'Bo', score: 28 })
  keepAnswer({ name: 'hard-4', level: 'hard' }, true)
  keepRush(9)
  keepDaysPuzzle({ puzzle: 'day-2026-11-17', table: 'p', isWon: true, today: '2026-11-17' })
  keepLesson('tag', 'first')
  keepTold('sleep')
  keepGame({ table: 't', code: 'ABCDEF', game: 'tag', seats: [{ token: 'very-secret', name: 'Ana' }], at: 1 })
})

describe('what a device keeps, as a file', () => {
  test('comes back as it was, on a device that knows nothing', async () => {
    const before = everything()
    const text = await keptAsText()
    for (const key of KEYS) localStorage.removeItem(`touchwood.${key}`)
    for (const key of KEYS) keep(key, LISTS.includes(key) ? [] : {})
    expect(await takeKept(text)).toBeNull()
    expect(everything()).toEqual(before)
    expect([settings.name, settings.theme, ownResult('2-17a')?.best, puzzlesKept().rush.best]).toEqual(['Ana', 'night', 31, 9])
  })

  test('has no seats in it', async () => {
    expect(await keptAsText()).not.toContain('very-secret')
  })

  test.each([
    ['no_file', 'not json'],
    ['no_file', ''],
    ['no_file', '[]'],
    ['no_file', '{"kept": {}}'],
    ['no_file', '{"touchwood": "1", "kept": {}}'],
    ['newer', '{"touchwood": 2, "kept": {}}'],
    ['damaged', '{"touchwood": 1}'],
    ['damaged', '{"touchwood": 1, "kept": {"games": []}}'],
    ['damaged', '{"touchwood": 1, "kept": {"toString": []}}'],
    ['damaged', '{"touchwood": 1, "kept": {"lessons": ["tag"], "clips": {"days": "2026-11-17"}}}'],
    ['damaged', '{"touchwood": 1, "kept": {"puzzles": {"solved": {}, "row": 0.5, "bestRow": 0, "rush": {"best": 0, "runs": 0}, "days": [], "counted": []}}}'],
    ['damaged', '{"touchwood": 1, "kept": {"puzzles": {"solved": {}, "row": 0, "bestRow": 0, "rush": {"best": 0, "runs": 0}, "days": ["2026-13-40"], "counted": []}}}'],
    ['damaged', '{"touchwood": 1, "kept": {"settings": {"theme": "pink"}}}'],
    ['damaged', '{"touchwood": 1, "kept": {"settings": {"name": 7}}}'],
    ['damaged', '{"touchwood": 1, "kept": {"settings": {"follow": "x"}}}'],
  ])('%s: %s changes nothing', async (why, text) => {
    const before = everything()
    expect(await takeKept(text)).toBe(why)
    expect(everything()).toEqual(before)
  })
})
