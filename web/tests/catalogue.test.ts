// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MissingWords, Words, type Catalogue, type Told } from '../src/i18n/catalogue'

const made = JSON.parse(readFileSync('tests/fixtures/sentences.json', 'utf8')) as {
  catalogues: Catalogue[]
  names: string[]
  cases: { listener: number | null; event: Told; sentence: string }[]
}

test('events sound as Python reads them aloud, to players and watchers', () => {
  expect(made.cases.length).toBeGreaterThan(60)
  for (const { listener, event, sentence } of made.cases) {
    expect(new Words(made.catalogues, made.names, listener).event(event)).toBe(sentence)
  }
})

const words = new Words([
  {
    words: { you: 'you', player: 'Player', T: 'tee', True: 'on' },
    labels: {
      cards: '{count} {count:plural card cards}',
      list: '{kinds:word} by {who:seat}',
      switched: 'it is {value:word}',
    },
  },
])

test('plurals, lists, seats without a name, switches', () => {
  expect(words.label('cards', { count: 1 })).toBe('1 card')
  expect(words.label('cards', { count: 3 })).toBe('3 cards')
  expect(words.label('list', { kinds: ['T', 'T'], who: 1 })).toBe('Tee, tee by Player 2')
  expect(words.for(['Ana', 'Bo'], 0).label('list', { kinds: ['T'], who: [0, 1] })).toBe('Tee by you, Bo')
  expect(words.label('switched', { value: true })).toBe('It is on')
})

test('a missing sentence is an error, not silence', () => {
  expect(() => words.label('nothing')).toThrow(MissingWords)
  expect(words.has('labels', 'cards')).toBe(true)
  expect(words.has('labels', 'nothing')).toBe(false)
})
