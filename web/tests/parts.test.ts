import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import Button from '../src/parts/Button.svelte'
import Card from '../src/parts/Card.svelte'
import ClockRing from '../src/parts/ClockRing.svelte'
import Field from '../src/parts/Field.svelte'
import Hand from '../src/parts/Hand.svelte'
import Pile from '../src/parts/Pile.svelte'
import SeatMark from '../src/parts/SeatMark.svelte'
import SlideToConfirm from '../src/parts/SlideToConfirm.svelte'
import { BADGES } from '../src/screens/badges'

afterEach(cleanup)
const text = (words: string) => createRawSnippet(() => ({ render: () => `<span>${words}</span>` }))

describe('Card', () => {
  test('face down says nothing about its face', () => {
    const { container } = render(Card, {})
    expect(container.querySelector('[role="img"]')).toBeNull()
    expect(container.textContent?.trim()).toBe('')
  })
  test('face up has a name', () => {
    render(Card, { face: text('T'), label: 'T' })
    expect(screen.getByRole('img', { name: 'T' })).toBeTruthy()
  })
})

describe('Hand', () => {
  const cards = ['T', 'A', 'G'].map((kind) => ({ key: kind, label: kind }))
  const face = createRawSnippet<[{ key: string; label: string }]>((card) => ({ render: () => `<span>${card().label}</span>` }))

  test('a tap chooses a card, a second one lets go of it', async () => {
    const onchoose = vi.fn()
    const { rerender } = render(Hand, { cards, face, label: 'Your hand', onchoose })
    await fireEvent.click(screen.getByRole('button', { name: 'A' }))
    expect(onchoose).toHaveBeenLastCalledWith(cards[1], true)
    await rerender({ cards, face, label: 'Your hand', onchoose, chosen: 'A' })
    expect(screen.getByRole('button', { name: 'A' }).getAttribute('aria-pressed')).toBe('true')
    await fireEvent.click(screen.getByRole('button', { name: 'A' }))
    expect(onchoose).toHaveBeenLastCalledWith(null, true)
  })

  test('arrow keys walk along the cards', async () => {
    render(Hand, { cards, face, label: 'Your hand' })
    const [first, second] = screen.getAllByRole('button')
    first!.focus()
    await fireEvent.keyDown(first!, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
  })
})

describe('Pile', () => {
  test('is a button only where it can be picked', async () => {
    const onpick = vi.fn()
    const { rerender } = render(Pile, { count: 3, label: 'Deck' })
    expect(screen.queryByRole('button')).toBeNull()
    await rerender({ count: 3, label: 'Deck', onpick })
    await fireEvent.click(screen.getByRole('button', { name: 'Deck' }))
    expect(onpick).toHaveBeenCalledOnce()
  })
})

describe('Button', () => {
  test('without text it has a label', () => {
    render(Button, { icon: 'close', label: 'Close' })
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
  })
})

describe('SeatMark', () => {
  test('every seat has a shape of its own, not only a colour', () => {
    const shapes = BADGES.map((badge) => render(SeatMark, { badge }).container.querySelector('path')!.getAttribute('d'))
    expect(new Set(shapes).size).toBe(BADGES.length)
  })
})

describe('SlideToConfirm', () => {
  test('counts only at the end of the way', async () => {
    const onconfirm = vi.fn()
    render(SlideToConfirm, { label: 'Leave', onconfirm })
    const slider = screen.getByRole('slider', { name: 'Leave' })
    await fireEvent.input(slider, { target: { value: '60' } })
    await fireEvent.change(slider)
    expect(onconfirm).not.toHaveBeenCalled()
    await fireEvent.input(slider, { target: { value: '100' } })
    await fireEvent.change(slider)
    expect(onconfirm).toHaveBeenCalledOnce()
  })
  test('by keyboard it takes Enter twice', async () => {
    const onconfirm = vi.fn()
    render(SlideToConfirm, { label: 'Leave', onconfirm })
    const slider = screen.getByRole('slider', { name: 'Leave' })
    await fireEvent.keyDown(slider, { key: 'Enter' })
    expect(onconfirm).not.toHaveBeenCalled()
    await fireEvent.keyDown(slider, { key: 'Enter' })
    expect(onconfirm).toHaveBeenCalledOnce()
  })
})

describe('ClockRing', () => {
  test('says the seconds left', () => {
    render(ClockRing, { left: 4200, at: performance.now(), whole: 30_000, isRunning: false, label: 'Seconds left' })
    expect(screen.getByRole('timer', { name: 'Seconds left: 5' })).toBeTruthy()
  })
  test('is full as long as something is shown before the question', () => {
    render(ClockRing, { left: 34_000, at: performance.now(), whole: 30_000, label: 'Seconds left' })
    expect(screen.getByRole('timer', { name: 'Seconds left: 30' })).toBeTruthy()
  })
  test.each([
    [20_000, false],
    [2_900, true],
  ])('beats in the last three seconds: %i', (left, isLast) => {
    const { container } = render(ClockRing, { left, at: performance.now(), whole: 30_000, label: 'Seconds left' })
    const begins = container.querySelector<HTMLElement>('.runs')!.style.getPropertyValue('--last')
    expect(Number.parseFloat(begins) <= 0, begins).toBe(isLast)
  })
})

describe('Field', () => {
  test('a switch tells what it was set to', async () => {
    const onset = vi.fn()
    render(Field, { kind: 'switch', label: 'Sound', value: true, onset })
    await fireEvent.click(screen.getByRole('switch', { name: 'Sound' }))
    expect(onset).toHaveBeenCalledWith(false)
  })
})
