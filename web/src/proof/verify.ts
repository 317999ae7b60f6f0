/**
 * The deal's proof, checked on this device: nothing here trusts the server.
 *
 *   form         a format this page knows, nothing that the format does not have, nothing after the end
 *   chain        every entry's hash follows from the one before, its salt and its spelling
 *   commitment   the seed shown at the end is the one whose hash was shown before the start
 *   salts        follow from the seed
 *   draws        every outcome of chance follows from the seed, where the game says what could fall (`chances`)
 *   hashes       those this device was shown during the match are in the record, so nothing was rewritten since
 *
 * Whether the players kept the rules is for `touchwood verify`, which has the rules.
 */
import { canonical } from './canonical'
import { commitment, draw, salt, source, type Chance, type Outcome } from './deal'
import { bytes, fromHex, hex, sha256 } from './sha256'

export interface RecordHeader {
  game: string
  rules_version: number
  options: Record<string, unknown>
  seats: { name: string; bot: string | null }[]
  deal: { type: 'committed'; commitment: string; entropy: string[] } | { type: 'plain'; seed: number } | { type: 'scripted'; lesson: string }
  format: number
  /** Format 2: where a fork was taken from, and the state it begins with. */
  origin?: { record: string; entry: number; seat: number | null; is_dealt_anew: boolean }
  start?: Record<string, unknown>
}
export type RecordEntry =
  | { type: 'chose'; seat: number; by: string; action: { type: string; [field: string]: unknown } }
  | { type: 'fell'; outcome: Outcome }
  | { type: 'taken_back'; to: number; seat: number }
  | { type: 'hinted'; seat: number; bot: string }
  | { type: 'replaced'; seat: number; player: { name: string; bot: string | null } }
  | { type: 'closed'; seed: string }

export type Chose = Extract<RecordEntry, { type: 'chose' }>

export interface RecordLine {
  n: number
  hash: string
  salt: string
  entry: RecordEntry
  /** The entry as it is spelled in the file; its hash is over this. */
  spelling: string
}

export interface MatchRecord {
  hash: string
  header: RecordHeader
  headerSpelling: string
  lines: RecordLine[]
}

/**
 * What could fall at the next draw of a game, from the header, what fell before and is in force, and the last choice
 * before the draw. Null: only the rules know, so it is left to `touchwood verify`.
 */
export type Chances = (header: RecordHeader, fallen: readonly Outcome[], chosen?: Chose) => Chance | null

/** The first thing that does not hold; `entry` 0 is the header. */
export class Broken extends Error {
  constructor(
    readonly code: 'unreadable' | 'header' | 'chain' | 'commitment' | 'salt' | 'draw' | 'shown' | 'promised',
    readonly entry: number,
  ) {
    super(`${code} at entry ${entry}`)
  }
}

export interface Checked {
  entries: number
  hash: string
  /** Draws in the record, and how many of them were computed again. */
  draws: number
  drawsChecked: number
  hashesChecked: number
  /** `given`: as proven, from a start that was given. */
  proof: 'proven' | 'given' | 'not_closed' | 'scripted' | 'plain'
  /** The match began from a state that was given, not dealt: whatever the draws prove, they say nothing about it. */
  isStartGiven: boolean
  seed: string | null
}

// -- Reading ----------------------------------------------------------------------------------------------------------

export function parseRecord(text: string): MatchRecord {
  const rows = text.split('\n')
  if (rows.pop() !== '' || rows.length === 0) throw new Broken('unreadable', 0)
  const head = readLine<{ hash: string; header: RecordHeader }>(rows[0]!, 0)
  const lines = rows.slice(1).map((row, index): RecordLine => {
    const line = readLine<Omit<RecordLine, 'spelling'>>(row, index + 1)
    return { ...line, spelling: canonical(line.entry) }
  })
  return { hash: head.hash, header: head.header, headerSpelling: canonical(head.header), lines }
}

function readLine<T>(row: string, entry: number): T {
  try {
    const value = JSON.parse(row) as T
    if (canonical(value) !== row) throw new Broken('unreadable', entry)
    return value
  } catch {
    throw new Broken('unreadable', entry)
  }
}

// -- Checking ---------------------------------------------------------------------------------------------------------

export interface Remembered {
  /** The commitment this device was shown before the start. */
  commitment?: string
  /** The hashes this device was shown during the match. */
  hashes?: readonly string[]
}

export function checkRecord(record: MatchRecord, chances: Chances | null = null, remembered: Remembered = {}): Checked {
  checkForm(record)
  checkChain(record)
  const { deal } = record.header
  const last = record.lines.at(-1)
  const closed = last?.entry.type === 'closed' ? last.entry : null
  const found: Checked = {
    entries: record.lines.length,
    hash: last?.hash ?? record.hash,
    draws: record.lines.filter((line) => line.entry.type === 'fell').length,
    drawsChecked: 0,
    hashesChecked: 0,
    proof: 'plain',
    isStartGiven: record.header.start !== undefined,
    seed: closed?.seed ?? null,
  }
  found.hashesChecked = checkShown(record, remembered.hashes ?? [])
  if (deal.type === 'plain') return found
  if (deal.type === 'scripted') return { ...found, proof: 'scripted' }
  if (remembered.commitment !== undefined && remembered.commitment !== deal.commitment) throw new Broken('promised', 0)
  if (closed === null) return { ...found, proof: 'not_closed' }
  const seed = fromHex(closed.seed)
  if (commitment(seed) !== deal.commitment) throw new Broken('commitment', record.lines.length)
  for (const line of record.lines) {
    if (line.salt !== salt(seed, record.hash, line.n)) throw new Broken('salt', line.n)
  }
  // What can fall is told from the deal on; of a given start only the rules know it.
  found.drawsChecked = checkDraws(record, seed, found.isStartGiven ? null : chances)
  return { ...found, proof: found.isStartGiven ? 'given' : 'proven' }
}

/** As `parse_record` of `touchwood.match.record` has it. */
function checkForm({ header, lines }: MatchRecord): void {
  const { format, origin, start } = header
  const isFork = origin !== undefined || start !== undefined
  if (![1, 2].includes(format) || (isFork && (format === 1 || start === undefined))) throw new Broken('unreadable', 0)
  lines.forEach(({ entry: { type } }, index) => {
    const isLater = type === 'hinted' || type === 'replaced'
    if ((format === 1 && isLater) || lines[index - 1]?.entry.type === 'closed') throw new Broken('unreadable', index + 1)
  })
}

function checkChain(record: MatchRecord): void {
  let newest = hex(sha256(bytes('touchwood record\n'), bytes(record.headerSpelling)))
  if (newest !== record.hash) throw new Broken('header', 0)
  record.lines.forEach((line, index) => {
    newest = hex(sha256(fromHex(newest), bytes(line.salt), bytes(line.spelling)))
    if (line.n !== index + 1 || line.hash !== newest) throw new Broken('chain', index + 1)
  })
}

function checkDraws(record: MatchRecord, seed: Uint8Array, chances: Chances | null): number {
  // fallenAfter[n]: what fell on the line in force after entry n. A take-back returns to an earlier line.
  const fallenAfter: Outcome[][] = [[]]
  let chosen: Chose | undefined
  let checked = 0
  for (const { entry, n } of record.lines) {
    const before = fallenAfter[n - 1]!
    if (entry.type === 'taken_back') {
      fallenAfter.push(fallenAfter[entry.to] ?? [])
      continue
    }
    if (entry.type !== 'fell') {
      // Chance falls at once after the choice that lets it, so a take-back never stands between.
      if (entry.type === 'chose') chosen = entry
      fallenAfter.push(before)
      continue
    }
    const chance = chances?.(record.header, before, chosen) ?? null
    if (chance !== null) {
      const expected = draw(chance, source(seed, record.hash, before.length))
      if (canonical(expected) !== canonical(entry.outcome)) throw new Broken('draw', n)
      checked++
    }
    fallenAfter.push([...before, entry.outcome])
  }
  return checked
}

function checkShown(record: MatchRecord, shown: readonly string[]): number {
  const written = new Set([record.hash, ...record.lines.map((line) => line.hash)])
  for (const hash of shown) if (!written.has(hash)) throw new Broken('shown', 0)
  return shown.length
}
