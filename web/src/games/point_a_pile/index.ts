import type { Component } from 'svelte'
import type { Catalogue } from '../../i18n/catalogue'
import { inLanguage, PSEUDO } from '../../i18n/files'
import { readWords } from '../../wire/http'
import type { GameProps, GameScreen, ReviewProps, RulesText } from '../game'
import PileTable from './PileTable.svelte'
import Piece from './Piece.svelte'
import ReviewSheet from './ReviewSheet.svelte'
import RulePicture from './RulePicture.svelte'
import { isCard } from './cards'
import { about } from './about'
import { chances } from './chances'
import outline from './rules/outline.json'
import { hint } from './hints'
import { heard, isToRemember } from './sentences'
import { withCardNames, withOwnNames } from './naming'

const read = inLanguage<Catalogue>(import.meta.glob('./words/*.json', { import: 'default' }))

export const screen: GameScreen = {
  Table: PileTable as Component<GameProps>,
  words: async (language) => {
    const [ofScreen, ofGame] = await Promise.all([read(language), readWords('point_a_pile', language === PSEUDO ? 'en' : language)])
    return withCardNames(ofScreen, ofGame)
  },
  wordsWith: withOwnNames,
  rules: inLanguage<RulesText>(import.meta.glob(['./rules/*.json', '!./rules/outline.json'], { import: 'default' })),
  outline,
  Picture: RulePicture,
  Review: ReviewSheet as Component<ReviewProps>,
  hear: heard,
  isToRemember,
  faceOf: (value, options) => (isCard(value, options) ? Piece : null),
  hint,
  about,
  chances,
  ending: async () => (await import('./ending')).ending,
}
