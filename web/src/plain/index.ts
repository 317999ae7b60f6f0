/**
 * The general screen as a `GameScreen`: for a game without a folder, and for any game whose player wants it plain. A game
 * with a folder lends its words, its rules, its review, its drawings of pieces and how it is heard.
 */
import type { Component } from 'svelte'
import type { GameProps, GameScreen, RulesText } from '../games/game'
import { readRulebook } from '../wire/http'
import { heardFrom } from './hearing'
import PlainTable from './PlainTable.svelte'
import { typesOf } from './types'

export async function generalScreen(game: string, own: GameScreen | null): Promise<GameScreen> {
  const Table = PlainTable as Component<GameProps>
  // Its hints speak of places of its own table.
  if (own) return { ...own, Table, hint: undefined }
  const types = await typesOf(game).catch(() => null)
  return {
    Table,
    words: async () => ({}),
    rules: () => rulesOf(game),
    hear: types ? (hearing) => heardFrom(hearing, types) : undefined,
  }
}

async function rulesOf(game: string): Promise<RulesText> {
  const { title, sections } = await readRulebook(game)
  const spelled = ({ number, text }: { number: string | null; text: string }) => (number ? `${number} ${text}` : text)
  return { title, sections: sections.map((section) => ({ title: section.title, text: section.rules.map(spelled) })) }
}
