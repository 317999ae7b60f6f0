import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { say, speech } from '../src/i18n/speech.svelte'
import type { GameShown } from '../src/protocol/protocol'
import SetupSheet from '../src/screens/SetupSheet.svelte'

const game = { name: 'tag', title: 'TAG', fewest: 3, most: 5, bots: ['simple', 'easy', 'medium'], presets: {}, options: [], lessons: [], languages: ['en'] } as unknown as GameShown
/** Every answer takes a turn of the loop, as it does on a network. */
const turn = () => new Promise((go) => setTimeout(go))
const silent = vi.fn(async () => {
  await turn()
  throw new TypeError('no network')
})
beforeEach(() => void vi.stubGlobal('fetch', silent))
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await speech.speak('en')
})

test('the language that was wanted last is spoken, whichever file comes last', async () => {
  await Promise.all([speech.speak('ja'), speech.speak('en')])
  expect(say('name.other', { number: 2 })).toBe('Player 2')
})

test('what was chosen in an open sheet stays chosen when the language changes', async () => {
  const { container } = render(SetupSheet, { game, isWithFriends: false, onclose: () => {} })
  const opponents = container.querySelector('select')!
  const level = container.querySelector<HTMLInputElement>('input[value=simple]')!
  await fireEvent.change(opponents, { target: { value: '4' } })
  await fireEvent.click(level)
  await speech.speak('ja')
  await tick()
  expect([opponents.value, level.checked]).toEqual(['4', true])
})

test('where nobody answers, words are not asked for over and over', async () => {
  render(SetupSheet, { game, isWithFriends: false, onclose: () => {} })
  for (let each = 0; each < 10; each++) await turn()
  const asked = silent.mock.calls.length
  for (let each = 0; each < 10; each++) await turn()
  expect(silent.mock.calls.length).toBe(asked)
})
