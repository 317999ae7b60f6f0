import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import CoachSheet from '../../parts/CoachSheet.svelte'
import type { GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import CraneTable from './CraneTable.svelte'
import RulePicture from './RulePicture.svelte'
import { chances } from './chances'
import { explain } from './explaining'
import { hint } from './hints'
import { heard, tellEvent, voiceOf } from './sentences'

export const screen: GameScreen = {
  Table: CraneTable as Component<GameProps>,
  words: async (language) =>
    (language === 'ja' ? await import('./words/ja.json') : await import('./words/en.json')).default as Catalogue,
  rules: async (language) =>
    (language === 'ja' ? await import('./rules/ja.json') : await import('./rules/en.json')).default as RulesText,
  Picture: RulePicture,
  Review: CoachSheet as Component<ReviewProps>,
  explain,
  hear: heard,
  tellEvent,
  voiceOf,
  hint,
  chances,
  ending: async () => (await import('./ending')).ending,
}
