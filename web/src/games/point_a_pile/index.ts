import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import type { GameView } from '../../protocol/games/point_a_pile'
import { inLanguage } from '../../i18n/files'
import { wordsOfGame } from '../../i18n/of-game'
import type { ChapterProps, GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import PileTable from './PileTable.svelte'
import Piece from './Piece.svelte'
import OwnCards from './OwnCards.svelte'
import RoundInLog from './RoundInLog.svelte'
import { isCard } from './cards'
import { about } from './about'
import { chances } from './chances'
import outline from './rules/outline.json'
import { hint } from './hints'
import { chapter, heard, isToRemember, tellEvent } from './sentences'
import { nameOfAction, withCardNames, withOwnNames } from './naming'

/** Phases in which everything a player sees and does lies open; otherwise a finger, a throw or a window is their own. */
const OPEN: readonly GameView['phase'][] = ['layout', 'split', 'over']

const read = inLanguage<Catalogue>(import.meta.glob('./words/*.json', { import: 'default' }))

export const screen: GameScreen = {
  Table: PileTable as Component<GameProps>,
  words: async (language) => {
    const [ofScreen, ofGame] = await Promise.all([read(language), wordsOfGame('point_a_pile', language)])
    return withCardNames(ofScreen, ofGame)
  },
  wordsWith: withOwnNames,
  rules: inLanguage<RulesText>(import.meta.glob(['./rules/*.json', '!./rules/outline.json'], { import: 'default' })),
  outline,
  optionFields: { deck: OwnCards },
  picture: async () => (await import('./RulePicture.svelte')).default,
  nameOf: nameOfAction,
  review: async () => (await import('./ReviewSheet.svelte')).default as Component<ReviewProps>,
  hear: heard,
  toldByResult: ['GameEnded'],
  tellEvent,
  // Who has what is what all else is played for; who was ready, and what lay there meanwhile, may be told by a number.
  mattering: ['PileScored', 'AsideScored', 'PutOut', 'HeadpointerPassed', 'MissionFulfilled', 'RoundLimitReached', 'CardsRanOut'],
  alike: { PileShown: 'Shown', EmptySpaceShown: 'Shown', NoFingerShown: 'Shown' },
  isToRemember,
  chapter,
  hides: (view: GameView) => view.options.memory || view.options.complete_a_mission || !OPEN.includes(view.phase),
  Chapter: RoundInLog as Component<ChapterProps>,
  faceOf: (value, options) => (isCard(value, options) ? Piece : null),
  hint,
  about,
  chances,
  ending: async () => (await import('./ending')).ending,
}
