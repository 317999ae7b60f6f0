import { expect, test, vi } from 'vitest'
import clipSchema from '../../docs/protocol/games/cant_touch_this.json'
import craneSchema from '../../docs/protocol/games/tactile_crane.json'
import pileSchema from '../../docs/protocol/games/point_a_pile.json'
import tagSchema from '../../docs/protocol/games/tag.json'
import clipWords from '../../src/touchwood/games/cant_touch_this/words/en.json'
import craneWords from '../../src/touchwood/games/tactile_crane/words/en.json'
import pileWords from '../../src/touchwood/games/point_a_pile/words/en.json'
import tagWords from '../../src/touchwood/games/tag/words/en.json'
import { nameOf as clipName } from '../src/games/cant_touch_this/sentences'
import clipPage from '../src/games/cant_touch_this/words/en.json'
import { withCardNames, nameOfAction } from '../src/games/point_a_pile/naming'
import pilePage from '../src/games/point_a_pile/words/en.json'
import { nameOf as craneName } from '../src/games/tactile_crane/naming'
import cranePage from '../src/games/tactile_crane/words/en.json'
import { choiceNames } from '../src/parts/choice-names'
import { Words, type Catalogue } from '../src/i18n/catalogue'

const core = { words: { you: 'you', player: 'player' } }
const wordsOf = (...catalogues: unknown[]) => new Words([...(catalogues as Catalogue[]), core], ['Ana', 'Bo'], 0)
const answered = (schema: unknown) => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(schema), { headers: { 'content-type': 'application/json' } }))

test('a choice is called as on the general screen', async () => {
  answered(tagSchema)
  const name = await choiceNames('tag', wordsOf(tagWords))
  expect(name({ type: 'Draw', pile: 'discard' }, 'draw discard')).toBe('Draw from the discard pile')
  expect(name({ type: 'GiveIt', to: 1 }, 'give IT to 2')).toBe('Give IT to Bo')
})

test('and as the codec writes it where there is no sentence, or nobody told what it is', async () => {
  answered(tagSchema)
  const name = await choiceNames('a_game_without_words', wordsOf({}))
  expect(name({ type: 'Draw', pile: 'deck' }, 'draw deck')).toBe('draw deck')
  expect(name(undefined, 'draw deck')).toBe('draw deck')
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no line')))
  const unanswered = await choiceNames('another', wordsOf(tagWords))
  expect(unanswered({ type: 'Draw', pile: 'deck' }, 'draw deck')).toBe('draw deck')
})

test('a grab is called by how far the fingers were closed', async () => {
  answered(craneSchema)
  const name = await choiceNames('tactile_crane', wordsOf(cranePage, craneWords), craneName)
  expect(name({ type: 'Grab', pinch: 250 }, 'grab 250')).toBe('Grab with the fingers 50% closed')
  expect(name({ type: 'PlaceBet', bet: 'high' }, 'bet high')).toBe('Bet HIGH')
})

test('a clip is called by its place, counted as players do', async () => {
  answered(clipSchema)
  const name = await choiceNames('cant_touch_this', wordsOf(clipPage, clipWords), clipName)
  expect(name({ type: 'PlaceClip', clip: ['N', 2, 1] }, 'N2x1')).toBe('Clip: top edge, column 3, 1 deep')
  expect(name({ type: 'TurnCard' }, 'other side')).toBe('Play on the other side')
})

test('cards that are laid and what an action card does are called by their names', async () => {
  answered(pileSchema)
  const words = wordsOf(withCardNames(pilePage as unknown as Catalogue, pileWords as unknown as Catalogue), pileWords)
  const name = await choiceNames('point_a_pile', words, nameOfAction)
  const called = ['B01', 'B02', 'B03'].map((card) => words.word(card))
  expect(name({ type: 'LayOut', piles: [['B01', 'B02'], ['B03']] }, 'lay B01 B02 | B03')).toBe(`Lay the cards out like this: ${called[0]}, ${called[1]} | ${called[2]}`)
  const trigger = { type: 'Trigger', card: 'A01', piles: [0, 2], colour: null, seat: 1, places: [3] }
  expect(name(trigger, 'trigger A01')).toBe(`Trigger ${words.word('A01')} (empty space, pile 2, Bo, card 3)`)
  expect(name({ ...trigger, piles: [], seat: null, places: [] }, 'trigger A01')).toBe(`Trigger ${words.word('A01')}`)
  expect(name({ type: 'Point', pile: 2 }, 'point 2')).toBe('Point at pile 2')
})
