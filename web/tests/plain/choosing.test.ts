import { describe, expect, test } from 'vitest'
import clipSchema from '../../../docs/protocol/games/cant_touch_this.json'
import tagSchema from '../../../docs/protocol/games/tag.json'
import clipWords from '../../../src/touchwood/games/cant_touch_this/words/en.json'
import pileWords from '../../../src/touchwood/games/point_a_pile/words/en.json'
import tagWords from '../../../src/touchwood/games/tag/words/en.json'
import { kindsOf, stepsTo } from '../../src/plain/choosing'
import { choiceName } from '../../src/plain/naming'
import { Types, type GameSchema } from '../../src/plain/schema'
import { Words, type Catalogue } from '../../src/i18n/catalogue'

const core = { words: { you: 'you', player: 'player' } }
const wordsOf = (game: unknown) => new Words([game as Catalogue, core], ['Ana', 'Bo', 'Cy'], 0)
const tag = new Types(tagSchema as unknown as GameSchema)
const clips = new Types(clipSchema as unknown as GameSchema)
const legal = (...actions: { type: string; [fact: string]: unknown }[]) => actions.map((action) => ({ action, text: `text of ${action.type}` }))

describe('actions by kind', () => {
  test('have the sentences of the game, in the order they came', () => {
    const kinds = kindsOf(legal({ type: 'Play', kind: 'T' }, { type: 'Discard', kind: 'T' }, { type: 'Play', kind: 'Freeze' }), tag, wordsOf(tagWords))
    expect(kinds.map(({ label, offers }) => [label, offers.map(({ sentence }) => sentence)])).toEqual([
      ['Play a card', ['Play T', 'Play Freeze']],
      ['Discard a card', ['Discard T']],
    ])
  })

  test('name players, and say how the codec writes what the game has no words for', () => {
    const given = legal({ type: 'GiveIt', to: 2 }, { type: 'GiveIt', to: 0 })
    expect(kindsOf(given, tag, wordsOf(tagWords))[0]!.offers.map(({ sentence }) => sentence)).toEqual(['Give IT to Cy', 'Give IT to you'])
    expect(kindsOf(given, tag, wordsOf({}))[0]).toMatchObject({ label: 'Give it', offers: [{ sentence: 'Text of GiveIt', told: { to: 'Cy' } }, {}] })
  })
})

describe('many of a kind', () => {
  const words = wordsOf(clipWords)
  const around = (['N', 'E'] as const).flatMap((edge) => [0, 1, 2].flatMap((line) => (edge === 'E' && line === 1 ? [1] : [1, 2]).map((depth) => ({ type: 'PlaceClip', clip: [edge, line, depth] }))))
  const { offers } = kindsOf(legal(...around), clips, words)[0]!

  test('are chosen fact by fact, the first of each at first', () => {
    const { steps, offer } = stepsTo(offers, {}, words)
    expect(steps.map(({ label, values, chosen }) => [label, values.map(({ name }) => name), chosen])).toEqual([
      ['Edge', ['top', 'right'], 'N'],
      ['Line', ['0', '1', '2'], 0],
      ['Depth', ['1', '2'], 1],
    ])
    expect(offer.sentence).toBe('Clip: top, line 0, depth 1')
  })

  test('keep what was wanted where it still goes, and come close where it does not', () => {
    const { steps, offer } = stepsTo(offers, { edge: 'E', line: 1, depth: 2 }, words)
    expect(offer.action).toEqual({ type: 'PlaceClip', clip: ['E', 1, 1] })
    expect(steps.at(-1)!.values).toHaveLength(1)
  })

  test('of a long row of numbers are a slider', () => {
    const grabs = Array.from({ length: 21 }, (_, step) => ({ type: 'Grab', pinch: step * 50 }))
    const kind = kindsOf(legal(...grabs), tag, words)[0]!
    const { steps, offer } = stepsTo(kind.offers, { pinch: 430 }, words)
    expect(steps).toMatchObject([{ name: 'pinch', isRange: true, chosen: 450 }])
    expect(offer.action).toEqual({ type: 'Grab', pinch: 450 })
  })
})

test('a step of building is told by its kind, by its value, by a word, or as it is written', () => {
  const words = wordsOf({ ...pileWords, words: { ...pileWords.words, B01: 'red: plain' } })
  expect(choiceName(words, { choice: { type: 'CardPart', card: 'B01' }, text: 'B01' })).toBe('Red: plain')
  expect(choiceName(words, { choice: { type: 'PilePart', pile: 2 }, text: 'pile 2' })).toBe('Pile 2')
  expect(choiceName(words, { choice: { type: 'PilePart', pile: 0 }, text: 'empty space' })).toBe('Empty space')
  expect(choiceName(words, { choice: 'red', text: 'r' })).toBe('red')
  expect(choiceName(words, { choice: 3, text: '3 stones' })).toBe('3 stones')
})
