/** The screens there are. A new game is a new folder; nothing is listed by hand. */
import type { Component } from 'svelte'
import type { Language } from '../device/settings.svelte'
import { inPseudo } from '../i18n/files'
import type { GameShown } from '../protocol/protocol'
import type { ChallengeProps, GameScreen } from './game'

const screens = import.meta.glob<{ screen: GameScreen }>('./*/index.ts')
const covers = import.meta.glob<{ default: Component }>('./*/Cover.svelte', { eager: true })
const lines = import.meta.glob<Partial<Record<Language, string>>>('./*/words/cover.json', { eager: true, import: 'default' })
const todays = import.meta.glob<{ default: Component<{ game: GameShown }> }>('./*/Today.svelte', { eager: true })
const challenges = import.meta.glob<{ default: Component<ChallengeProps> }>('./*/Challenge.svelte')

const puzzles = import.meta.glob<{ default: Component<ChallengeProps> }>('./*/Puzzles.svelte')

export const hasScreen = (game: string): boolean => `./${game}/index.ts` in screens

/** The game's own screen; the general one for a game that has none, or where it is wanted. */
export async function loadScreen(game: string, { isPlain } = { isPlain: false }): Promise<GameScreen> {
  const own = (await screens[`./${game}/index.ts`]?.())?.screen ?? null
  return own && !isPlain ? own : (await import('../plain')).generalScreen(game, own)
}

export const coverOf = (game: string): Component | null => covers[`./${game}/Cover.svelte`]?.default ?? null

/** What one does in it, in one line for the shelf; empty: nobody has said. */
export function lineOf(game: string, language: Language): string {
  const line = lines[`./${game}/words/cover.json`]
  return line?.[language] ?? inPseudo(line?.en ?? '', language)
}

/** What a game has new every day; null: nothing. */
export const todayOf = (game: string): Component<{ game: GameShown }> | null => todays[`./${game}/Today.svelte`]?.default ?? null

/** The screen of what is handed on by a link to one thing of a game, such as a card; null: it has none. */
export const challengeOf = async (game: string): Promise<Component<ChallengeProps> | null> => (await challenges[`./${game}/Challenge.svelte`]?.())?.default ?? null

/** The screen of positions to win from; null: the game has none. */
export const puzzlesOf = async (game: string): Promise<Component<ChallengeProps> | null> => (await puzzles[`./${game}/Puzzles.svelte`]?.())?.default ?? null
