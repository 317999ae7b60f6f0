/** One announcer: nothing else on the page is a live region, by a role or by an element that is one, or speaks itself. */
import { fireEvent, render } from '@testing-library/svelte'
import { readFileSync, readdirSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import RulesSections from '../../src/screens/RulesSections.svelte'

const SPEAKS = /aria-live=|setAttribute\('aria-live'|ariaLive|role=["'{]*(?:status|alert|log)\b|<output\b|speechSynthesis|new SpeechSynthesisUtterance/
const ANNOUNCER = 'senses/announcer.svelte.ts'

afterEach(() => void vi.useRealTimers())

test('only the announcer speaks', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:svelte|ts)$/.test(file))
  expect(files.filter((file) => SPEAKS.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([ANNOUNCER])
})

test('what would speak is found', () => {
  const speaking = ['<p role="status">', "<div role='log'>", '<output class="numbers">', '<div aria-live={how}>', "<p role={'alert'}>"]
  expect(speaking.filter((markup) => !SPEAKS.test(markup))).toEqual([])
  expect(SPEAKS.test('<div role="alertdialog">')).toBe(false)
})

test('what a search of the rules finds is said once somebody has stopped writing', async () => {
  vi.useFakeTimers()
  const sections = ['Deck', 'Hand'].map((title) => ({ id: title, title, text: [`${title} and more`] }))
  const { getByRole } = render(RulesSections, { Picture: null, sections })
  const heard: (string | null)[] = []
  const write = async (value: string, wait: number): Promise<void> => {
    await fireEvent.input(getByRole('searchbox'), { target: { value } })
    vi.advanceTimersByTime(wait)
    heard.push(...[...document.querySelectorAll('[aria-live] > *')].map((node) => node.textContent))
  }
  await write('h', 100)
  await write('hand', 1000)
  expect(heard).toEqual(['1 section with “hand”.'])
  await write('paperclip', 1000)
  expect(heard.at(-1)).toBe('Nothing is said of “paperclip”.')
})
