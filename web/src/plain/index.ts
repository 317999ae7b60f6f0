/**
 * The general screen as a `GameScreen`: for a game without a folder, and for any game whose player wants it plain. A game
 * with a folder lends its words, its rules, its review and its drawings of pieces.
 */
import type { Component } from 'svelte'
import type { GameProps, GameScreen, RulesText } from '../games/game'
import { readRulebook } from '../wire/http'
import PlainTable from './PlainTable.svelte'

export function generalScreen(game: string, own: GameScreen | null): GameScreen {
  const Table = PlainTable as Component<GameProps>
  // Its lesson points at places of its own table.
  if (own) return { ...own, Table, lesson: undefined }
  return { Table, words: async () => ({}), rules: () => rulesOf(game) }
}

async function rulesOf(game: string): Promise<RulesText> {
  const { title, sections } = await readRulebook(game)
  const spelled = ({ number, text }: { number: string | null; text: string }) => (number ? `${number} ${text}` : text)
  return { title, sections: sections.map((section) => ({ title: section.title, text: section.rules.map(spelled) })) }
}
