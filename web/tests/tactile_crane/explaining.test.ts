// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { explain } from '../../src/games/tactile_crane/explaining'
import english from '../../src/games/tactile_crane/words/en.json'
import japanese from '../../src/games/tactile_crane/words/ja.json'
import type { GameView, WonBy } from '../../src/protocol/games/tactile_crane'
import { Words, type Catalogue } from '../../src/i18n/catalogue'

const player = (cards: number, achieved = [0, 0, 0], multipliers = 0) => ({ cards, won: cards - 20 * multipliers, multipliers, achieved })
function over(players: unknown[], winners: number[] | null, won_by: WonBy | null, tied: number[] = []): GameView {
  return { players, winners, won_by, tied, options: { multiplier: 20 } } as unknown as GameView
}
const words = { label: (code: string, facts: Record<string, unknown> = {}) => `${code} ${JSON.stringify(facts)}` } as unknown as Words

const names = ['Ana', 'Bo', 'Cy']
const spoken = {
  en: new Words([english as Catalogue, { words: { you: 'you' } }], names, 0),
  ja: new Words([japanese as Catalogue, { words: { you: 'あなた' } }], names, 0),
}

/** Every way there is: the type of the protocol asks for all of them. */
const WAYS: Record<WonBy, { view: GameView; en: string; ja: string }> = {
  most_cards: {
    view: over([player(3), player(12), player(9)], [1], 'most_cards'),
    en: '12 cards: the most.',
    ja: '12枚で最多です。',
  },
  extra_turns: {
    view: over([player(30), player(12), player(9)], [1], 'extra_turns', [1, 2]),
    en: 'After the tie only these counted: Bo, Cy.',
    ja: '同点のため、この中で決着: Bo, Cy。',
  },
  bet_cards: {
    view: over([player(0, [1, 1, 1]), player(33)], [0], 'bet_cards'),
    en: 'Won by bet cards: three are achieved, whatever the cards.',
    ja: '賭けカード3枚の達成による勝ちです(枚数は問いません)。',
  },
  both_bet_cards: {
    view: over([player(1, [1, 1, 1]), player(0, [2, 1, 1])], [0], 'both_bet_cards'),
    en: 'Both have achieved three bet cards, so the cards decide: 1 card.',
    ja: '2人とも賭けカード3枚を達成したため、枚数で決着: 1枚です。',
  },
  enough_cards: {
    view: over([player(43), player(12)], [0], 'enough_cards'),
    en: '43 cards: 40 or more win.',
    ja: '40枚に到達して勝ちです(43枚)。',
  },
}

describe('what a match was won by', () => {
  test.each(Object.entries(WAYS))('is said as the server tells it: %s', (_way, { view, en, ja }) => {
    expect(explain(view, spoken.en).why).toBe(en)
    expect(explain(view, spoken.ja).why).toBe(ja)
  })
  test('is not worked out here: the same table, another word of the server', () => {
    const players = [player(0, [1, 1, 1]), player(43)]
    expect(explain(over(players, [1], 'enough_cards'), spoken.en).why).toBe('43 cards: 40 or more win.')
    expect(explain(over(players, [1], 'most_cards'), spoken.en).why).toBe('43 cards: the most.')
  })
  test.each(Object.keys(WAYS) as WonBy[])('may be shared: %s', (way) => {
    expect(explain(over([player(9), player(9)], [0, 1], way), spoken.en).why).toBe('Equal at 9 cards: the win is shared.')
  })
  test('is not said while the match runs', () => {
    expect(explain(over([player(9), player(3)], null, null), spoken.en).why).toBe('')
  })
})

test('points are made of plain cards and multiplier cards, and achieved bet cards stand beside them', () => {
  const three = explain(over([player(45, [0, 0, 0], 2), player(7), player(6)], [0], 'most_cards'), words)
  expect(three.why).toContain('"cards":45')
  expect(three.points[0]).toBe('page.sheet_cards_text {"cards":45,"won":5,"multipliers":2,"worth":20}')
  // That they are 7 is told as points.
  expect(three.points[1]).toBe('')
  const two = explain(over([player(0, [2, 1, 1]), player(33)], [0], 'bet_cards'), words)
  expect(two.points[0]).toBe('page.achieved {"high":2,"low":1,"just":1}')
  expect(two.points[1]).toBe('')
})
