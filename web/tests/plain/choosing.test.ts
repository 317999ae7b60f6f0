import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import clipSchema from '../../../docs/protocol/games/cant_touch_this.json'
import tagSchema from '../../../docs/protocol/games/tag.json'
import clipWords from '../../../src/touchwood/games/cant_touch_this/words/en.json'
import pileWords from '../../../src/touchwood/games/point_a_pile/words/en.json'
import tagWords from '../../../src/touchwood/games/tag/words/en.json'
import { FEW, kindsOf, stepsTo, type Kind, type Offer } from '../../src/plain/choosing'
import { choiceName, grouped } from '../../src/plain/naming'
import { Types, type GameSchema, type Schema } from '../../src/plain/schema'
import { Words, type Catalogue } from '../../src/i18n/catalogue'

const core = { words: { you: 'you', player: 'player' } }
const wordsOf = (game: unknown) => new Words([game as Catalogue, core], ['Ana', 'Bo', 'Cy'], 0)
const tag = new Types(tagSchema as unknown as GameSchema)
const clips = new Types(clipSchema as unknown as GameSchema)
const legal = (...actions: { type: string; [fact: string]: unknown }[]) => actions.map((action) => ({ action, text: `text of ${Object.values(action).join(' ')}` }))

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
    expect(kindsOf(given, tag, wordsOf({}))[0]).toMatchObject({ label: 'Give it', offers: [{ sentence: 'Text of GiveIt 2', told: { to: 'Cy' } }, {}] })
  })
})

describe('many of a kind', () => {
  const words = wordsOf(clipWords)
  const around = (['N', 'E'] as const).flatMap((edge) => [0, 1, 2].flatMap((line) => (edge === 'E' && line === 1 ? [1] : [1, 2]).map((depth) => ({ type: 'PlaceClip', clip: [edge, line, depth] }))))
  const kind = kindsOf(legal(...around), clips, words)[0]!

  test('are chosen fact by fact, the first of each at first', () => {
    const { steps, offer } = stepsTo(kind, {})
    expect(steps.map(({ label, values, chosen }) => [label, values.map(({ name }) => name), chosen])).toEqual([
      ['Edge', ['top', 'right'], 'N'],
      ['Line', ['0', '1', '2'], 0],
      ['Depth', ['1', '2'], 1],
    ])
    expect(offer.sentence).toBe('Clip: top, line 0, depth 1')
  })

  test('keep what was wanted where it still goes, and come close where it does not', () => {
    const { steps, offer } = stepsTo(kind, { edge: 'E', line: 1, depth: 2 })
    expect(offer.action).toEqual({ type: 'PlaceClip', clip: ['E', 1, 1] })
    expect(steps.at(-1)!.values).toHaveLength(1)
  })

  test('of a long row of numbers are a slider', () => {
    const grabs = Array.from({ length: 21 }, (_, step) => ({ type: 'Grab', pinch: step * 50 }))
    const kind = kindsOf(legal(...grabs), tag, words)[0]!
    const { steps, offer } = stepsTo(kind, { pinch: 430 })
    expect(steps).toMatchObject([{ name: 'pinch', isRange: true, chosen: 450 }])
    expect(offer.action).toEqual({ type: 'Grab', pinch: 450 })
  })
})

// -- Nothing that may be done is out of reach -----------------------------------------------------------------------------

/** Where one comes to who chooses, step by step, what this offer has; as far as it can be chosen. */
function chosenFor(kind: Kind, wanted: Offer): Offer {
  let chosen: Record<string, unknown> = {}
  for (let place = 0; ; place++) {
    const { steps, offer } = stepsTo(kind, chosen)
    const step = steps[place]
    if (!step) return offer
    expect(new Set(step.values.map(({ name }) => name)).size).toBe(step.values.length)
    const value = step.name ? (wanted.facts[step.name] ?? null) : wanted.text
    chosen = { ...Object.fromEntries(steps.map(({ name, chosen }) => [name, chosen])), [step.name]: value }
  }
}

/** Those of a kind that no choice leads to, or whose sentence another one has too; of very many, some all along the list. */
function lost(kind: Kind): string[] {
  const apart = Math.ceil(kind.offers.length / 120)
  const told = grouped(kind.offers, ({ sentence }) => sentence)
  const isLost = (offer: Offer): boolean => told.get(offer.sentence)!.length > 1 || (kind.offers.length > FEW && chosenFor(kind, offer) !== offer)
  return kind.offers.filter((offer, place) => place % apart === 0 && isLost(offer)).map(({ text }) => text)
}

describe('every legal action can be reached, and told apart from the others', () => {
  const { games, offers } = JSON.parse(readFileSync('tests/fixtures/offers.json', 'utf8')) as {
    games: Record<string, { schema: GameSchema; words: Catalogue }>
    offers: { game: string; phase: string; offered: { action: unknown; text: string }[] }[]
  }
  test.each(offers)('of $game in $phase', ({ game, offered }) => {
    const { schema, words } = games[game]!
    for (const catalogue of [words, {}]) expect(kindsOf(offered, new Types(schema), wordsOf(catalogue)).flatMap(lost)).toEqual([])
  })

  const int = { type: 'integer' }
  const struct = (properties: Record<string, Schema>) => ({ type: 'object', properties })
  const at = (name: string) => ({ $ref: `#/$defs/${name}` })
  const board = new Types({
    $defs: {
      Square: struct({ row: int, column: int }),
      Pair: { type: 'array', prefixItems: [at('Square'), at('Square')], 'x-fields': ['first', 'second'] },
      Bank: struct({ type: { const: 'Bank' } }),
      Player: struct({ type: { const: 'Player' }, seat: { ...int, 'x-shown': 'seat' } }),
      Move: struct({ type: { const: 'Move' }, start: at('Square'), to: { anyOf: [at('Square'), { type: 'null' }] } }),
      Swap: struct({ type: { const: 'Swap' }, pair: at('Pair') }),
      Pay: struct({ type: { const: 'Pay' }, to: { anyOf: [at('Bank'), at('Player')] }, coins: int, is_loud: { type: 'boolean' } }),
      Show: struct({ type: { const: 'Show' }, squares: { type: 'array', items: at('Square') } }),
    },
    properties: { options: {}, event: {}, view: {}, action: { anyOf: ['Move', 'Swap', 'Pay', 'Show'].map(at) } },
  })
  const squares = [0, 1, 2].flatMap((row) => [0, 1].map((column) => ({ row, column })))
  const pairs = squares.flatMap((one) => squares.map((other) => [one, other]))
  const written = (...actions: { type: string; [fact: string]: unknown }[]) => actions.map((action) => ({ action, text: JSON.stringify(action).replaceAll(/\W+/g, ' ').trim() }))
  const MOVES = written(...pairs.map(([start, to]) => ({ type: 'Move', start, to })), ...squares.map((start) => ({ type: 'Move', start, to: null })))
  const CASES = {
    'two parts of one type': MOVES,
    'a row with names of its own': written(...pairs.map((pair) => ({ type: 'Swap', pair }))),
    'kinds of things that differ by nothing else': written(...[{ type: 'Bank' }, { type: 'Player', seat: 1 }, { type: 'Player', seat: 2 }].flatMap((to) => [1, 2].flatMap((coins) => [false, true].map((is_loud) => ({ type: 'Pay', to, coins, is_loud }))))),
    'rows of structs': written(...pairs.map((row) => ({ type: 'Show', squares: row }))),
    'what no type tells apart': Array.from({ length: 12 }, (_, place) => ({ action: { type: 'Wish', secret: null }, text: `wish ${place}` })),
  }
  test.each(Object.entries(CASES))('with %s', (_which, offered) => {
    const same = { actions: { Move: 'Move', Swap: 'Swap', Pay: 'Pay', Show: 'Show', Wish: 'Wish' } }
    for (const catalogue of [{}, same]) {
      const kind = kindsOf(offered, board, wordsOf(catalogue))[0]!
      expect(lost(kind)).toEqual([])
      const { steps } = stepsTo(kind, {})
      expect(steps.flatMap(({ label, values }) => [label, ...values.map(({ name }) => name)]).join()).not.toMatch(/[{}[\]_]|object|undefined|null/)
    }
  })

  test('parts of one name are called with what they lie in, in choices and in sentences', () => {
    const words = wordsOf({ fields: { start: 'From', to_row: 'Row it goes to' }, actions: { Move: ['{start_row}/{start_column} to {to_row}/{to_column}', '{row}/{column} goes off'] } })
    const [kind] = kindsOf(MOVES, board, words)
    expect(stepsTo(kind!, {}).steps.map(({ name, label }) => [name, label])).toEqual([
      ['start_row', 'From: Row'],
      ['start_column', 'From: Column'],
      ['to_row', 'Row it goes to'],
      ['to_column', 'To: Column'],
    ])
    expect([kind!.offers[1], kind!.offers.at(-1)].map((offer) => offer!.sentence)).toEqual(['0/0 to 0/1', '2/1 goes off'])
  })

  test('three with one sentence each say in what they differ, or how they are written', () => {
    const words = wordsOf({ actions: { Play: 'Play a card', LetStand: 'Let it stand' } })
    const [played] = kindsOf(legal({ type: 'Play', kind: 'T' }, { type: 'Play', kind: 'A' }, { type: 'Play', kind: 'Gool' }), tag, words)
    expect(played!.offers.map(({ sentence }) => sentence)).toEqual(['Play a card: T', 'Play a card: A', 'Play a card: Gool'])
    const [stood] = kindsOf(['let', 'let it'].map((text) => ({ action: { type: 'LetStand' }, text })), tag, words)
    expect(stood!.offers.map(({ sentence }) => sentence)).toEqual(['Let it stand: let', 'Let it stand: let it'])
  })

  test('values with one name have their code beside it', () => {
    const alike = { words: { A: 'ace', B: 'ace' } }
    const cards = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map((card) => ({ action: { type: 'Take', card }, text: `take ${card}` }))
    const { steps } = stepsTo(kindsOf(cards, tag, wordsOf(alike))[0]!, {})
    expect(steps[0]!.values.slice(0, 3).map(({ name }) => name)).toEqual(['Ace: A', 'Ace: B', 'C'])
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
