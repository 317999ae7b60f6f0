// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import plurals from '../../tests/core/plurals.json'
import { MissingWords, pluralWord, Words, type Catalogue, type TaggedEvent } from '../src/i18n/catalogue'
import { stretched } from '../src/i18n/pseudo'

const made = JSON.parse(readFileSync('tests/fixtures/sentences.json', 'utf8')) as {
  catalogues: Catalogue[]
  names: string[]
  cases: { listener: number | null; event: TaggedEvent; sentence: string }[]
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
      points: 'points: {points:by_seat}',
    },
  },
])

test('plurals, lists, seats without a name, switches', () => {
  expect(words.label('cards', { count: 1 })).toBe('1 card')
  expect(words.label('cards', { count: 3 })).toBe('3 cards')
  expect(words.label('list', { kinds: ['T', 'T'], who: 1 })).toBe('Tee, tee by Player 2')
  expect(words.for(['Ana', 'Bo'], 0).label('list', { kinds: ['T'], who: [0, 1] })).toBe('Tee by you, Bo')
  expect(words.label('switched', { value: true })).toBe('It is on')
  expect(words.for(['Ana', 'Bo'], 1).label('points', { points: [3, -1] })).toBe('Points: Ana 3, you -1')
  expect(words.label('points', { points: [null, 'T', 0] })).toBe('Points: Player 2 tee, Player 3 0')
})

test('an empty row is told by the sentence that does without it, if there is one', () => {
  const words = new Words([{ events: { Dived: ['With {cards}.', 'With nothing.'], Drawn: 'Drawn: {cards}.' } }])
  expect(words.event({ type: 'Dived', cards: [2, 4] })).toBe('With 2, 4.')
  expect(words.event({ type: 'Dived', cards: [] })).toBe('With nothing.')
  expect(words.event({ type: 'Drawn', cards: [] })).toBe('Drawn: .')
})

test('a missing sentence is an error, not silence', () => {
  expect(() => words.label('nothing')).toThrow(MissingWords)
  expect(words.has('labels', 'cards')).toBe(true)
  expect(words.has('labels', 'nothing')).toBe(false)
})

test.each(plurals)('the plural of $count in $language, as Python has it', ({ language, count, forms, word }) => {
  expect(pluralWord(language, count, forms)).toBe(word)
})

test('stretched texts keep their slots and are two fifths longer', () => {
  const [long] = stretched(['{seat:seat} draws {count} {count:plural card cards}.']) as string[]
  expect(long).toContain('{seat:seat}')
  expect(long).toContain('{count:plural çård çårds}')
  expect(long).not.toContain('draws')
  expect(stretched('{n:plural one=card other=cards}')).toBe('{n:plural one=çård other=çårds}')
  expect(stretchedLength('Which pile do you want to point at?')).toBeGreaterThan(1.35)
})
const stretchedLength = (text: string) => (stretched(text) as string).length / text.length
