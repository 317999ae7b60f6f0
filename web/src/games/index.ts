/** The screens there are. A new game is a new folder; nothing is listed by hand. */
import type { Component } from 'svelte'
import type { GameScreen } from './game'

const screens = import.meta.glob<{ screen: GameScreen }>('./*/index.ts')
const covers = import.meta.glob<{ default: Component }>('./*/Cover.svelte', { eager: true })

export const hasScreen = (game: string): boolean => `./${game}/index.ts` in screens

export async function loadScreen(game: string): Promise<GameScreen | null> {
  const load = screens[`./${game}/index.ts`]
  return load ? (await load()).screen : null
}

export const coverOf = (game: string): Component | null => covers[`./${game}/Cover.svelte`]?.default ?? null
