import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import { inLanguage } from '../../i18n/files'
import type { GameView } from '../../protocol/games/cant_touch_this'
import type { GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import CardTable from './CardTable.svelte'
import Piece from './Piece.svelte'
import { about } from './about'
import { chances } from './chances'
import outline from './rules/outline.json'
import { explain } from './explaining'
import { chapter, heard, nameOf, tellEvent } from './sentences'
import { hint } from './hints'
import { LETTER_OF } from './symbols'

export const screen: GameScreen = {
  Table: CardTable as Component<GameProps>,
  words: inLanguage<Catalogue>(import.meta.glob('./words/*.json', { import: 'default' })),
  rules: inLanguage<RulesText>(import.meta.glob(['./rules/*.json', '!./rules/outline.json'], { import: 'default' })),
  outline,
  momentOf: (view: GameView) => (view.phase === 'clip' && view.players.length === 1 ? 'clip_alone' : view.phase),
  picture: async () => (await import('./RulePicture.svelte')).default,
  nameOf,
  review: async () => (await import('./ReviewSheet.svelte')).default as Component<ReviewProps>,
  faceOf: (value) => (value in LETTER_OF ? Piece : null),
  explain,
  hear: heard,
  toldByResult: ['DuelWon'],
  chapter,
  hides: () => false,
  tellEvent,
  hint,
  optionChoices: { card: ['deck', 'random'] },
  about,
  chances,
  again: async (view: GameView) => (await import('./challenge')).againOf(view),
  outcome: (view: GameView, puzzle?: string) => {
    if (puzzle !== undefined) return import('./PuzzleOutcome.svelte').then((found) => found.default as Component<ReviewProps>)
    return view.players.length === 1 ? import('./AloneOutcome.svelte').then((found) => found.default as Component<ReviewProps>) : null
  },
  ending: async () => (await import('./ending')).ending,
}
