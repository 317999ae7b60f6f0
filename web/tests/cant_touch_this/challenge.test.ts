import { beforeEach, describe, expect, it } from 'vitest'
import { cardOfName, nameOfCard } from '../../src/games/cant_touch_this/cards'
import { cardOf, dateOfCard } from '../../src/games/cant_touch_this/daily'
import { cardsOf, readDeck } from '../../src/games/cant_touch_this/deck'
import { friendResults, keepFriend, keepOwn, ownResult, streak } from '../../src/games/cant_touch_this/played'
import { hrefOf, parseRoute } from '../../src/route.svelte'

describe('a card by its name', async () => {
  const deck = await readDeck()

  it.each([1, 2] as const)('every side of edition %i has its own, and is found by it', (edition) => {
    const names = cardsOf(deck, edition).flatMap(({ sides }) => sides.map((side) => nameOfCard(edition, side.join('/'), deck)))
    expect(new Set(names).size).toBe(108)
    expect(names[0]).toBe(`${edition}-1a`)
    expect(names.at(-1)).toBe(`${edition}-54b`)
    for (const name of names) expect(nameOfCard(edition, cardOfName(name, deck)!.rows, deck)).toBe(name)
  })
  it('any other card is its rows, with nothing a message would lose', () => {
    const name = nameOfCard(2, '1*W/PSG/B21', deck)
    expect(name).toBe('2-1XW.PSG.B21')
    expect(cardOfName(name, deck)).toEqual({ edition: 2, rows: '1*W/PSG/B21', number: null, side: null })
  })
  it.each(['', '3-1a', '2-0a', '2-55a', '2-1c', '2-1', '2-hello', '<b>'])('%o names none', (name) => {
    expect(cardOfName(name, deck)).toBeNull()
  })
  it('travels in a link with the tables it was played at', () => {
    const route = { at: 'challenge', game: 'cant_touch_this', what: '2-17a/abc.def' } as const
    expect(parseRoute(hrefOf(route))).toEqual(route)
  })
  it('is of a day in each edition', () => {
    for (const edition of [1, 2] as const) expect(dateOfCard(cardOf('2026-11-17', deck, edition), deck, { edition, now: '2026-11-17' })).toBe('2026-11-17')
    expect(cardOf('2026-11-17', deck, 1)).not.toBe(cardOf('2026-11-17', deck, 2))
  })
})

describe('what the device keeps', () => {
  beforeEach(() => localStorage.clear())

  it('is the best of all tries, each table counted once', () => {
    keepOwn('2-1a', { score: 20, table: 'a', day: null })
    keepOwn('2-1a', { score: 20, table: 'a', day: null })
    keepOwn('2-1a', { score: 25, table: 'b', day: null })
    keepOwn('2-1a', { score: 11, table: 'c', day: null })
    expect(ownResult('2-1a')).toEqual({ best: 25, tries: 3, table: 'b' })
    expect(ownResult('2-1b')).toBeNull()
  })
  it('are friends, best first, and never oneself', () => {
    keepOwn('2-1a', { score: 20, table: 'mine', day: null })
    keepFriend('2-1a', { table: 'x', name: 'Bo', score: 12 })
    keepFriend('2-1a', { table: 'y', name: 'Cy', score: 31 })
    keepFriend('2-1a', { table: 'x', name: 'Bo', score: 12 })
    keepFriend('2-1a', { table: 'mine', name: 'Ana', score: 20 })
    expect(friendResults('2-1a').map(({ name }) => name)).toEqual(['Cy', 'Bo'])
  })
  it('counts days in a row; today may still come, a gap breaks them', () => {
    expect(streak('2026-11-17', [])).toBe(0)
    expect(streak('2026-11-17', ['2026-11-16', '2026-11-15'])).toBe(2)
    expect(streak('2026-11-17', ['2026-11-17', '2026-11-16', '2026-11-15'])).toBe(3)
    expect(streak('2026-11-17', ['2026-11-15', '2026-11-14'])).toBe(0)
    expect(streak('2026-03-01', ['2026-03-01', '2026-02-28'])).toBe(2)
  })
})
