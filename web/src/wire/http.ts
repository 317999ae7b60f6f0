/** The HTTP API: tables are made, found and joined; finished matches are read. */
import { settings } from '../device/settings.svelte'
import type {
  AddressShown,
  CourseShown,
  CreateTable,
  GameShown,
  JoinTable,
  LogRead,
  LookingBackShown,
  PlaceFound,
  OpenPuzzle,
  PlayOn,
  PuzzleShown,
  ErrorShown,
  ReplayEntry,
  Rulebook,
  Seated,
  StartLesson,
  TryOptions,
  OptionsTried,
  StreamEvent,
  TableFound,
  VerifiedShown,
  WatchTable,
} from '../protocol/protocol'
import type { Catalogue } from '../i18n/catalogue'
import type { Instead } from '../route.svelte'

/** The server said no, and why. */
export class SaidNo extends Error {
  constructor(
    readonly status: number,
    readonly shown: ErrorShown,
  ) {
    super(shown.sentence || shown.code)
  }
}

/** Nobody answered. */
export class NoAnswer extends Error {}

const inOwnLanguage = () => ({ 'accept-language': settings.language.split('-')[0]! })

async function ask(path: string, body?: unknown, headers: Record<string, string> = inOwnLanguage()): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new NoAnswer(path)
  }
  if (answer.ok) return answer
  const error = (await answer.json().catch(() => null)) as ErrorShown | null
  if (error === null || typeof error.code !== 'string') throw new NoAnswer(path)
  throw new SaidNo(answer.status, error)
}

/** Proofs and reviews: the server answers 202 after a second if it is still at it, and is asked again. */
export async function untilMade(path: string, told: (progress: LookingBackShown) => void = () => {}): Promise<Response> {
  for (;;) {
    const answer = await ask(path)
    if (answer.status !== 202) return answer
    told((await answer.json()) as LookingBackShown)
  }
}

const asJson = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T

const FRESH = 60_000
let games: Promise<GameShown[]> | null = null
let known: GameShown[] | null = null

/** If they have come already: what is drawn with them at once is laid out once. */
export const knownGames = (): GameShown[] | null => known

/** Wanted early and by several parts of the page: one answer serves them all for a while. */
export function findGames(): Promise<GameShown[]> {
  if (games === null) {
    // As index.html asks for it while the scripts are on their way, or it would be asked for twice.
    const asked = asJson<GameShown[]>(ask('/api/games', undefined, {}))
    const forget = () => {
      if (games === asked) games = known = null
    }
    games = asked
    asked.then((found) => {
      known = found
      setTimeout(forget, FRESH)
    }, forget)
  }
  return games
}

const catalogues = new Map<string, Promise<Catalogue>>()

/** The same as long as the server runs, and wanted by several parts of the page at once: asked for once. */
export function readWords(game: string, language: string): Promise<Catalogue> {
  const path = `/words/${game}/${language}.json`
  const known = catalogues.get(path)
  if (known) return known
  const asked = asJson<Catalogue>(ask(path))
  catalogues.set(path, asked)
  asked.catch(() => catalogues.delete(path))
  return asked
}
/** What a game's values are made of; the same as long as the server runs. */
export const readSchema = (game: string) => asJson<unknown>(ask(`/api/games/${game}/schema`))
export const readRulebook = (game: string) => asJson<Rulebook>(ask(`/api/games/${game}/rules`))
export const tryOptions = (game: string, tried: TryOptions) => asJson<OptionsTried>(ask(`/api/games/${game}/options`, tried))
export const startLesson = (lesson: StartLesson) => asJson<Seated>(ask('/api/lessons', lesson))
/** A position to win from, by its name. */
export const readPuzzle = (game: string, puzzle: string) => asJson<PuzzleShown>(ask(`/api/games/${game}/puzzles/${puzzle}`))
export const openPuzzleTable = (wanted: OpenPuzzle) => asJson<Seated>(ask('/api/puzzles', wanted))
export const createTable = (table: CreateTable) => asJson<Seated>(ask('/api/tables', table))
export const playOn = (table: string, wanted: PlayOn) => asJson<Seated>(ask(`/api/matches/${table}/play-on`, wanted))
export const findTable = (code: string) => asJson<TableFound>(ask(`/api/tables/${code}`))
export const joinTable = (code: string, who: JoinTable) => asJson<Seated>(ask(`/api/tables/${code}/join`, who))
/** Where this device has a place already, if it is one of the group that a code leads to. */
export const findPlace = (code: string, tokens: string[]) => asJson<PlaceFound | null>(ask(`/api/tables/${code}/place`, { tokens }))
export const comeBack = (code: string, token: string) => asJson<Seated>(ask(`/api/tables/${code}/come-back`, { token }))
export const watchTable = (code: string) => asJson<WatchTable>(ask(`/api/tables/${code}/watch`, {}))
export const readAddress = () => asJson<AddressShown>(ask('/api/address'))
export const qrAddress = (code: string) => `/api/tables/${code}/qr.svg`
export const readRecord = async (table: string) => (await ask(`/api/matches/${table}/record`)).text()
/** All that this seat, or whoever watches, has heard at the table. */
export const readLog = async (table: string, token: string) => (await asJson<LogRead>(ask(`/api/matches/${table}/log`, { token }))).events as StreamEvent[]
export const readCourse = (table: string) => asJson<CourseShown>(ask(`/api/matches/${table}/course`))
export const verifyOnServer = (table: string) => asJson<VerifiedShown>(untilMade(`/api/matches/${table}/verify`))

/** A step of a finished match; or of how it might have gone with another choice, counted from just before that. */
export function readReplay(table: string, entry: number, viewer: number | null, instead?: Instead): Promise<ReplayEntry> {
  const asSeen = viewer === null ? '' : `&viewer=${viewer}`
  const match = instead ? `another-way?instead_of=${instead.of}&choice=${encodeURIComponent(instead.choice)}&` : 'replay?'
  return asJson<ReplayEntry>(ask(`/api/matches/${table}/${match}entry=${entry}${asSeen}`))
}
