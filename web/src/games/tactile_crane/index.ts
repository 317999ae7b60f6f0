import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import CoachSheet from '../../parts/CoachSheet.svelte'
import type { GameView } from '../../protocol/games/tactile_crane'
import type { ChapterProps, GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import CraneTable from './CraneTable.svelte'
import RulePicture from './RulePicture.svelte'
import TurnInLog from './TurnInLog.svelte'
import { chances } from './chances'
import { explain } from './explaining'
import { hint } from './hints'
import { chapter, heard, tellEvent, voiceOf } from './sentences'

/** Before eyes are closed, and when all is counted, there is nothing to hide; a bet is its player's own. */
const OPEN: readonly GameView['phase'][] = ['eyes', 'jackpot', 'over']

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
  chapter,
  hides: (view: GameView) => !OPEN.includes(view.phase),
  Chapter: TurnInLog as Component<ChapterProps>,
  tellEvent,
  voiceOf,
  hint,
  chances,
}
