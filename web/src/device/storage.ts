/**
 * What this browser keeps: the person's settings and the seats held at tables. A token is the seat, so it never goes
 * into an address. Where storage is refused (private windows) everything lasts as long as the page.
 */
import type { Route } from '../route.svelte'

const inMemory = new Map<string, string>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? null
  } catch {
    return inMemory.get(key) ?? null
  }
}

function write(key: string, text: string): void {
  inMemory.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Refused or full: the copy in memory serves.
  }
}

function erase(key: string): void {
  inMemory.delete(`touchwood.${key}`)
  try {
    localStorage.removeItem(`touchwood.${key}`)
  } catch {
    // Refused: then nothing was kept either.
  }
}

export function recall<T>(key: string, otherwise: T): T {
  const text = read(`touchwood.${key}`)
  if (text === null) return otherwise
  try {
    return JSON.parse(text) as T
  } catch {
    return otherwise
  }
}

export function keep(key: string, value: unknown): void {
  write(`touchwood.${key}`, JSON.stringify(value))
}

// -- My games ---------------------------------------------------------------------------------------------------------

export interface HeldSeat {
  token: string
  name: string
  /** When it was given up, in milliseconds since 1970: for a while that can be undone. */
  leftAt?: number
  /** It was not given up: somebody goes on with another phone. */
  isTaken?: boolean
}

export interface MyGame {
  table: string
  code: string
  game: string
  /** More than one: the phone is passed around. */
  seats: HeldSeat[]
  /** For those who only look on. */
  watchKey?: string
  /** When it was last opened, in milliseconds since 1970. */
  at: number
  isOver?: boolean
  hasHints?: boolean
  /** Of a lesson on the way to something else, to friends at a table or to a card of the day: where it leads. */
  leadsTo?: Route
  /** The last event looked at, for the story of what happened since. */
  seen?: number
}

const MOST_GAMES = 30

export function myGames(): MyGame[] {
  return recall<MyGame[]>('games', []).sort((a, b) => b.at - a.at)
}

export function myGame(table: string): MyGame | undefined {
  return myGames().find((game) => game.table === table)
}

export function myGameByCode(code: string): MyGame | undefined {
  return myGames().find((game) => game.code === code && !game.isOver)
}

export function keepGame(game: MyGame): void {
  const games = [game, ...myGames().filter((other) => other.table !== game.table)]
  for (const old of games.slice(MOST_GAMES)) erase(`promised.${old.table}`)
  keep('games', games.slice(0, MOST_GAMES))
}

export function changeGame(table: string, change: Partial<MyGame>): void {
  const game = myGame(table)
  if (game) keep('games', myGames().map((other) => (other.table === table ? { ...game, ...change } : other)))
}

/** The seats at a table that are still this device's. */
export const heldSeats = (table: string): HeldSeat[] => myGame(table)?.seats.filter((seat) => seat.leftAt === undefined) ?? []

/** How long the server gives back a seat that was given up by mistake, and one that went on with another phone. */
const LEAVING_UNDONE = 60_000
const RECLAIMED = 600_000

/** The seats at a table that were given up a moment ago, or lost to another phone. */
export const justLeft = (game: MyGame | undefined): HeldSeat[] =>
  game?.seats.filter(({ leftAt, isTaken }) => leftAt !== undefined && Date.now() - leftAt < (isTaken ? RECLAIMED : LEAVING_UNDONE)) ?? []

/** A seat is no longer this device's. One that was given up by its own will is remembered, and so is one that another phone has. */
export function loseSeat(table: string, token: string, how: { hasLeft: boolean; isTaken: boolean }): void {
  const seats = myGame(table)?.seats ?? []
  const { hasLeft, isTaken } = how
  const left = seats.filter((seat) => seat.token === token && (hasLeft || isTaken)).map((seat) => ({ ...seat, leftAt: Date.now(), isTaken }))
  changeGame(table, { seats: [...seats.filter((seat) => seat.token !== token), ...left] })
  if (heldSeats(table).length === 0) changeGame(table, { isOver: true })
}

export function forgetGame(table: string): void {
  keep('games', myGames().filter((game) => game.table !== table))
  erase(`promised.${table}`)
}

// -- Lessons ------------------------------------------------------------------------------------------------------------------

const FIRST = 'first'

/** How a lesson begun here is kept: a game's first one by the game's name alone. */
const keptAs = (game: string, lesson: string): string => (lesson === FIRST ? game : `${game}/${lesson}`)

/** Whether a lesson was begun here: it is offered once by itself, and then on wish. */
export const knowsLesson = (game: string, lesson: string = FIRST): boolean => recall<string[]>('lessons', []).includes(keptAs(game, lesson))

export function keepLesson(game: string, lesson: string): void {
  if (!knowsLesson(game, lesson)) keep('lessons', [...recall<string[]>('lessons', []), keptAs(game, lesson)])
}

// -- First matches -----------------------------------------------------------------------------------------------------------

/** Whether no match of a game came to its end here yet: until then tables opened here show what things are worth. */
export const isFirstMatch = (game: string): boolean =>
  !recall<string[]>('played', []).includes(game) && !myGames().some((each) => each.game === game && each.isOver && each.code !== '')

export function keepPlayed(game: string): void {
  const played = recall<string[]>('played', [])
  if (!played.includes(game)) keep('played', [...played, game])
}

// -- What is told once on each device ------------------------------------------------------------------------------------

export const wasTold = (what: string): boolean => recall<string[]>('told', []).includes(what)

export function keepTold(what: string): void {
  if (!wasTold(what)) keep('told', [...recall<string[]>('told', []), what])
}

// -- What the deal's proof is checked against ---------------------------------------------------------------------------

export interface Promised {
  commitment: string
  /** Hashes of the record this device was shown while the match went on. */
  hashes: string[]
}

const MOST_HASHES = 600

export function promised(table: string): Promised | null {
  return recall<Promised | null>(`promised.${table}`, null)
}

export function keepPromise(table: string, commitment: string, hash: string): void {
  const known = promised(table) ?? { commitment, hashes: [] }
  if (known.hashes.includes(hash) || known.hashes.length >= MOST_HASHES) return
  keep(`promised.${table}`, { ...known, hashes: [...known.hashes, hash] })
}
