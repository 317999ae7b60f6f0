/**
 * Bots by name. The server calls them after their level ("Medium", "Medium 2"); here each of them is a character: a name
 * in the language of whoever looks, a face (`parts/BotFace.svelte`) and a temperament, which is what the level does. The
 * level is said beside the name wherever a bot is chosen or looked at. They never talk: that is for people.
 */
import type { SeatShown } from '../protocol/protocol'
import { sayOr } from './speech.svelte'

/**
 * Levels, by which faces differ. Lists are in the order of the server, weakest first in each game: TAG has `simple` above
 * `easy`. Other bots, such as those for comparison, are no characters.
 */
export const LEVELS = ['simple', 'easy', 'medium', 'hard', 'best'] as const
export type Level = (typeof LEVELS)[number]

export interface Character {
  level: Level
  /** Which of its level, from 1: as many as can sit at one table. */
  nth: number
}

/** How it plays, where one is chosen. */
export const botLevel = (bot: string): string => sayOr(`bot.${bot}`, bot.replaceAll('_', ' '))

export const isLevel = (bot: string | null): bot is Level => (LEVELS as readonly (string | null)[]).includes(bot)

export const nameOfCharacter = ({ level, nth }: Character): string => sayOr(`character.${level}.${nth}`, '')

/** What somebody of this level is like. */
export const temperamentOf = (level: Level, name: string): string => sayOr(`temperament.${level}`, '', { name })

const MOST_OF_A_LEVEL = 5

/** Who it is, by what the server calls it; null: nobody in particular. */
export function characterOf(name: string): Character | null {
  const [, title = '', number = '1'] = /^(.+?)(?: (\d+))?$/.exec(name) ?? []
  const level = title.toLowerCase()
  return isLevel(level) && Number(number) <= MOST_OF_A_LEVEL ? { level, nth: Number(number) } : null
}

/** What the server calls somebody, as it is said here; people's own names stay. */
export function calledHere(name: string): string {
  const character = characterOf(name)
  if (character) return nameOfCharacter(character)
  const [, title = name, number = ''] = /^(.+?)( \d+)?$/.exec(name) ?? []
  return sayOr(`bot_name.${title.toLowerCase().replaceAll(' ', '_')}`, title) + number
}

/** A bot that plays on for somebody who left keeps that name. One whose name a person has too goes by its level. */
export function seatsCalledHere(seats: readonly SeatShown[]): SeatShown[] {
  const people = new Set(seats.filter((seat) => seat.bot === null).map((seat) => seat.name.toLowerCase()))
  return seats.map((seat) => {
    if (seat.bot === null) return seat
    const name = calledHere(seat.name)
    return { ...seat, name: people.has(name.toLowerCase()) ? botLevel(seat.bot) : name }
  })
}

/** Whose face a seat has, by the name it has here; of a seat where a bot stands in, the level's first. */
export function faceAt({ bot, name }: Pick<SeatShown, 'bot' | 'name'>): Character | null {
  if (!isLevel(bot)) return null
  for (let nth = 1; nth <= MOST_OF_A_LEVEL; nth++) if (nameOfCharacter({ level: bot, nth }) === name) return { level: bot, nth }
  return { level: bot, nth: 1 }
}
