import { expect, test } from 'vitest'
import { optionsOf, presetOf } from '../src/parts/presets'
import type { GameShown } from '../src/protocol/protocol'

const game = {
  defaults: { first: 'random', target: 10, hand: { feel: 200, gain: 350 } },
  presets: { plain: {}, quick: { target: 6 }, mean: { hand: { gain: 500, feel: 350 } } },
} as unknown as GameShown

test('options are known as the preset they are, whoever begins and however they are written', () => {
  expect(presetOf(game, {})).toBe('plain')
  expect(presetOf(game, { ...optionsOf(game, 'quick'), first: 2 })).toBe('quick')
  expect(presetOf(game, { hand: { feel: 350, gain: 500 } })).toBe('mean')
})

test('a mixture of one\'s own is none of them', () => {
  expect(presetOf(game, { ...optionsOf(game, 'quick'), hand: { feel: 350, gain: 500 } })).toBeNull()
  expect(presetOf(game, { target: 7 })).toBeNull()
})
