import type { Component } from 'svelte'
import type { Catalogue } from '../../telling/catalogue'
import type { GameProps, GameScreen, RulesText } from '../game'
import RulePicture from './RulePicture.svelte'
import TagTable from './TagTable.svelte'
import { chances } from './chances'
import { lesson } from './lesson'
import { heard } from './telling'

export const screen: GameScreen = {
  Table: TagTable as Component<GameProps>,
  words: async (language) =>
    (language === 'ja' ? await import('./words/ja.json') : await import('./words/en.json')).default as Catalogue,
  rules: async (language) =>
    (language === 'ja' ? await import('./rules/ja.json') : await import('./rules/en.json')).default as RulesText,
  Picture: RulePicture,
  lesson,
  hear: heard,
  chances,
}
