import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import CoachSheet from '../../parts/CoachSheet.svelte'
import type { GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import Piece from './Piece.svelte'
import RulePicture from './RulePicture.svelte'
import TagTable from './TagTable.svelte'
import { chances } from './chances'
import { hint } from './hints'
import { chapter, heard } from './sentences'

const KINDS = ['T', 'A', 'G', 'TAG', 'Gool', 'Freeze']

export const screen: GameScreen = {
  Table: TagTable as Component<GameProps>,
  words: async (language) =>
    (language === 'ja' ? await import('./words/ja.json') : await import('./words/en.json')).default as Catalogue,
  rules: async (language) =>
    (language === 'ja' ? await import('./rules/ja.json') : await import('./rules/en.json')).default as RulesText,
  Picture: RulePicture,
  Review: CoachSheet as Component<ReviewProps>,
  faceOf: (value) => (KINDS.includes(value) ? Piece : null),
  hint,
  hear: heard,
  chapter,
  chances,
}
