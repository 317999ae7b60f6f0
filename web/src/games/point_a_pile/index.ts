import type { Component } from 'svelte'
import type { Language } from '../../device/settings.svelte'
import type { Catalogue } from '../../i18n/catalogue'
import { readWords } from '../../wire/http'
import type { GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import PileTable from './PileTable.svelte'
import Piece from './Piece.svelte'
import ReviewSheet from './ReviewSheet.svelte'
import RulePicture from './RulePicture.svelte'
import { isCard } from './cards'
import { chances } from './chances'
import { hint } from './hints'
import { heard, isToRemember } from './sentences'
import { withCardNames, withOwnNames } from './naming'

const read = async (language: Language) =>
  (language === 'ja' ? await import('./words/ja.json') : await import('./words/en.json')).default as unknown as Catalogue

export const screen: GameScreen = {
  Table: PileTable as Component<GameProps>,
  words: async (language) => {
    const [ofScreen, ofGame] = await Promise.all([read(language), readWords('point_a_pile', language)])
    return withCardNames(ofScreen, ofGame)
  },
  wordsWith: withOwnNames,
  rules: async (language) =>
    (language === 'ja' ? await import('./rules/ja.json') : await import('./rules/en.json')).default as RulesText,
  Picture: RulePicture,
  Review: ReviewSheet as Component<ReviewProps>,
  hear: heard,
  isToRemember,
  faceOf: (value, options) => (isCard(value, options) ? Piece : null),
  hint,
  chances,
  ending: async () => (await import('./ending')).ending,
}
