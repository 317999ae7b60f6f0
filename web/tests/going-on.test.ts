/** Who is waited for below the card of a round. */
import { describe, expect, it } from 'vitest'
import { isReadByAll, readersOf } from '../src/parts/going-on'
import type { SeatShown } from '../src/protocol/protocol'

const person = (change: Partial<SeatShown> = {}): SeatShown => ({
  name: 'Ana',
  badge: { colour: 'orange', shape: 'circle' },
  bot: null,
  is_present: true,
  is_kept: false,
  is_muted: false,
  is_invited: false,
  sits_out: false,
  ...change,
})
const read = (...seats: number[]) => new Map(seats.map((seat) => [seat, 3]))

describe('the card of a round', () => {
  it('lies there until all people have read it who are here', () => {
    const seats = [person(), person(), person({ bot: 'easy' }), person({ is_present: false }), person({ is_kept: true })]
    expect(readersOf(seats, read(), 3).map(({ seat }) => seat)).toEqual([0, 1])
    expect(isReadByAll(readersOf(seats, read(0), 3))).toBe(false)
    expect(isReadByAll(readersOf(seats, read(0, 1), 3))).toBe(true)
  })

  it('does not wait for who is asked something meanwhile', () => {
    const seats = [person(), person()]
    expect(isReadByAll(readersOf(seats, read(0), 3, [1]))).toBe(true)
  })

  it('is not the one before', () => {
    expect(isReadByAll(readersOf([person()], read(0), 4))).toBe(false)
  })

  it('goes by time alone where bots play among themselves, or all are asked', () => {
    expect(isReadByAll(readersOf([person({ bot: 'easy' })], read(), 3))).toBe(false)
    expect(isReadByAll(readersOf([person()], read(), 3, [0]))).toBe(false)
  })
})
