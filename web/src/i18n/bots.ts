/** Bots by name: the server calls them after their kind ("Medium", "Medium 2"), everybody reads that in their own language. */
import type { SeatShown } from '../protocol/protocol'
import { sayOr } from './speech.svelte'

/** How it plays, where one is chosen. */
export const botLevel = (bot: string): string => sayOr(`bot.${bot}`, bot.replaceAll('_', ' '))

/** What the server calls somebody, as it is said here; people's own names stay. */
export function calledHere(name: string): string {
  const [, title = name, number = ''] = /^(.+?)( \d+)?$/.exec(name) ?? []
  return sayOr(`bot_name.${title.toLowerCase().replaceAll(' ', '_')}`, title) + number
}

/** A bot that plays on for somebody who left keeps that name. */
export const seatsCalledHere = (seats: readonly SeatShown[]): SeatShown[] =>
  seats.map((seat) => (seat.bot === null ? seat : { ...seat, name: calledHere(seat.name) }))
