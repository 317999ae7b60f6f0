import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import CardTable from '../../src/games/cant_touch_this/CardTable.svelte'
import { heard } from '../../src/games/cant_touch_this/sentences'
import english from '../../src/games/cant_touch_this/words/en.json'
import type { GameView, Preview } from '../../src/protocol/games/cant_touch_this'
import { Words, type Catalogue } from '../../src/i18n/catalogue'
import gameWords from '../../../src/touchwood/games/cant_touch_this/words/en.json'
import { comes } from '../waiting'

const EMPTY = { lines: [], penalty: 0, total: 0 }
const player = () => ({ clips: [], clips_left: 3, sheet: EMPTY, turned_bombs: [] })
const words = new Words([english as Catalogue, gameWords as unknown as Catalogue, { words: { you: 'you', player: 'player' } }], ['Ana', 'Bo'], 0)
const seat = (name: string, colour: string, shape: string) => ({ name, badge: { colour, shape }, bot: null, is_present: true, is_kept: false, is_muted: false, is_invited: false, sits_out: false })
const seats = [seat('Ana', 'orange', 'circle'), seat('Bo', 'sky', 'square')]

function view(change: Partial<GameView>): GameView {
  return {
    viewer: 0,
    options: { edition: 1, columns: 3, rows: 3, mix: null, clips_each: 3, card: 'random', gems_from_second: false, side_by_chance: false, first: 'random' },
    phase: 'clip',
    asked: 0,
    card: null,
    side: null,
    grid: ['1B1', 'G2S', '1*P'],
    other_side: null,
    defender: 0,
    bid: 0,
    first: 0,
    placed: [],
    players: [player(), player()],
    winner: null,
    rating: null,
    previews: [],
    ...change,
  }
}

function show(shown: GameView, legal: unknown[], asked = true) {
  const act = vi.fn(() => true)
  render(CardTable, { table: 't', view: shown, asked, legal, fresh: [], sealed: null, seats, you: 0, words, clock: null, last: '', mode: 'play', isBusy: false, act } as never)
  return act
}
afterEach(cleanup)

const PREVIEWS: Preview[] = [
  [['N', 0, 1], 1, null, null],
  [['N', 0, 2], 2, null, null],
  [['N', 0, 3], 3, null, null],
  [['N', 1, 1], null, 'bomb', [0, 1]],
  [['N', 1, 2], null, 'bomb', [0, 1]],
  [['N', 1, 3], 2, null, null],
]
const CLIPS = PREVIEWS.filter((preview) => preview[1] !== null).map(([clip]) => ({ type: 'PlaceClip', clip }))

describe('a touch on a slow phone', () => {
  const nodes = () => document.querySelectorAll('[data-point="board"] *').length
  it('moves a clip that was there before it, and makes nothing', async () => {
    show(view({ previews: PREVIEWS }), CLIPS)
    const held = document.querySelector('svg.held')!
    expect(held.classList).toContain('away')
    const before = nodes()
    const place = screen.getByRole('button', { name: 'Top edge, column 1' })
    await fireEvent.click(place)
    expect(place.getAttribute('aria-pressed')).toBe('true')
    expect(document.querySelector('svg.held')).toBe(held)
    expect(held.classList).not.toContain('away')
    expect(nodes()).toBe(before)
  })
  it('is put into words with the frame after it', async () => {
    show(view({ previews: PREVIEWS }), CLIPS)
    await fireEvent.click(screen.getByRole('button', { name: 'Top edge, column 1' }))
    expect(screen.queryByRole('button', { name: /Set clip \+1/ })).toBeNull()
    expect(await comes(() => screen.getByRole('button', { name: /Set clip \+1/ }))).toBeTruthy()
  })
})

describe('placing a clip', () => {
  it('goes by keys alone: along the edge, how deep, set', async () => {
    const act = show(view({ previews: PREVIEWS }), CLIPS)
    const first = screen.getByRole('button', { name: 'Top edge, column 1' })
    first.focus()
    await fireEvent.keyDown(first, { key: '3' })
    await comes(() => expect(screen.getByText('3 deep from the top: one, gem, one. 3 points')).toBeTruthy())
    await fireEvent.keyDown(first, { key: 'Enter' })
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: 'PlaceClip', clip: ['N', 0, 3] })
  })
  it('says at the place why it is refused, and sends nothing', async () => {
    const act = show(view({ previews: PREVIEWS }), CLIPS)
    const place = screen.getByRole('button', { name: 'Top edge, column 2' })
    await fireEvent.click(place)
    expect(screen.getAllByText(/A bomb needs a star in the same clip/).length).toBeGreaterThan(0)
    await fireEvent.keyDown(place, { key: 'Enter' })
    expect(act).not.toHaveBeenCalled()
  })
  it('goes by taps: a place, how deep, set', async () => {
    const act = show(view({ previews: PREVIEWS }), CLIPS)
    await fireEvent.click(screen.getByRole('button', { name: 'Top edge, column 1' }))
    await fireEvent.click(await comes(() => screen.getByRole('button', { name: '2 deep, 2 points' })))
    await fireEvent.click(screen.getByRole('button', { name: /Set clip/ }))
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: 'PlaceClip', clip: ['N', 0, 2] })
  })
  it('is offered to nobody who is not asked', () => {
    show(view({ asked: 1 }), [], false)
    expect(screen.queryByRole('button', { name: /edge/ })).toBeNull()
  })
})

describe('the rest of the match', () => {
  it('bids: raise by one or pass, with what it means', async () => {
    const act = show(view({ phase: 'bid', bid: 2, first: null, previews: [] }), [{ type: 'Raise' }, { type: 'Pass' }])
    await fireEvent.click(screen.getByRole('button', { name: 'Bid 3 To go first. It costs 3 at the end.' }))
    expect(act).toHaveBeenLastCalledWith({ type: 'Raise' })
    await fireEvent.click(screen.getByRole('button', { name: 'Pass Go second, free. Equal points are yours. Bo goes first for 2.' }))
    expect(act).toHaveBeenLastCalledWith({ type: 'Pass' })
  })
  it('plays the side that is looked at', async () => {
    const act = show(view({ phase: 'choose_side', first: null, other_side: ['PPP', 'PPP', 'PPP'] }), [{ type: 'KeepSide' }, { type: 'TurnCard' }])
    await fireEvent.click(screen.getByRole('button', { name: 'Look at the other side' }))
    expect(screen.getByText('Row 1: poop, poop, poop')).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Play this side' }))
    expect(act).toHaveBeenCalledExactlyOnceWith({ type: 'TurnCard' })
  })
  it('tells what somebody has, and what it is made of', () => {
    const lines = [{ symbol: 'swirl', count: 2, points: 6, from_wilds: 0, turned: 0 }, { symbol: 'one', count: 1, points: 1, from_wilds: 0, turned: 0 }]
    const me = { ...player(), clips_left: 1, sheet: { lines, penalty: 0, total: 7 } }
    const told = heard({ view: view({ players: [me, player()] } as never), you: 0, asked: true, legal: [], seats, words } as never)
    expect(told.mine).toBe('You have 7 points and 1 clip left. Captured: swirl 2 times, one 1 time.')
    expect(told.score).toBe('You: 7 points, 1 clip left. Bo: 0 points, 3 clips left.')
  })
  it('tells the card row by row, with whose clip lies where', () => {
    show(view({ asked: 1, placed: [{ seat: 1, clip: ['W', 1, 1] }] }), [], false)
    expect(screen.getByText('Row 2: Bo’s gem, two, swirl')).toBeTruthy()
    expect(screen.getByText('Row 3: one, star, poop')).toBeTruthy()
  })
})
