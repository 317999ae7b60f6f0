import { describe, expect, it } from 'vitest'
import { chances } from '../../src/games/cant_touch_this/chances'
import { cardOf, dateOfCard, today } from '../../src/games/cant_touch_this/daily'
import { readDeck } from '../../src/games/cant_touch_this/deck'
import { lostBy, lyingAt, stepsOf } from '../../src/games/cant_touch_this/review'
import type { Review } from '../../src/wire/review'
import { outcomeToShare } from '../../src/games/cant_touch_this/sharing'
import { signed } from '../../src/games/cant_touch_this/signed'
import { soundsOf } from '../../src/games/cant_touch_this/sounds'
import english from '../../src/games/cant_touch_this/words/en.json'
import japanese from '../../src/games/cant_touch_this/words/ja.json'
import type { RecordHeader } from '../../src/proof/verify'
import type { AnyEvent, Placed } from '../../src/protocol/games/cant_touch_this'
import { Words, type Catalogue } from '../../src/i18n/catalogue'

const judged = (entry: number, seat: number, action: string, cost: number, best: string[]) => ({ entry, seat, action, cost, best, margin: null, is_turning_point: false, because: null, is_close: false })
const REVIEW: Review = {
  judgements: [judged(4, 1, 'raise', 0, ['raise']), judged(5, 0, 'pass', 2, ['raise']), judged(6, 1, 'N0x2', 3, ['W1x1', 'E0x4']), judged(7, 0, 'S3x1', 0, ['S3x1'])],
  facts: { value: 3, bid: 1, first: 1, winner: 0 },
  chances: [],
  unit: 'points',
  assumes: 'quick',
  courses: [],
  game: 'cant_touch_this',
  actions: {},
}
const PLACED: Placed[] = [
  { seat: 1, clip: ['N', 0, 2] },
  { seat: 0, clip: ['S', 3, 1] },
]

describe('the review', () => {
  const steps = stepsOf(REVIEW, { placed: PLACED })

  it('has for each choice what lay on the card before it', () => {
    expect(steps.map((step) => step.before.length)).toEqual([0, 0, 0, 1])
    expect(steps.map((step) => step.done)).toEqual([null, null, ['N', 0, 2], ['S', 3, 1]])
  })
  it('names better clips only where there were any', () => {
    expect(steps[2]!.better).toEqual([['W', 1, 1], ['E', 0, 4]])
    expect(steps[3]!.better).toEqual([])
    expect(steps[1]!.better).toEqual([])
  })
  it('draws what was done and one better clip, dashed', () => {
    const lying = lyingAt(steps[2], PLACED, () => null)
    expect(lying.map(({ clip, kind }) => [clip.join(''), kind ?? 'lying'])).toEqual([['N02', 'lying'], ['W11', 'ghost']])
    expect(lyingAt(undefined, PLACED, () => null)).toHaveLength(2)
  })
  it('sums up what each seat gave away', () => {
    expect(lostBy(REVIEW, 2)).toEqual([2, 3])
  })
})

describe('the card of the day', () => {
  it('is a side of the published deck, another one each day, and comes round after all of them', async () => {
    const deck = await readDeck()
    const count = 2 * deck.second_edition.length
    expect(count).toBe(108)
    const dates = Array.from({ length: count + 1 }, (_, day) => new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10))
    const cards = dates.map((date) => cardOf(date, deck))
    expect(new Set(cards).size).toBe(count)
    expect(cards[count]).toBe(cards[0])
    expect(cards[0]).toMatch(/^([12PSGB*W]{6}\/){7}[12PSGB*W]{6}$/)
  })
  it('is recognised by its symbols', async () => {
    const deck = await readDeck()
    expect(dateOfCard(cardOf('2026-11-15', deck), deck, { now: '2026-11-15' })).toBe('2026-11-15')
    expect(dateOfCard(cardOf('2026-11-14', deck), deck, { now: '2026-11-15' })).toBe('2026-11-14')
    expect(dateOfCard('111/111/111', deck, { now: '2026-11-15' })).toBeNull()
  })
  it('turns at midnight of the place where one is', () => {
    expect(today(new Date(2026, 10, 5, 0, 0, 1))).toBe('2026-11-05')
    expect(today(new Date(2026, 10, 5, 23, 59))).toBe('2026-11-05')
  })
})

describe('a shared result', () => {
  const words = new Words([english as Catalogue, { words: { you_are_a_star: 'You are a star' } }])

  it('tells the score and nothing of where the clips went', () => {
    const text = outcomeToShare(words, { date: '2026-11-15', score: 31, best: 33, rating: 'you_are_a_star', link: 'http://table' })
    expect(text).toBe("Can't Touch This, card of 2026-11-15\n31 of 33 possible points\n⭐ You are a star\nhttp://table")
    expect(text).not.toMatch(/[NESW]\dx\d/)
  })
  it('does without what is not known', () => {
    expect(outcomeToShare(words, { date: null, score: 1, best: null, rating: null, link: 'http://table' })).toBe("Can't Touch This, alone\n1 point\nhttp://table")
  })
})

describe('small things', () => {
  it('write signs one can read', () => {
    expect([3, 0, -2].map(signed)).toEqual(['+3', '0', '−2'])
  })
  it('click once for each symbol of a clip that slides in, and once for one set by hand', () => {
    const placed: AnyEvent = { type: 'ClipPlaced', seat: 0, edge: 'N', line: 3, depth: 3, captured: [] }
    expect(soundsOf([placed], '').map(({ sound }) => sound)).toEqual(['slide', 'click', 'click', 'click'])
    expect(soundsOf([placed], 'N3x3').map(({ sound }) => sound)).toEqual(['click'])
  })
  it('know what could fall at each draw', () => {
    const header = (card: string, seats: number, first: number | 'random' = 'random') =>
      ({ options: { card, columns: 6, rows: 8, first }, seats: Array.from({ length: seats }, () => ({ name: '', bot: null })) }) as unknown as RecordHeader
    const all = (of: RecordHeader) => [0, 1, 2, 3].map((fallen) => chances(of, Array(fallen).fill(0)))
    expect(all(header('deck', 2))).toEqual([{ type: 'Uniform', below: 54 }, { type: 'Uniform', below: 2 }, { type: 'Uniform', below: 2 }, null])
    expect(all(header('random', 2, 1))).toEqual([{ type: 'Shuffle', count: 48 }, null, null, null])
    expect(all(header('111/111/111', 1))).toEqual([null, null, null, null])
  })
})

describe('the words of the screen', () => {
  it('are the same in both languages, slot for slot', () => {
    const slots = (text: unknown) => [...JSON.stringify(text).matchAll(/\{(\w+)(?::(seat|word))?/g)].map((slot) => slot[1]).filter((name, index, all) => all.indexOf(name) === index).sort()
    expect(Object.keys(japanese.labels).sort()).toEqual(Object.keys(english.labels).sort())
    for (const [code, text] of Object.entries(english.labels)) expect([code, slots(japanese.labels[code as keyof typeof japanese.labels])]).toEqual([code, slots(text)])
  })
})
