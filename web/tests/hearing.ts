/** Every game at every phase in which somebody is asked, with all its words: what the table is told from. */
import { readFileSync } from 'node:fs'
import type { GameScreen, Hearing } from '../src/games/game'
import { withCardNames } from '../src/games/point_a_pile/naming'
import { Words, type Catalogue } from '../src/i18n/catalogue'

export interface Moment {
  game: string
  options: Record<string, unknown>
  you: number | null
  asked: boolean
  legal: unknown[]
  view: { phase: string; players: unknown[]; options: Record<string, unknown> }
}
export const moments = JSON.parse(readFileSync('tests/fixtures/moments.json', 'utf8')) as Moment[]
const screens = import.meta.glob<GameScreen>('../src/games/*/index.ts', { eager: true, import: 'screen' })
const server = import.meta.glob<Catalogue>('../../src/touchwood/{games/*,core,server}/words/*.json', { eager: true, import: 'default' })
const page = import.meta.glob<Catalogue>('../src/games/*/words/*.json', { eager: true, import: 'default' })
const shell = import.meta.glob<Catalogue>('../src/words/*.json', { eager: true, import: 'default' })
const found = (all: Record<string, Catalogue>, end: string): Catalogue => Object.entries(all).find(([path]) => path.endsWith(end))![1]
export const NAMES = ['Ana', 'Bo', 'Zoë']

export const screenOf = (game: string): GameScreen => screens[`../src/games/${game}/index.ts`]!

/** All the words there are at a table of this game. */
export function wordsOf(game: string, you: number | null, language: string): Words {
  const ofGame = found(server, `${game}/words/${language}.json`)
  const ofPage = found(page, `${game}/words/${language}.json`)
  const named = game === 'point_a_pile' ? withCardNames(ofPage, ofGame) : ofPage
  const others = [found(server, `core/words/${language}.json`), found(server, `server/words/${language}.json`), found(shell, `/${language}.json`)]
  return new Words([named, ofGame, ...others], NAMES, you, language)
}

export function hearingOf({ game, you, asked, legal, view }: Moment, language: string): { screen: GameScreen; hearing: Hearing } {
  const seats = view.players.map((_, seat) => ({ name: NAMES[seat] })) as unknown as Hearing['seats']
  return { screen: screenOf(game), hearing: { view, you, asked, legal, seats, words: wordsOf(game, you, language) } }
}
