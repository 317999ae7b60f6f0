/** Opening a table from this device: what is asked of the server, and what is kept here. */
import { settings } from '../device/settings.svelte'
import { heldSeats, isFirstMatch, justLeft, keepGame, keepLesson, myGames, type HeldSeat, type MyGame } from '../device/storage'
import { toasts } from '../parts/toasts.svelte'
import type { CreateTable, GameShown, PlayOn, Seated } from '../protocol/protocol'
import { place, type Route } from '../route.svelte'
import { say } from '../i18n/speech.svelte'
import { expectLobby, expectTable } from './expecting'
import { comeBack, createTable, findPlace, joinTable, openPuzzleTable, playOn, SaidNo, startLesson, tryOptions } from '../wire/http'

/** Tables this page has just made to be played at once, with no lobby to look at. */
export const startAtOnce = new Set<string>()

/** An answer must leave time to hand the phone over. */
const PASSED_PHONE_ANSWER_SECONDS = 15

export interface Opening {
  game: GameShown
  bots: string[]
  /** Further players on this phone. */
  alsoHere?: string[]
  isStarted: boolean
  hasHints?: boolean
  options?: Record<string, unknown>
}

export const ownName = (): string => settings.name.trim() || say('name.default')

/** The bot offered first: the middle one of those that sort by strength. */
export function usualBot(game: GameShown): string | undefined {
  return game.bots[Math.floor(game.bots.length / 2)]
}

/** The game with the bots that differ in such a match; nobody answers: with all, and who is seated says what it is. */
export async function withBotsFor(game: GameShown, options: Record<string, unknown>, players: number): Promise<GameShown> {
  const tried = await tryOptions(game.name, { options, players }).catch(() => null)
  return tried ? { ...game, bots: tried.bots } : game
}

/** Options for a phone that is passed around, where the game has seconds for an answer and nobody has chosen other ones. */
export function withTimeToPass(game: GameShown, options: Record<string, unknown>): Record<string, unknown> {
  const usual = game.defaults.answer_seconds
  if (usual === undefined || (options.answer_seconds ?? usual) !== usual) return options
  return { ...options, answer_seconds: PASSED_PHONE_ANSWER_SECONDS }
}

export async function openTable(opening: Opening): Promise<void> {
  const { game, bots, alsoHere = [] } = opening
  const options = alsoHere.length ? withTimeToPass(game, opening.options ?? {}) : (opening.options ?? {})
  // Who plays it for the first time is shown what things are worth, by whatever way the table was opened.
  const hasHints = opening.hasHints || isFirstMatch(game.name)
  const settings = hasHints ? ({ hints: true } as CreateTable['settings']) : undefined
  if (opening.isStarted) expectTable(game.name)
  else expectLobby(game.name)
  const table: CreateTable = { game: game.name, name: ownName(), bots, options, settings }
  const seated = await createTable(table)
  const seats: HeldSeat[] = [{ token: seated.token, name: ownName() }]
  for (const name of alsoHere) seats.push({ token: (await joinTable(seated.code, { name, seat: null })).token, name })
  keepGame({ table: seated.table, code: seated.code, game: game.name, seats, at: Date.now(), hasHints })
  if (opening.isStarted) startAtOnce.add(seated.table)
  place.go({ at: 'table', table: seated.table })
}

/** A table for one learner, on a fixed deal, with partners who play their part. */
export async function openLesson(game: GameShown, lesson: string = game.lessons[0]!.name, leadsTo?: Route): Promise<void> {
  expectTable(game.name)
  const seated = await startLesson({ game: game.name, name: ownName(), lesson })
  keepLesson(game.name, lesson)
  keepGame({ table: seated.table, code: '', game: game.name, seats: [{ token: seated.token, name: ownName() }], at: Date.now(), leadsTo })
  place.go({ at: 'table', table: seated.table })
}

/** A table that goes on from a moment of a finished match. */
export async function openBranch(game: GameShown, table: string, moment: Omit<PlayOn, 'name'>): Promise<void> {
  expectTable(game.name)
  const seated = await playOn(table, { ...moment, name: ownName() })
  keepGame({ table: seated.table, code: seated.code, game: game.name, seats: [{ token: seated.token, name: ownName() }], at: Date.now() })
  place.go({ at: 'table', table: seated.table })
}

/** A table on which a puzzle is played out. */
export async function openPuzzle(game: string, puzzle: string): Promise<void> {
  expectTable(game)
  const seated = await openPuzzleTable({ game, name: ownName(), puzzle })
  keepGame({ table: seated.table, code: '', game, seats: [{ token: seated.token, name: ownName() }], at: Date.now() })
  place.go({ at: 'table', table: seated.table })
}

/** A match against bots, as many as make it lively. */
export function openMatch(game: GameShown, { hasHints = false, players = Math.max(game.fewest, Math.min(3, game.most)), options = {} }: { hasHints?: boolean; players?: number; options?: Record<string, unknown> } = {}): Promise<void> {
  const bot = usualBot(game)
  return openTable({ game, bots: bot ? Array.from({ length: players - 1 }, () => bot) : [], isStarted: true, hasHints, options })
}

/** Where a lesson leads, though it be gone meanwhile: to the one that goes on from it, or to a match of what it taught. */
export function goOnFrom(game: GameShown, lesson: string): Promise<void> {
  const taught = game.lessons.find(({ name }) => name === lesson)
  return taught?.next ? openLesson(game, taught.next) : openMatch(game, { hasHints: true, options: taught?.when, players: taught?.players?.[0] })
}

export function keepSeat(seated: Seated, game: string, name: string): void {
  keepGame({ table: seated.table, code: seated.code, game, seats: [...heldSeats(seated.table), { token: seated.token, name }], at: Date.now(), hasHints: isFirstMatch(game) })
}

/** Sits down again where this device has just left; the same seats with the same tokens. */
export async function undoLeaving(game: MyGame): Promise<void> {
  const seats = justLeft(game)
  for (const { token } of seats) await comeBack(game.code, token)
  const back = seats.map(({ token, name }) => ({ token, name }))
  keepGame({ ...game, seats: [...heldSeats(game.table), ...back], at: Date.now(), isOver: false })
  place.go({ at: 'table', table: game.table })
}

/** Newest first; a group's next table opens with what opened the last one. */
const MOST_TOKENS = 40

/** Goes where a code leads, if this device is one of the group there: it may know the group by an older code alone. */
export async function goToOwnPlace(code: string, game: string): Promise<void> {
  const held = myGames().flatMap(({ seats }) => seats)
  const tokens = [...new Set(held.map(({ token }) => token))].slice(0, MOST_TOKENS)
  const found = tokens.length ? await findPlace(code, tokens).catch(() => null) : null
  if (!found) return
  const seats = found.tokens.map((token) => ({ token, name: held.find((seat) => seat.token === token)!.name }))
  keepGame({ table: found.table, code: found.code, game, seats, at: Date.now() })
  place.replace({ at: 'table', table: found.table })
}

/** Does something that may be refused, and says so where it can be read. */
export async function trying(what: () => Promise<void>): Promise<void> {
  try {
    await what()
  } catch (error) {
    toasts.show(error instanceof SaidNo ? error.message : say('error.no_answer'))
  }
}
