/** At every phase of every game the table answers: whose turn, what may I do, what is mine, what is it worth. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { GameScreen, Hearing } from '../src/games/game'
import { Words, type Catalogue } from '../src/i18n/catalogue'

interface Moment {
  game: string
  options: Record<string, unknown>
  you: number | null
  asked: boolean
  legal: unknown[]
  view: { phase: string; players: unknown[]; options: Record<string, unknown> }
}
const moments = JSON.parse(readFileSync('tests/fixtures/moments.json', 'utf8')) as Moment[]
const screens = import.meta.glob<{ screen: GameScreen }>('../src/games/*/index.ts')
const server = import.meta.glob<Catalogue>('../../src/touchwood/{games/*,core}/words/*.json', { eager: true, import: 'default' })
const page = import.meta.glob<Catalogue>('../src/games/*/words/*.json', { eager: true, import: 'default' })
const shell = import.meta.glob<Catalogue>('../src/words/*.json', { eager: true, import: 'default' })
const found = (all: Record<string, Catalogue>, end: string): Catalogue => Object.entries(all).find(([path]) => path.endsWith(end))![1]
const NAMES = ['Ana', 'Bo', 'Zoë']

async function hearingOf({ game, you, asked, legal, view }: Moment, language: string): Promise<{ screen: GameScreen; hearing: Hearing }> {
  const { screen } = await screens[`../src/games/${game}/index.ts`]!()
  const ofGame = found(server, `${game}/words/${language}.json`)
  const ofPage = found(page, `${game}/words/${language}.json`)
  const named = game === 'point_a_pile' ? (await import('../src/games/point_a_pile/naming')).withCardNames(ofPage, ofGame) : ofPage
  const words = new Words([named, ofGame, found(server, `core/words/${language}.json`), found(shell, `/${language}.json`)], NAMES, you, language)
  const seats = view.players.map((_, seat) => ({ name: NAMES[seat] })) as unknown as Hearing['seats']
  return { screen, hearing: { view, you, asked, legal, seats, words } }
}

test('every game is there, asked and waiting, from the first choice to the end', () => {
  expect(new Set(moments.map(({ game }) => game)).size).toBe(4)
  for (const game of new Set(moments.map((moment) => moment.game))) {
    const phases = new Set(moments.filter((moment) => moment.game === game).map(({ view }) => view.phase))
    expect(phases.size, game).toBeGreaterThan(3)
    expect(phases).toContain('over')
  }
})

describe.each(['en', 'ja'])('in %s', (language) => {
  test.each(moments.map((moment) => ({ moment, name: `${moment.game} ${moment.view.phase} ${moment.you === null ? 'looking on' : moment.asked ? 'asked' : 'waiting'}` })))('$name', async ({ moment }) => {
    const { screen, hearing } = await hearingOf(moment, language)
    const heard = screen.hear!(hearing)
    const isOver = moment.view.phase === 'over'
    expect(heard.status, 'whose turn, and what to do').toMatch(/\S/)
    expect(heard.table, 'what lies there').toMatch(/\S/)
    expect(heard.score, 'what it is worth').toMatch(/\S/)
    if (moment.you !== null && !isOver) expect(heard.mine, 'what is mine').toMatch(/\S/)
    const all = Object.values(heard).join(' ')
    expect(all).not.toMatch(/undefined|NaN|\{\w|\[object/)
    for (const seat of moment.view.players.keys()) {
      const told = screen.about!(`seat:${seat}`, hearing)
      // In the dark there is nothing to look at.
      if (told) expect(told.text.join(' ')).toMatch(/\S/)
    }
  })
})
