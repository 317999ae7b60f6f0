/** A table of a game without a folder, as somebody hears it. */
import type { Heard, Hearing } from '../games/game'
import { inOneLine, pictureOf, type Item } from './picture'
import type { Facts, Types } from './schema'
import { statusOf } from './status'

/** Fields that are a score wherever they stand. */
const SCORES = ['points', 'score', 'total']

export function heardFrom({ view, you, asked, seats, words, isOver }: Hearing<Facts>, types: Types): Heard {
  const picture = pictureOf(view, types, words, seats.length)
  const seatName = (seat: number): string => words.names[seat] ?? words.seat(seat)
  const told = (items: readonly Item[]): string => inOneLine(items, seatName)
  const scores = picture.seats.flatMap(({ items }, seat) => {
    const counted = items.filter(({ name }) => SCORES.includes(name))
    return counted.length ? [`${seatName(seat)}: ${told(counted)}`] : []
  })
  const own = you === null ? undefined : picture.seats[you]
  return {
    status: statusOf(view, picture, asked, words, isOver),
    mine: own ? [...own.marks, told(own.items)].filter(Boolean).join(', ') : '',
    table: told(picture.felt),
    score: scores.join('; '),
  }
}
