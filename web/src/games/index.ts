/** The screens there are. A new game is a new folder; nothing is listed by hand. */
import type { Component } from 'svelte'
import type { GameScreen } from './game'

const screens = import.meta.glob<{ screen: GameScreen }>('./*/index.ts')
const covers = import.meta.glob<{ default: Component }>('./*/Cover.svelte', { eager: true })

export const hasScreen = (game: string): boolean => `./${game}/index.ts` in screens

/** The game's own screen; the general one for a game that has none, or where it is wanted. */
export async function loadScreen(game: string, { isPlain } = { isPlain: false }): Promise<GameScreen> {
  const own = (await screens[`./${game}/index.ts`]?.())?.screen ?? null
  return own && !isPlain ? own : (await import('../plain')).generalScreen(game, own)
}

export const coverOf = (game: string): Component | null => covers[`./${game}/Cover.svelte`]?.default ?? null
