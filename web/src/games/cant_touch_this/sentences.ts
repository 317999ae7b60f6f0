/** The table of Can't Touch This in words. */
import type { AnyAction, AnyEvent, Clip, GameView, Placed, ScoreSheet } from '../../protocol/games/cant_touch_this'
import type { SeatShown } from '../../protocol/protocol'
import type { TaggedEvent, Words } from '../../i18n/catalogue'
import type { Heard, Hearing } from '../game'
import { cellsOf, isUpright, sizeOf, type Place } from './geometry'
import { SYMBOL_OF, type Letter } from './symbols'

export interface Looking {
  you: number | null
  /** A seat of this device plays, rather than looks on. */
  isPlaying: boolean
  /** The other side of the card is looked at. */
  isTurned: boolean
  /** Whose bid stands. */
  bidder: number | null
  /** The best possible score, once it is known. */
  best: number | null
}

/** Whose turn it is, and to do what; at the end, how it ended. */
export function statusOf(view: GameView, { you, isPlaying, isTurned, bidder, best }: Looking, words: Words): string {
  switch (view.phase) {
    case 'choose_side':
      if (view.asked === you) return words.label(isTurned ? 'page.side_other' : 'page.side_up')
      return words.label('choose_side.they', { seat: view.asked })
    case 'bid':
      return words.label('page.bid_stands', { bid: view.bid, bidder })
    case 'clip':
      return view.asked === you && isPlaying ? words.label('page.drag') : words.label('clip.they', { seat: view.asked })
    case 'over': {
      if (view.players.length > 1) return words.label(view.winner === you ? 'over.you' : 'over.they', { seat: view.winner })
      return endTold(view, best, words).join(' · ')
    }
    default:
      return words.label(view.phase)
  }
}

/** How somebody alone has done. */
function endTold(view: GameView, best: number | null, words: Words): string[] {
  const score = view.players[0]!.sheet.total
  const scored = best === null ? words.label('page.score', { score }) : words.label('page.score_best', { score, best })
  return [scored, view.rating ? words.word(view.rating) : ''].filter(Boolean)
}

/** A player's plate for a screen reader. */
export function seatTold(view: GameView, seat: number, name: string, words: Words): string {
  const player = view.players[seat]!
  return words.listed([
    words.label('page.seat', { name, points: player.sheet.total, clips: player.clips_left }),
    view.first === seat ? words.label('page.seat_first', { bid: view.bid }) : '',
    view.asked === seat ? words.label('page.seat_turn') : '',
    words.label('page.sheet'),
  ])
}

export const placeName = ({ edge, line }: Place, words: Words): string => words.part(isUpright(edge) ? 'page.place_column' : 'page.place_row', { edge, line: line + 1 })

/** Where a clip lies: edge, line and depth. */
export const clipName = ([edge, line, depth]: Clip, words: Words): string => words.part('heard.at', { place: placeName({ edge, line }, words), depth })

/** What a choice is called where it is talked about: a clip by its place, counted as players do. */
export const nameOf = (action: AnyAction, words: Words): string | null =>
  action.type === 'PlaceClip' ? words.label('page.clip_at', { at: clipName(action.clip, words) }) : null

/** A card row by row. What lies under a clip is told as whose it is, in as few words as there are: that is heard for every cell. */
export function rowsTold(grid: readonly string[], placed: readonly Placed[], nameOfSeat: (seat: number) => string, words: Words): string[] {
  const size = sizeOf(grid)
  const owners = new Map(placed.flatMap(({ seat, clip }) => cellsOf(clip, size).map(([row, column]): [string, number] => [`${row},${column}`, seat])))
  const cell = (letter: string, row: number, column: number): string => {
    const symbol = SYMBOL_OF[letter as Letter]
    const owner = owners.get(`${row},${column}`)
    return owner === undefined ? words.word(symbol) : words.part(`page.cell_clip.${owner === words.listener ? 'you' : 'they'}`, { symbol, name: nameOfSeat(owner) })
  }
  return grid.map((row, y) => words.label('page.row', { row: y + 1, symbols: words.listed([...row].map((letter, x) => cell(letter, y, x))) }))
}

const nameIn = (seats: readonly SeatShown[], words: Words) => (seat: number) => seats[seat]?.name ?? words.seat(seat)

/** What points are made of; what is worth capturing next hangs on it. */
const capturedTold = ({ lines }: ScoreSheet, words: Words): string =>
  lines.length ? words.label('heard.captured', { symbols: words.listed(lines.map(({ symbol, count }) => words.part('heard.captured_of', { symbol, count }))) }) : ''

/** The table for who hears it. */
export function heard({ view, you, asked, seats, words }: Hearing<GameView>): Heard {
  const bidder = view.phase === 'bid' && view.asked !== null ? 1 - view.asked : null
  const facts = { bid: view.bid, next: view.bid + 1, bidder, seat: view.asked }
  const isPlaying = you !== null
  const isEndAlone = view.phase === 'over' && view.players.length === 1
  const status = isEndAlone
    ? endTold(view, null, words).map((part) => words.ended(part)).join(' ')
    : asked && isPlaying && words.has('labels', `${view.phase}.you`)
      ? words.label(`${view.phase}.you`, facts)
      : statusOf(view, { you, isPlaying, isTurned: false, bidder, best: null }, words)
  const me = you === null ? null : view.players[you]!
  const lines = (seat: number) => ({ seat, points: view.players[seat]!.sheet.total, clips: view.players[seat]!.clips_left })
  return {
    status,
    mine: me ? [words.label('heard.mine', { points: me.sheet.total, clips: me.clips_left }), capturedTold(me.sheet, words)].filter(Boolean).join(' ') : '',
    table: rowsTold(view.grid, view.placed, nameIn(seats, words), words).map((row) => words.ended(row)).join(' '),
    score: view.players.map((_, seat) => words.label('heard.score', lines(seat))).join(' '),
  }
}

/** A clip is told with its place, which is otherwise only drawn. */
export function tellEvent(told: TaggedEvent, _view: GameView | null, words: Words): string | null {
  const event = told as unknown as AnyEvent
  if (event.type !== 'ClipPlaced') return null
  const { seat, edge, line, depth, captured } = event
  return words.label(`heard.clip.${seat === words.listener ? 'you' : 'they'}`, { seat, place: placeName({ edge, line }, words), depth, captured })
}

const BEFORE_CLIPS: readonly string[] = ['CardDrawn', 'CardLaid', 'DefenderNamed', 'SideKept', 'CardTurned', 'BidRaised', 'BidPassed']

/** The bidding, then turn by turn. */
export function chapter(event: TaggedEvent, words: Words): { of: string; title: string } | null {
  if (BEFORE_CLIPS.includes(event.type)) return { of: 'bidding', title: words.label('log.bidding') }
  return event.type === 'ClipPlaced' ? { of: `turn of ${event.seat}`, title: words.label('log.turn', { seat: event.seat }) } : null
}
