/**
 * No sentence of the page reads oddly, whoever it is about and however many there are: every text with gaps is filled
 * with none, one, two and many, with somebody's name and with "you"; and what the screens make of them is read at every
 * phase and event of every game.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Words, type Catalogue, type Facts, type Sentence, type TaggedEvent } from '../src/i18n/catalogue'
import { hearingOf, moments, screenOf, wordsOf } from './hearing'
import { oddities } from './oddities'

const YOU = 0
const COUNTS = [0, 1, 2, 12]
/** Gaps for people, of whom one or several are named; all other gaps can have numbers in them. */
const PEOPLE: Readonly<Record<string, string>> = { name: 'Ana', winner: 'Ana', rival: 'Zoë', names: 'Ana and Zoë' }
const DECIMALS: readonly string[] = ['by', 'cost', 'margin']
/** Whoever these are about, it is not who reads them. */
const OF_OTHERS: readonly string[] = [
  'shell labels.back_asked.text', // who asks does not answer
  'shell labels.guest.asks', // a seat is asked for where a bot sits
  'cant_touch_this labels.page.pass_full', // the bid to beat is the other player's
  'point_a_pile labels.page.ask.PlacePart', // one's own row has a sentence of its own
  'tactile_crane labels.page.grab_status.watch', // for who only looks on
]
const SEATS: readonly (number | number[])[] = [YOU, 1, [YOU, 1], [1, 2]]

interface Text {
  where: string
  sentence: string
  /** To whom it is told, where that is known. */
  voice: 'you' | 'they' | null
}

/** Every text of a catalogue; its bare words are no sentences. */
function textsOf(name: string, catalogue: Catalogue): Text[] {
  const spread = (where: string, told: Sentence, voice: Text['voice']): Text[] => {
    if (typeof told === 'string') return [{ where, sentence: told, voice }]
    if (Array.isArray(told)) return told.flatMap((each) => spread(where, each, voice))
    return Object.entries(told).flatMap(([who, each]) => spread(`${where}.${who}`, each, who as 'you' | 'they'))
  }
  const voiceIn = (code: string): Text['voice'] => (/\.(you|they)$/.exec(code)?.[1] as 'you' | 'they' | undefined) ?? null
  return Object.entries(catalogue)
    .filter(([section]) => section !== 'words')
    .flatMap(([section, texts]) => Object.entries(texts).flatMap(([code, told]) => spread(`${name} ${section}.${code}`, told, voiceIn(code))))
}

function fillings({ where, sentence, voice }: Text): Facts[] {
  const slots = [...sentence.matchAll(/\{(\w+)(?::(\w+))?/g)].map(([, name, way]) => ({ name: name!, way }))
  const counted = new Set(slots.filter(({ way }) => way === 'plural').map(({ name }) => name))
  const ofSeat = new Set(slots.filter(({ way }) => way === 'seat').map(({ name }) => name))
  const bySeat = new Set(slots.filter(({ way }) => way === 'by_seat').map(({ name }) => name))
  const ofWord = new Set(slots.filter(({ way }) => way === 'word').map(({ name }) => name))
  const seats = OF_OTHERS.includes(where) ? [1] : SEATS
  // Only several of a kind are drawn together.
  const counts = where.includes(' labels.sum.') ? COUNTS.filter((count) => count > 1) : COUNTS
  const fact = (name: string, who: number | number[], count: number): unknown => {
    if (ofSeat.has(name)) return name !== 'seat' || voice === null ? who : voice === 'you' ? YOU : 1
    if (ofWord.has(name)) return 'thing'
    if (bySeat.has(name)) return [count, null, count]
    if (DECIMALS.includes(name) && !counted.has(name)) return '1.5'
    // Where there is a range, it is one.
    return PEOPLE[name] ?? (name === 'most' ? count + 1 : count)
  }
  return seats.flatMap((who) => counts.map((count) => Object.fromEntries(slots.map(({ name }) => [name, fact(name, who, count)]))))
}

const read = (file: string): Catalogue => JSON.parse(readFileSync(file, 'utf8')) as Catalogue
const GAMES = readdirSync('src/games', { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)
const catalogues = (language: string): [string, Catalogue][] => [
  ['shell', read(`src/words/${language}.json`)],
  ...GAMES.map((game): [string, Catalogue] => [game, read(`src/games/${game}/words/${language}.json`)]),
]
const events = JSON.parse(readFileSync('tests/fixtures/events.json', 'utf8')) as { game: string; you: number | null; event: TaggedEvent }[]
const ELSE = {
  en: { you: 'you', player: 'Player', thing: 'star' },
  ja: { you: 'あなた', player: 'プレイヤー', thing: '星' },
}

describe.each(['en', 'ja'] as const)('in %s', (language) => {
  test.each(catalogues(language))('the texts of %s read well with whatever is put into them', (name, catalogue) => {
    const texts = textsOf(name, catalogue)
    expect(texts.length).toBeGreaterThan(50)
    const wrong = texts.flatMap((text) => {
      const words = new Words([{ labels: { it: text.sentence }, words: ELSE[language] }], ['Zoë', 'Bo', 'Cy'], YOU, language)
      return fillings(text).flatMap((facts) => oddities(language, words.label('it', facts)).map((odd) => `${text.where}: ${odd}`))
    })
    expect([...new Set(wrong)]).toEqual([])
  })

  test('what is told of the table reads well at every phase', () => {
    const wrong: string[] = []
    for (const moment of moments) {
      const { screen, hearing } = hearingOf(moment, language)
      const abouts = [...moment.view.players.keys()].flatMap((seat) => screen.about!(`seat:${seat}`, hearing)?.text ?? [])
      const told = [...Object.values(screen.hear!(hearing)), ...abouts]
      wrong.push(...told.flatMap((text) => oddities(language, text)).map((odd) => `${moment.game} ${moment.view.phase}: ${odd}`))
    }
    expect([...new Set(wrong)]).toEqual([])
  })

  test('what happens is told in sentences that read well', () => {
    expect(new Set(events.map(({ game, event }) => `${game} ${event.type}`)).size).toBeGreaterThan(60)
    const wrong: string[] = []
    for (const { game, you, event } of events) {
      const [screen, words] = [screenOf(game), wordsOf(game, you, language)]
      const view = moments.findLast((moment) => moment.game === game && moment.you === you)!.view
      const text = screen.tellEvent?.(event, view, words, () => []) ?? words.event(event)
      wrong.push(...oddities(language, text).map((odd) => `${game} ${event.type}: ${odd}`))
    }
    expect([...new Set(wrong)]).toEqual([])
  })
})

test('what is odd is found', () => {
  const odd = ['You: turns the card.', 'You bets LOW.', 'Make 2 to 2 piles.', '1 cards', 'Row: .', 'Deck ()', 'Bo  draws.', 'Your turn..', 'The row of you']
  expect(odd.filter((sentence) => oddities('en', sentence).length === 0)).toEqual([])
  const even = ['You pass.', 'Ana turns the card over.', '1 of you looks on this time', '2 to 4 players', '-1 points', 'Wait ...']
  expect(even.flatMap((sentence) => oddities('en', sentence))).toEqual([])
})
