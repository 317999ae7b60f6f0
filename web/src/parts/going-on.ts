/** How a round went lies on the table until everybody has read it. Who that is: the people who are here. */
import type { SeatShown } from '../protocol/protocol'

export interface Reader {
  seat: number
  hasRead: boolean
}

/** `wentOn`: by seat, the newest card they have read; `without`: those who are asked something, and have none before them. */
export function readersOf(seats: readonly SeatShown[], wentOn: ReadonlyMap<number, number>, card: number, without: readonly number[] = []): Reader[] {
  return seats.flatMap(({ bot, is_present, is_kept }, seat) => (bot === null && is_present && !is_kept && !without.includes(seat) ? [{ seat, hasRead: wentOn.get(seat) === card }] : []))
}

/** Where nobody is to read it, it goes when its time is up. */
export const isReadByAll = (readers: readonly Reader[]): boolean => readers.length > 0 && readers.every(({ hasRead }) => hasRead)
