/** Who plays a game for the first time is helped, and who waits for others has half a minute. */
import { beforeEach, expect, test } from 'vitest'
import { isFirstMatch, keepGame, keepLesson, keepPlayed } from '../src/device/storage'
import type { GameShown, LessonOffered } from '../src/protocol/protocol'
import { hint as hintOfClips } from '../src/games/cant_touch_this/hints'
import { lessonForWaiting, lessonsFor } from '../src/screens/lessons'

beforeEach(() => localStorage.clear())

test('matches are first ones until one has come to its end here', () => {
  const table = { table: 'a', code: 'ABCDEF', game: 'first_game', seats: [], at: 1 }
  expect(isFirstMatch('first_game')).toBe(true)
  keepGame(table)
  expect(isFirstMatch('first_game')).toBe(true)
  // A lesson is no match.
  keepGame({ ...table, table: 'b', code: '', isOver: true })
  expect(isFirstMatch('first_game')).toBe(true)
  keepGame({ ...table, isOver: true })
  expect(isFirstMatch('first_game')).toBe(false)
  keepPlayed('second_game')
  expect(isFirstMatch('second_game')).toBe(false)
  expect(isFirstMatch('third_game')).toBe(true)
})

const lesson = (name: string, change: Partial<LessonOffered> = {}): LessonOffered => ({ name, when: {}, players: null, next: null, is_brief: false, ...change })
const game = (name: string, ...lessons: LessonOffered[]) => ({ name, lessons }) as unknown as GameShown

test('who waits is offered the brief one, of what will be played, and once', () => {
  const many = [3, 6] as [number, number]
  const crane = game('crane', lesson('first', { players: many }), lesson('brief', { is_brief: true, players: many }), lesson('brief_duel', { is_brief: true, players: [2, 2] }), lesson('duel', { players: [2, 2] }))
  expect(lessonForWaiting(crane, { options: {}, players: 2 })?.name).toBe('brief_duel')
  expect(lessonForWaiting(crane, { options: {}, players: 4 })?.name).toBe('brief')
  expect(lessonForWaiting(crane, { options: {}, players: null })?.name).toBe('brief')
  keepLesson('crane', 'brief')
  expect(lessonForWaiting(crane, { options: {}, players: 4 })).toBeUndefined()
  // Nor who knows the whole one.
  keepLesson('crane', 'duel')
  expect(lessonForWaiting(crane, { options: {}, players: 2 })).toBeUndefined()
  // It stands nowhere else.
  expect(lessonsFor(crane, { options: {}, players: 2 }).map(({ name }) => name)).toEqual(['duel'])
})

test('a game without a brief one offers its first', () => {
  expect(lessonForWaiting(game('other', lesson('first')), { options: {}, players: 2 })?.name).toBe('first')
  expect(lessonForWaiting(game('none'), { options: {}, players: 2 })).toBeUndefined()
})

test('alone on a card nobody is told of an opponent', () => {
  const hinted = (players: number) => hintOfClips({ phase: 'clip', viewer: 0, placed: [{ seat: 0, clip: ['N', 0, 1] }], players: Array.from({ length: players }) } as unknown as Parameters<typeof hintOfClips>[0], true)
  expect(hinted(2)).toBe('hint.clip')
  expect(hinted(1)).toBe('hint.clip_alone')
})
