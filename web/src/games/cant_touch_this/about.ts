/** What the symbols, clips and players of Can't Touch This are, and what they bring now. */
import type { GameView } from '../../protocol/games/cant_touch_this'
import type { About, Hearing } from '../game'
import { cellsOf, nameOf, sizeOf } from './geometry'
import { clipName, seatTold } from './sentences'
import { signed } from './signed'
import { SYMBOL_OF, type Letter } from './symbols'

const RULE_OF: Record<1 | 2, Record<Letter, string>> = {
  1: { '1': '4.1', '2': '4.1', P: '4.2', S: '4.3', G: '4.4', B: '2.4', '*': '2.4', W: '5.5' },
  2: { '1': '5.1', '2': '5.1', P: '5.2', S: '4.3', G: '5.3', B: '5.4', '*': '5.4', W: '5.5' },
}

export function about(thing: string, hearing: Hearing<GameView>): About | null {
  const [what, name = ''] = thing.split(':')
  return what === 'cell' ? ofCell(name, hearing) : what === 'clip' ? ofClip(name, hearing) : what === 'seat' ? ofSeat(Number(name), hearing) : null
}

function ofCell(cell: string, { view, you, seats, words }: Hearing<GameView>): About | null {
  const [row, column] = cell.split(',').map(Number) as [number, number]
  const letter = view.grid[row]?.[column] as Letter | undefined
  if (letter === undefined) return null
  const symbol = SYMBOL_OF[letter]
  const { edition, gems_from_second: isFirstLost } = view.options
  const over = view.placed.find(({ clip }) => cellsOf(clip, sizeOf(view.grid)).some(([y, x]) => y === row && x === column))
  const line = you === null ? undefined : view.players[you]!.sheet.lines.find((each) => each.symbol === symbol)
  const text = [
    words.label(`symbol.${edition}.${letter}`),
    letter === 'G' && isFirstLost ? words.label('symbol.gems_from_second') : '',
    you === null ? '' : line ? words.label('about.have', { count: line.count, points: signed(line.points) }) : words.label('about.have_none'),
    over ? words.label('about.under', { name: seats[over.seat]?.name ?? words.seat(over.seat), place: clipName(over.clip, words) }) : '',
  ]
  const title = words.word(symbol)
  return { title: title.charAt(0).toUpperCase() + title.slice(1), text: text.filter(Boolean), rule: RULE_OF[edition as 1 | 2][letter] }
}

function ofClip(name: string, { view, seats, words }: Hearing<GameView>): About | null {
  const found = view.placed.find(({ clip }) => nameOf(clip) === name)
  if (!found) return null
  const { seat, clip } = found
  const symbols = cellsOf(clip, sizeOf(view.grid)).map(([row, column]) => words.word(SYMBOL_OF[view.grid[row]![column] as Letter]))
  const where = clipName(clip, words)
  return {
    title: words.label('about.clip', { name: seats[seat]?.name ?? words.seat(seat) }),
    text: [words.ended(where.charAt(0).toUpperCase() + where.slice(1)), words.label('about.clip_has', { symbols: words.listed(symbols) })],
    rule: '2.3',
  }
}

function ofSeat(seat: number, { view, seats, words }: Hearing<GameView>): About {
  const { sheet } = view.players[seat]!
  const lines = sheet.lines.map(({ symbol, count, points }) => words.part('about.line', { symbol, count, points: signed(points) }))
  const name = seats[seat]?.name ?? words.seat(seat)
  const text = [
    words.ended(seatTold(view, seat, name, words)),
    lines.length ? words.label('about.lines', { lines }) : words.label('page.line_none'),
    sheet.penalty ? words.label('about.penalty', { count: sheet.penalty }) : '',
  ]
  return { title: name, text: text.filter(Boolean), rule: '6.1' }
}
