import { beforeAll, afterAll, expect, test } from 'vitest'
import { calledHere, characterOf, faceAt, LEVELS, nameOfCharacter, seatsCalledHere } from '../src/i18n/bots'
import { speech } from '../src/i18n/speech.svelte'

beforeAll(() => speech.speak('ja'))
afterAll(() => speech.speak('en'))

const seat = (name: string, bot: string | null) => ({ name, bot, badge: { colour: 'sky', shape: 'square' }, is_present: true, is_kept: false, is_muted: false, is_invited: false, sits_out: false })

test('bots have names in the language of whoever looks, with their numbers', () => {
  expect(seatsCalledHere([seat('Medium', 'medium'), seat('Medium 2', 'medium')]).map(({ name }) => name)).toEqual(['オットー', 'ハナ'])
})

test('people keep the names they gave, and so does a bot that plays on for one', () => {
  expect(seatsCalledHere([seat('Easy', null), seat('Ana', 'easy')]).map(({ name }) => name)).toEqual(['Easy', 'Ana'])
})

test('a bot nobody has words for is called as the server calls it', () => {
  expect(calledHere('Very clever 3')).toBe('Very clever 3')
})

test('as many as sit at a table are told apart by name and face, of every level and in every language', async () => {
  for (const language of ['en', 'ja']) {
    await speech.speak(language)
    const all = LEVELS.flatMap((level) => [1, 2, 3, 4, 5].map((nth) => ({ level, nth })))
    expect(new Set(all.map(nameOfCharacter)).size).toBe(all.length)
    for (const who of all) expect(faceAt({ bot: who.level, name: nameOfCharacter(who) })).toEqual(who)
  }
  await speech.speak('ja')
})

test('a bot for comparison is no character, and a bot whose name a person has goes by its level', async () => {
  expect(characterOf('Random 2')).toBeNull()
  await speech.speak('en')
  expect(seatsCalledHere([seat('greta', null), seat('Easy', 'easy'), seat('Easy 2', 'easy')]).map(({ name }) => name)).toEqual(['greta', 'Easy', 'Pip'])
  await speech.speak('ja')
})
