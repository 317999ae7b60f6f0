import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import type { GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import CardTable from './CardTable.svelte'
import Piece from './Piece.svelte'
import ReviewSheet from './ReviewSheet.svelte'
import RulePicture from './RulePicture.svelte'
import { chances } from './chances'
import { explain } from './explaining'
import { chapter, heard, tellEvent } from './sentences'
import { hint } from './hints'
import { LETTER_OF } from './symbols'

export const screen: GameScreen = {
  Table: CardTable as Component<GameProps>,
  words: async (language) =>
    (language === 'ja' ? await import('./words/ja.json') : await import('./words/en.json')).default as Catalogue,
  rules: async (language) =>
    (language === 'ja' ? await import('./rules/ja.json') : await import('./rules/en.json')).default as RulesText,
  Picture: RulePicture,
  Review: ReviewSheet as Component<ReviewProps>,
  faceOf: (value) => (value in LETTER_OF ? Piece : null),
  explain,
  hear: heard,
  chapter,
  hides: () => false,
  tellEvent,
  hint,
  optionChoices: { card: ['deck', 'random'] },
  chances,
}
