import { beforeAll, afterAll, expect, test } from 'vitest'
import { calledHere, seatsCalledHere } from '../src/i18n/bots'
import { speech } from '../src/i18n/speech.svelte'

beforeAll(() => speech.speak('ja'))
afterAll(() => speech.speak('en'))

const seat = (name: string, bot: string | null) => ({ name, bot, badge: { colour: 'sky', shape: 'square' }, is_present: true, is_kept: false, is_muted: false, is_invited: false, sits_out: false })

test('bots have names in the language of whoever looks, with their numbers', () => {
  expect(seatsCalledHere([seat('Medium', 'medium'), seat('Medium 2', 'medium')]).map(({ name }) => name)).toEqual(['ふつうくん', 'ふつうくん 2'])
})

test('people keep the names they gave, and so does a bot that plays on for one', () => {
  expect(seatsCalledHere([seat('Easy', null), seat('Ana', 'easy')]).map(({ name }) => name)).toEqual(['Easy', 'Ana'])
})

test('a bot nobody has words for is called as the server calls it', () => {
  expect(calledHere('Very clever 3')).toBe('Very clever 3')
})
