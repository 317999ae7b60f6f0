/** What is this? Every thing a table names has an answer, in every language, and what it is worth is the server's word. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Hearing } from '../src/games/game'
import { askAbout } from '../src/senses/asking'
import { Words, type Catalogue } from '../src/i18n/catalogue'
import { about as aboutTag } from '../src/games/tag/about'
import { about as aboutClips } from '../src/games/cant_touch_this/about'
import { about as aboutPiles } from '../src/games/point_a_pile/about'
import { SHIPPED } from '../src/games/point_a_pile/cards'
import { withCardNames } from '../src/games/point_a_pile/naming'

const server = import.meta.glob<Catalogue>('../../src/touchwood/{games/*,core}/words/*.json', { eager: true, import: 'default' })
const page = import.meta.glob<Catalogue>('../src/games/*/words/*.json', { eager: true, import: 'default' })
const found = (all: Record<string, Catalogue>, end: string): Catalogue => Object.entries(all).find(([path]) => path.endsWith(end))![1]
const wordsOf = (game: string, language: string): Words => {
  const [ofPage, ofGame] = [found(page, `${game}/words/${language}.json`), found(server, `${game}/words/${language}.json`)]
  return new Words([game === 'point_a_pile' ? withCardNames(ofPage, ofGame) : ofPage, ofGame, found(server, `core/words/${language}.json`)], ['Ana', 'Bo'], 0)
}
const seats = ['Ana', 'Bo'].map((name) => ({ name })) as unknown as Hearing['seats']

const player = (hand: string[] | null, front: string[] = []) => ({ hand, hand_size: 3, taken: [], front, sets: 1, tags: 0, points: 1 })
const tag = (change: object = {}) => ({
  viewer: 0, options: { deck: { T: 18, A: 18, G: 18, TAG: 7, Gool: 6, Freeze: 4 }, stall_after: 2 }, phase: 'choose_card', asked: 0, players: [player(['T', 'G', 'Gool'], ['A', 'T']), player(null)],
  deck_size: 20, discard: ['A'], out: [0, 0, 0, 0, 2, 1], it: 1, freezer: null, is_stalling: false, discards_to_end: null, streak: 3, turns: 9, ...change,
})

describe.each(['en', 'ja'])('in %s', (language) => {
  test('every card, pile and player of TAG is told', () => {
    const hearing = { view: tag(), you: 0, asked: true, legal: [{ type: 'Play', kind: 'G' }, { type: 'Discard', kind: 'T' }], seats, words: wordsOf('tag', language), worth: { 'card:G': 1, 'card:T': 0 } } as unknown as Hearing
    for (const thing of ['card:T', 'card:A', 'card:G', 'card:TAG', 'card:Gool', 'card:Freeze', 'card:IT', 'pile:deck', 'pile:discard', 'seat:0', 'seat:1']) {
      const told = aboutTag(thing, hearing)!
      expect(told.title, thing).toBeTruthy()
      expect(told.text.length, thing).toBeGreaterThan(0)
      expect(told.text.join(' '), thing).not.toMatch(/undefined|NaN|\{|null/)
    }
  })

  test('every card of Point-a-Pile that ships is told', () => {
    const view = { options: { deck: [], target: 10 }, players: [{ row: SHIPPED.map(({ card }) => card), sheet: SHIPPED.map(({ card }) => ({ card, points: 1, count: 1 })), last: null, length: 1, points: 3 }], piles: [], fouls: [], asked: [], out: [], ready: [], aside: [], headpointer: 0, rule: null, deck_size: 9 }
    const hearing = { view, you: 0, asked: true, legal: [], seats, words: wordsOf('point_a_pile', language) } as unknown as Hearing
    for (const { card, set } of SHIPPED) {
      if (set === 'complete_a_mission') continue
      const told = aboutPiles(`card:${card}`, hearing)!
      expect(told.text.length, card).toBeGreaterThan(0)
      expect([told.title, ...told.text].join(' '), card).not.toMatch(/undefined|NaN|\{|null/)
    }
    for (const thing of ['seat:0', 'empty', 'deck']) expect(aboutPiles(thing, hearing)!.text.length).toBeGreaterThan(0)
  })
})

test('what a card is good for now', () => {
  const hearing = (worth: Record<string, number>) => ({ view: tag(), you: 0, asked: true, legal: [{ type: 'Play', kind: 'G' }, { type: 'Discard', kind: 'T' }], seats, words: wordsOf('tag', 'en'), worth }) as unknown as Hearing
  expect(aboutTag('card:G', hearing({ 'card:G': 1 }))!.text).toContain('Played now: 1 point for you.')
  expect(aboutTag('card:G', hearing({}))!.text.join()).not.toContain('Played now')
  expect(aboutTag('card:T', hearing({}))!.text).toContain('Just now it can only be discarded.')
  expect(aboutTag('card:Gool', hearing({}))!.text).toContain('2 of 6 are out of the game.')
})

test('a card in a pile is told with its pile, and what that is worth', () => {
  const pile = { place: 2, cards: ['B31', 'B02'] }
  const view = { options: { deck: [], target: 10 }, players: [], piles: [pile], fouls: [], asked: [], out: [], ready: [], aside: [], headpointer: 0, rule: null, deck_size: 9 }
  const hearing = { view, you: 0, asked: true, legal: [], seats, words: wordsOf('point_a_pile', 'en'), worth: { 'pile:2': 1 } } as unknown as Hearing
  const told = aboutPiles('card:B31', hearing)!.text.join(' ')
  expect(told).toContain('for every')
  expect(told).toContain('Pile 2, bottom to top')
  expect(told).toContain('+1 to you.')
})

test('a clip of Can\'t Touch This is told with what it has, and what lies below it with whose it is', () => {
  const line = { lines: [], total: 0, penalty: 0 }
  const view = { options: { edition: 2 }, grid: ['12SG', '*1PB', 'B21G', 'S1P*'], placed: [{ seat: 1, clip: ['S', 3, 2] }], players: [{ sheet: line, clips_left: 3 }, { sheet: line, clips_left: 2 }], asked: 0, phase: 'clip' }
  for (const language of ['en', 'ja']) {
    const hearing = { view, you: 0, asked: true, legal: [], seats, words: wordsOf('cant_touch_this', language) } as unknown as Hearing
    for (const thing of ['clip:S3x2', 'cell:3,3', 'seat:1']) expect([aboutClips(thing, hearing)!.title, ...aboutClips(thing, hearing)!.text].join(' '), thing).not.toMatch(/undefined|NaN|\{|null/)
    expect(aboutClips('clip:S3x2', hearing)!.title).toContain('Bo')
    expect(aboutClips('cell:3,3', hearing)!.text.join(' ')).toContain('Bo')
    expect(aboutClips('clip:N0x1', hearing)).toBeNull()
  }
})

describe('asking', () => {
  afterEach(() => {
    vi.useRealTimers()
    document.body.innerHTML = ''
  })
  function asked() {
    vi.useFakeTimers()
    document.body.innerHTML = '<div><button data-about="card:T"><span>T</span></button><button>other</button></div>'
    const root = document.body.firstElementChild as HTMLElement
    const heard: string[] = []
    const end = askAbout((thing) => (heard.push(thing), true))(root)
    return { root, heard, inner: root.querySelector('span')!, other: root.lastElementChild!, end }
  }
  const point = (type: string, x = 0) => Object.assign(new MouseEvent(type, { bubbles: true, clientX: x, button: 0 }), { isPrimary: true, pointerId: 1 })
  // jsdom has no pointers.
  vi.stubGlobal('PointerEvent', class extends MouseEvent {})

  test('by holding, and the tap that ends it is none', () => {
    const { heard, inner } = asked()
    const clicked = vi.fn()
    inner.addEventListener('click', clicked)
    inner.dispatchEvent(point('pointerdown'))
    vi.advanceTimersByTime(600)
    expect(heard).toEqual(['card:T'])
    inner.dispatchEvent(point('pointerup'))
    inner.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(clicked).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    inner.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(clicked).toHaveBeenCalledTimes(1)
  })

  test('not by a tap, nor by a drag, nor of what has no name', () => {
    const { heard, inner, other } = asked()
    inner.dispatchEvent(point('pointerdown'))
    vi.advanceTimersByTime(200)
    inner.dispatchEvent(point('pointerup'))
    inner.dispatchEvent(point('pointerdown'))
    inner.dispatchEvent(point('pointermove', 40))
    vi.advanceTimersByTime(900)
    other.dispatchEvent(point('pointerdown'))
    vi.advanceTimersByTime(900)
    expect(heard).toEqual([])
  })

  test('by the context menu, as screen readers do', () => {
    const { heard, inner } = asked()
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    inner.dispatchEvent(menu)
    expect(heard).toEqual(['card:T'])
    expect(menu.defaultPrevented).toBe(true)
  })
})
