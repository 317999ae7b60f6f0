/** What may be done, as it is drawn and pressed. */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import type { ComponentProps } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import tagSchema from '../../../docs/protocol/games/tag.json'
import type { Choices } from '../../src/protocol/protocol'
import { Words } from '../../src/i18n/catalogue'
import Decision from '../../src/plain/Decision.svelte'
import { Types, type GameSchema } from '../../src/plain/schema'

afterEach(cleanup)

const types = new Types(tagSchema as unknown as GameSchema)
const words = new Words([{ actions: { Play: 'Play a card' }, words: { you: 'you', player: 'player' } }], ['Ana', 'Bo'], 0)
let sent: unknown[] = []
const ASKED: ComponentProps<typeof Decision> = {
  asked: true,
  offered: [],
  builders: [],
  sealed: null,
  words,
  clock: null,
  isBusy: false,
  act: (action) => sent.push(action) > 0,
  refused: null,
  isConnectionLost: false,
  types,
  status: 'What now?',
}
const asked = (what: Partial<typeof ASKED>) => {
  sent = []
  return render(Decision, { ...ASKED, ...what })
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent!.trim())
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const offering = (...actions: object[]) => actions.map((action) => ({ action: action as Record<string, unknown>, text: Object.values(action).join(' ') }))

describe('things that are called alike', () => {
  test('are buttons that can be told apart', async () => {
    asked({ offered: offering(...['T', 'A', 'Gool'].map((kind) => ({ type: 'Play', kind }))) })
    expect(buttons()).toEqual(['Play a card: T', 'Play a card: A', 'Play a card: Gool'])
    await press('Play a card: A')
    expect(sent).toEqual([{ type: 'Play', kind: 'A' }])
  })
  test('are choices of a builder that can be told apart, also once they are chosen', async () => {
    const choices = [3, 4].map((number) => ({ number, choice: { type: 'CardPart', card: `B0${number}` }, text: `b0${number}` }))
    const alike = new Words([{ choices: { CardPart: 'A red card' }, words: { you: 'you', player: 'player' } }], ['Ana'], 0)
    asked({ builders: ['lay'], words: alike, build: async () => ({ type: 'Choices', id: '', choices, action: null }) })
    await screen.findByRole('button', { name: 'A red card: b04' })
    await press('A red card: b04')
    expect((await screen.findByRole('listitem')).textContent).toBe('A red card: b04')
  })
})

/** Stones are laid, one or two at a time, until there are as many as are wanted now. */
let stones = 2
const laid: number[][] = []
const build = async (_builder: string, parts: readonly number[]): Promise<Choices> => {
  laid.push([...parts])
  const isWhole = parts.reduce((sum, part) => sum + part, 0) >= stones
  const choices = isWhole ? [] : [1, 2].map((number) => ({ number, choice: number, text: String(number) }))
  return { type: 'Choices', id: '', choices, action: isWhole ? { type: 'Lay', piles: [...parts] } : null }
}
const chosen = () => screen.queryAllByRole('listitem').map((part) => part.textContent)

describe('building', () => {
  test.each([
    ['by itself', []],
    ['at a tap', offering({ type: 'LetStand' })],
  ])('begins anew with every question, where it begins %s', async (_how, offered) => {
    const begins = async () => offered.length && (await press('Lay'))
    stones = 2
    const { rerender } = asked({ builders: ['lay'], offered, build, decision: 1 })
    await begins()
    await fireEvent.click(await screen.findByRole('button', { name: '2' }))
    expect((await screen.findAllByRole('listitem')).length).toBe(1)
    stones = 4
    await rerender({ ...ASKED, builders: ['lay'], offered, build, decision: 2 })
    await begins()
    await screen.findByRole('button', { name: '2' })
    expect([chosen(), screen.queryByRole('button', { name: 'Do it' })]).toEqual([[], null])
    expect(laid.at(-1)).toEqual([])
  })

  test('goes on while the same is asked, whatever else is new', async () => {
    stones = 4
    const { rerender } = asked({ builders: ['lay'], build, decision: 1 })
    await fireEvent.click(await screen.findByRole('button', { name: '1' }))
    await screen.findByRole('listitem')
    await rerender({ ...ASKED, builders: ['lay'], build, decision: 1, status: 'Bo has chosen.' })
    expect(chosen()).toEqual(['1'])
  })

  test('loses nothing with the connection: what is chosen stays, and waits', async () => {
    stones = 4
    const { rerender } = asked({ builders: ['lay'], build, decision: 1 })
    await fireEvent.click(await screen.findByRole('button', { name: '1' }))
    await screen.findByRole('listitem')
    await rerender({ isConnectionLost: true })
    const had = laid.length
    for (const button of screen.getAllByRole('button')) {
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await fireEvent.click(button)
    }
    expect([chosen(), laid.length]).toEqual([['1'], had])
    await rerender({ isConnectionLost: false })
    await press('2')
    await vi.waitFor(() => expect(chosen()).toEqual(['1', '2']))
  })

  test('that is refused says so by the sentence above, and can be tried again', async () => {
    let answers = 0
    asked({ builders: ['lay'], build: async (builder, parts) => (answers++ ? build(builder, parts) : null), refused: 'Not so fast.' })
    await fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(screen.getByText('Not so fast.')).toBeTruthy()
    await screen.findByRole('button', { name: '2' })
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

test('nothing is sent while the connection is lost, and all of it can be seen', async () => {
  const offered = offering({ type: 'Draw', pile: 'deck' }, { type: 'StopDrawing' })
  const { rerender } = asked({ offered, builders: ['lay'], build, isConnectionLost: true })
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true', 'true'])
  for (const button of screen.getAllByRole('button')) await fireEvent.click(button)
  expect(sent).toEqual([])
  await rerender({ isConnectionLost: false })
  await press('StopDrawing')
  expect(sent).toEqual([{ type: 'StopDrawing' }])
})

// -- Many of a kind -------------------------------------------------------------------------------------------------------

test('what a radio or a slider says is what is done', async () => {
  const grabs = Array.from({ length: 40 }, (_, place) => ({ type: 'Grab', hand: place % 2 ? 'left' : 'right', pinch: place * 10 }))
  asked({ offered: offering(...grabs) })
  await press('Grab right 200')
  await fireEvent.click(screen.getByRole('radio', { name: 'left' }))
  expect((screen.getByRole('radio', { name: 'left' }) as HTMLInputElement).checked).toBe(true)
  const slider = screen.getByRole('slider')
  expect(slider.getAttribute('aria-valuetext')).toBe('190')
  await fireEvent.input(slider, { target: { value: '0' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('10')
  await press('Grab left 10')
  expect(sent).toEqual([{ type: 'Grab', hand: 'right', pinch: 200 }, { type: 'Grab', hand: 'left', pinch: 10 }])
})

test('of rows the chosen one is marked', async () => {
  const rows = Array.from({ length: 9 }, (_, place) => ({ type: 'Show', cards: [`A${place}`, 'B'] }))
  const { rerender } = asked({ offered: offering(...rows) })
  await fireEvent.click(screen.getByRole('radio', { name: 'A3, B' }))
  // The same question, told again.
  await rerender({ offered: offering(...structuredClone(rows)) })
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked).indexOf(true)).toBe(3)
  await press('Show A3,B')
  expect(sent).toEqual([{ type: 'Show', cards: ['A3', 'B'] }])
})
