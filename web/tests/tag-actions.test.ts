/** Where IT goes is a choice: none of its ways is the usual one, and its holder is not offered what is so already. */
import { render } from '@testing-library/svelte'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import Actions from '../src/games/tag/Actions.svelte'
import { Choices } from '../src/games/tag/choices'
import { Words, type Catalogue } from '../src/i18n/catalogue'
import type { AnyAction } from '../src/protocol/games/tag'

const words = new Words([JSON.parse(readFileSync('src/games/tag/words/en.json', 'utf8')) as Catalogue], ['Ana', 'Bo'], 0)
const moving: AnyAction[] = [{ type: 'GiveIt', to: 0 }, { type: 'GiveIt', to: 1 }, { type: 'LeaveIt' }]

function shown(it: number): HTMLElement[] {
  const { container } = render(Actions, { choices: new Choices(moving), words, you: 0, it, drawsLeft: null, top: undefined, chosen: null, waiting: '', onact: () => undefined, onuse: () => undefined })
  return [...container.querySelectorAll('button')]
}

test('who has it is not offered to take it', () => {
  expect(shown(0).map((one) => one.textContent?.trim())).toEqual([words.label('page.leave_it')])
})

test('others are, and no way is gold', () => {
  const buttons = shown(1)
  expect(buttons.map((one) => one.textContent?.trim())).toEqual([words.label('page.keep_it'), words.label('page.leave_it')])
  expect(buttons.some((one) => one.classList.contains('main'))).toBe(false)
})
