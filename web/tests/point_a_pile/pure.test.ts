// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import gameEnglish from '../../../src/touchwood/games/point_a_pile/words/en.json'
import { cardsOf, SHIPPED } from '../../src/games/point_a_pile/cards'
import { chances } from '../../src/games/point_a_pile/chances'
import { linesOf, signsOf } from '../../src/games/point_a_pile/glyphs'
import { begunOf, fits, lay, nextCard, nothingLaid, pickUp, pilesOf } from '../../src/games/point_a_pile/laying'
import { withCardNames, withOwnNames } from '../../src/games/point_a_pile/naming'
import { fateOf, fingersIn, hoveringIn } from '../../src/games/point_a_pile/hands'
import { showingOf } from '../../src/games/point_a_pile/showing'
import { showingStatus, type Table } from '../../src/games/point_a_pile/sentences'
import english from '../../src/games/point_a_pile/words/en.json'
import japanese from '../../src/games/point_a_pile/words/ja.json'
import { checkRecord, parseRecord } from '../../src/proof/verify'
import type { AnyEvent, GameView, Options } from '../../src/protocol/games/point_a_pile'
import { MissingWords, Words, type Catalogue } from '../../src/i18n/catalogue'

const catalogue = (one: unknown) => one as Catalogue

describe('cards', () => {
  test('are those of the list', () => {
    expect(SHIPPED.length).toBe(116)
    expect(cardsOf({ deck: [] } as unknown as Options)('B29')).toMatchObject({ kind: 'colour_match', points: 1, of_colour: 'red', colour: 'blue' })
  })
  test('that a table brought along are known too', () => {
    const own = { card: 'X1', set: 'base', kind: 'score', points: 3, needs: null, of_colour: null, colour: 'red' } as const
    expect(cardsOf({ deck: [own] } as unknown as Options)('X1')).toEqual(own)
  })
  test('have signs, all but the plain ones and the missions', () => {
    const bare = SHIPPED.filter((card) => signsOf(card).length === 0).map((card) => (card.set === 'base' ? card.kind : card.set))
    expect([...new Set(bare)]).toEqual(['plain', 'complete_a_mission'])
    expect(linesOf(SHIPPED.find((card) => card.card === 'B47')!)).toHaveLength(2)
  })
  test('have the crown where they speak of the Headpointer, and nowhere else', () => {
    const crowned = SHIPPED.filter((card) => signsOf(card).some((sign) => 'drawing' in sign && sign.drawing === 'crown')).map((card) => card.kind)
    expect([...new Set(crowned)].sort()).toEqual(['headpointer', 'not_headpointer', 'only_headpointer'])
  })
  test('have names in sentences', () => {
    const words = new Words([withCardNames(catalogue(english), catalogue(gameEnglish)), catalogue(gameEnglish), { words: { you: 'you' } }], ['Ana', 'Bo'], 0)
    expect(words.event({ type: 'PileScored', seat: 1, pile: 2, cards: ['B06', 'B29', 'S03'] })).toBe('Bo scores pile 2: red plain, blue +1 each red, purple shy: not for the Headpointer.')
  })
  test('also those that a table brought along', () => {
    const own = { card: 'X1', set: 'wait_a_minute', kind: 'swap', points: null, needs: null, of_colour: null, colour: 'red' }
    const words = new Words([withCardNames(catalogue(english), catalogue(gameEnglish)), catalogue(gameEnglish)], ['Ana', 'Bo'])
    const drawn = { type: 'CardDrawn', seat: 1, card: 'X1' }
    expect(() => words.event(drawn)).toThrow(MissingWords)
    expect(withOwnNames(words, { deck: ['B01', own] } as unknown as Options).event(drawn)).toBe('Bo draws red action: swap two piles.')
  })
  test('and where none was brought along, nothing is added', () => {
    const words = new Words([catalogue(english)])
    expect(withOwnNames(words, { deck: ['B01'] })).toBe(words)
    expect(withOwnNames(words, {})).toBe(words)
  })
  test('and the sentences about them are told in both languages', () => {
    expect(Object.keys(japanese.events)).toEqual(Object.keys(english.events))
  })
})

describe('laying', () => {
  const drawn = nothingLaid(['a', 'b', 'c'])
  test('puts a card on top, from the tray or from another pile', () => {
    const laid = lay(lay(lay(drawn, 'a', 0), 'b', 0), 'c', 2)
    expect(laid).toMatchObject({ piles: [['a', 'b'], [], ['c']], left: [] })
    expect(pilesOf(laid)).toEqual([['a', 'b'], ['c']])
    expect(pilesOf(lay(laid, 'a', 2))).toEqual([['b'], ['c', 'a']])
  })
  test('goes on with the neighbour, and takes cards back', () => {
    expect(nextCard(drawn, 'b', lay(drawn, 'b', 0))).toBe('c')
    expect(nextCard(drawn, 'c', lay(drawn, 'c', 0))).toBe('b')
    expect(pickUp(lay(drawn, 'a', 0), 'a')).toMatchObject({ piles: [[]], left: ['b', 'c', 'a'] })
  })
  test('says which pile was touched last, as they are sent', () => {
    expect(begunOf(drawn)).toEqual({ piles: [], touched: null })
    const two = lay(lay(drawn, 'a', 3), 'b', 1)
    expect(begunOf(two)).toEqual({ piles: [['b'], ['a']], touched: 1 })
    expect(begunOf(lay(two, 'c', 3))).toEqual({ piles: [['b'], ['a', 'c']], touched: 2 })
    expect(begunOf(pickUp(lay(two, 'c', 3), 'a'))).toEqual({ piles: [['b'], ['c']], touched: 2 })
  })
  test('who takes a card back has touched its pile', () => {
    const laid = lay(lay(lay(drawn, 'a', 0), 'c', 0), 'b', 1)
    expect(begunOf(pickUp(laid, 'c'))).toEqual({ piles: [['a'], ['b']], touched: 1 })
  })
  test('of a pile that is gone again, which was touched before', () => {
    const three = lay(lay(lay(drawn, 'a', 0), 'b', 1), 'c', 0)
    expect(begunOf(pickUp(lay(three, 'b', 2), 'b'))).toEqual({ piles: [['a', 'c']], touched: 1 })
    expect(begunOf(pickUp(pickUp(three, 'c'), 'a'))).toEqual({ piles: [['b']], touched: 1 })
  })
  test('knows when the cards are others', () => {
    expect(fits(lay(drawn, 'a', 1), ['c', 'b', 'a'])).toBe(true)
    expect(fits(drawn, ['a', 'b', 'd'])).toBe(false)
  })
})

const pointing = {
  phase: 'pointing',
  players: [{}, {}, {}],
  pointers: [0, 1, 2],
  ready: [0, 1, 2],
  fingers: [1, null, null],
  piles: [{ place: 1, cards: ['B01'] }, { place: 2, cards: ['B02'] }, { place: 3, cards: ['B03'] }],
} as unknown as GameView
const shown: AnyEvent[] = [
  { type: 'PileShown', seat: 0, pile: 1 },
  { type: 'PileShown', seat: 1, pile: 1 },
  { type: 'PileShown', seat: 2, pile: 2 },
]

const settled = { contests: [] } as unknown as GameView
const show = (events: AnyEvent[], after: object = {}, moves = true, before: GameView = pointing) => showingOf(before, { ...settled, ...after }, events, moves)

describe('a pointing is shown', () => {
  test('with a count, all hands, and what becomes of the piles', () => {
    const events: AnyEvent[] = [...shown, { type: 'PileScored', seat: 2, pile: 2, cards: ['B02'] }, { type: 'PileSetAside', cards: ['B03'] }]
    const showing = show(events, { contests: [{ cards: ['B01'], seats: [0, 1] }] })!
    expect(showing.beats.map(({ beat }) => beat)).toEqual(['count', 'point', 'settle'])
    expect(fingersIn(pointing, showing, 'count')).toEqual([null, null, null])
    expect(fingersIn(pointing, showing, 'point')).toEqual([1, 1, 2])
    expect(pointing.piles.map((pile) => fateOf(pile, showing))).toEqual(['contested', 'scored', 'aside'])
  })
  test('without a count where nothing may move, and not at all when nothing was shown', () => {
    expect(show(shown, {}, false)!.beats.map(({ beat }) => beat)).toEqual(['point'])
    expect(show([{ type: 'Pointed', seat: 1, pile: null }])).toBeNull()
  })
  test('with invalid fingers told', () => {
    const showing = show([...shown, { type: 'PutOut', seat: 1, reason: 'not_headpointer', card: 'S03' }, { type: 'PileScored', seat: 0, pile: 1, cards: ['B01'] }])!
    expect(fateOf(pointing.piles[0]!, showing)).toBe('scored')
    expect(showing.fouls).toEqual([{ seat: 1, reason: 'not_headpointer', card: 'S03' }])
  })
  test('with each reason told once, for all whom it put out', () => {
    const fouls: AnyEvent[] = [0, 1].map((seat) => ({ type: 'PutOut', seat, reason: 'text_not_text', card: 'R13' }))
    const showing = show([...shown, ...fouls, { type: 'PutOut', seat: 2, reason: 'not_headpointer', card: 'S03' }])!
    const words = new Words([catalogue(english), catalogue(gameEnglish), { words: { you: 'you' } }], ['Ana', 'Bo', 'Cy'], 0)
    const table: Table = { view: pointing, you: 0, seats: [], words, cardOf: cardsOf({ deck: [] } as unknown as Options) }
    expect(showingStatus(table, showing, 'point')).toBe('Out this round: you, Bo. The rule was: after a card with text, no pile with text on top. Out this round: Cy. That card is shy: the Headpointer may not touch it.')
  })
  test('hands hover until then; one’s own lies on its pile', () => {
    expect([...hoveringIn(pointing, null, null)]).toEqual([[1, 'down'], [2, 'down']])
    expect([...hoveringIn({ ...pointing, ready: [0] }, null, null)]).toEqual([[1, 'up'], [2, 'up']])
    const showing = show(shown)!
    expect([...hoveringIn(pointing, showing, 'count')]).toEqual([[0, 'down'], [1, 'down'], [2, 'down']])
    expect([...hoveringIn(pointing, showing, 'point')]).toEqual([])
  })
  test('where the last point later, the hands that lie there already stay', () => {
    const before = { ...pointing, fingers: [1, 2, null] } as GameView
    const showing = show([{ type: 'PileShown', seat: 2, pile: 2 }], {}, true, before)!
    expect([...hoveringIn(before, showing, 'count')]).toEqual([[2, 'down']])
    expect(fingersIn(before, showing, 'count')).toEqual([1, 2, null])
    expect(fingersIn(before, showing, 'point')).toEqual([1, 2, 2])
  })
})

describe('what is triggered is shown', () => {
  const picked = { ...pointing, phase: 'after_picks', fingers: [1, 1, 2] } as GameView
  const triggered = (card: string): AnyEvent => ({ type: 'ActionTriggered', seat: 0, card, piles: [], colour: null, whose: null, cards: [] })
  const beatsOf = (showing: ReturnType<typeof showingOf>) => showing?.beats.map(({ beat }) => beat)
  test('piles that changed places go to whom they are scored by', () => {
    const swapped: AnyEvent = { type: 'PilesSwapped', pile: 2, other: 3 }
    const showing = show([triggered('A01'), swapped, { type: 'PileScored', seat: 2, pile: 2, cards: ['B03'] }], {}, true, picked)!
    expect(beatsOf(showing)).toEqual(['act', 'settle'])
    expect(showing.piles.map(({ cards }) => cards)).toEqual([['B01'], ['B03'], ['B02']])
    expect(showing.deeds).toEqual([{ seat: 0, card: 'A01', did: [swapped] }])
  })
  test('a finger that moved lies where it went', () => {
    const showing = show([triggered('A14'), { type: 'FingerMoved', seat: 0, pile: null }], {}, true, picked)!
    expect(fingersIn(picked, showing, 'act')).toEqual([0, 1, 2])
  })
  test('a contested pile that was set aside is not shaken', () => {
    const showing = show([triggered('A11'), { type: 'PileSetAside', cards: ['B01'] }], {}, true, picked)!
    expect(fateOf(picked.piles[0]!, showing)).toBe('aside')
  })
  test('also where no pile lies, and before the next draw', () => {
    const between = { ...picked, phase: 'before_draw', piles: [] } as GameView
    const drawn: AnyEvent = { type: 'CardDrawn', seat: 1, card: 'B05' }
    const showing = show([triggered('A17'), { type: 'DrawGrew', count: 6 }, drawn], {}, true, between)!
    expect(beatsOf(showing)).toEqual(['act'])
    expect(showing.drawn).toEqual([drawn])
  })
  test('throws are shown together, with what they came to', () => {
    const won: AnyEvent = { type: 'PileWon', seat: 1, pile: 1 }
    const showing = show([{ type: 'ThrowShown', seat: 0, hand: 'rock' }, { type: 'ThrowShown', seat: 1, hand: 'paper' }, won], {}, true, { ...picked, phase: 'throw' } as GameView)!
    expect(beatsOf(showing)).toEqual(['act'])
    expect(showing.throws.map(({ hand }) => hand)).toEqual(['rock', 'paper'])
    expect(showing.decided).toEqual([won])
  })
})

describe('the deal of a record made by the Python side', () => {
  test('is checked up to where play decides what can fall', () => {
    const found = checkRecord(parseRecord(readFileSync('tests/fixtures/piles.jsonl', 'utf8')), chances)
    expect(found.proof).toBe('proven')
    // The first Headpointer and nine rounds of six; then discards go back into the deck.
    expect(found.draws).toBeGreaterThan(55)
    expect(found.drawsChecked).toBe(55)
  })
  test('and missions come before the cards', () => {
    const header = { options: { first: 0, complete_a_mission: true, deck: [] }, seats: [{}, {}] } as never
    expect([[], [3], [3, 1]].map((fallen) => chances(header, fallen))).toEqual([12, 11, 54].map((below) => ({ type: 'Uniform', below })))
  })
  test('and with actions it ends at the card that lets play decide', () => {
    const header = { options: { first: 0, wait_a_minute: true, deck: ['A17', 'B01', 'B02', 'B03', 'B04', 'B05'] }, seats: [{}, {}] } as never
    expect(chances(header, [1])).toEqual({ type: 'Uniform', below: 5 })
    expect(chances(header, [1, 0])).toBeNull()
  })
})
