import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import { inLanguage } from '../../i18n/files'
import type { GameView } from '../../protocol/games/tag'
import type { GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import Piece from './Piece.svelte'
import TagTable from './TagTable.svelte'
import { about, KINDS } from './about'
import { chances } from './chances'
import outline from './rules/outline.json'
import { hint } from './hints'
import { chapter, heard } from './sentences'

export const screen: GameScreen = {
  Table: TagTable as Component<GameProps>,
  words: inLanguage<Catalogue>(import.meta.glob('./words/*.json', { import: 'default' })),
  rules: inLanguage<RulesText>(import.meta.glob(['./rules/*.json', '!./rules/outline.json'], { import: 'default' })),
  outline,
  momentOf: (view: GameView) => (view.is_return_turn ? 'return' : view.phase === 'choose_card' && view.freezer !== null ? 'frozen' : view.phase),
  picture: async () => (await import('./RulePicture.svelte')).default,
  review: async () => (await import('../../parts/CoachSheet.svelte')).default as Component<ReviewProps>,
  faceOf: (value) => ((KINDS as readonly string[]).includes(value) ? Piece : null),
  hint,
  hear: heard,
  toldByResult: ['GameEnded'],
  chapter,
  about,
  chances,
  ending: async () => (await import('./ending')).ending,
}
