import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import { inLanguage } from '../../i18n/files'
import type { GameView } from '../../protocol/games/tactile_crane'
import type { ChapterProps, GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import CraneTable from './CraneTable.svelte'
import TurnInLog from './TurnInLog.svelte'
import { about } from './about'
import { chances } from './chances'
import outline from './rules/outline.json'
import { explain } from './explaining'
import { hint } from './hints'
import { nameOf } from './naming'
import { chapter, heard, isGrabbing, tellEvent, voiceOf } from './sentences'

/** Before eyes are closed, and when all is counted, there is nothing to hide; a bet is its player's own. */
const OPEN: readonly GameView['phase'][] = ['eyes', 'jackpot', 'over']

export const screen: GameScreen = {
  Table: CraneTable as Component<GameProps>,
  words: inLanguage<Catalogue>(import.meta.glob('./words/*.json', { import: 'default' })),
  rules: inLanguage<RulesText>(import.meta.glob(['./rules/*.json', '!./rules/outline.json'], { import: 'default' })),
  outline,
  momentOf: (view: GameView) => (isGrabbing(view) ? 'calling' : view.phase),
  picture: async () => (await import('./RulePicture.svelte')).default,
  review: async () => (await import('../../parts/CoachSheet.svelte')).default as Component<ReviewProps>,
  nameOf,
  explain,
  hear: heard,
  toldByResult: ['GameEnded'],
  chapter,
  hides: (view: GameView) => !OPEN.includes(view.phase),
  Chapter: TurnInLog as Component<ChapterProps>,
  tellEvent,
  mattering: ['BetsOpened', 'BetsRevealed'],
  voiceOf,
  hint,
  about,
  chances,
  ending: async () => (await import('./ending')).ending,
}
