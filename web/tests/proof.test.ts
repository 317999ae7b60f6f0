// @vitest-environment node
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chances } from '../src/games/tag/chances'
import { canonical } from '../src/proof/canonical'
import { salt, source } from '../src/proof/deal'
import { bytes, fromHex, hex, hmacSha256, sha256 } from '../src/proof/sha256'
import EN from '../src/words/en.json'
import { Broken, checkRecord, parseRecord, type MatchRecord, type RecordEntry } from '../src/proof/verify'

const FILE = readFileSync('tests/fixtures/tag.jsonl', 'utf8')

describe('SHA-256', () => {
  test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('of %i bytes is what Node computes', (length) => {
    const data = Uint8Array.from({ length }, (_, i) => (i * 37) % 256)
    expect(hex(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'))
    expect(hex(hmacSha256(data, bytes('message')))).toBe(createHmac('sha256', data).update('message').digest('hex'))
  })
})

test('a number that would favour small results is drawn again', () => {
  // With a bound just over half of 2^64 about half of the numbers are thrown away: each draw is the first of the documented
  // stream that is smaller than the bound; tests/match/test_dealer.py has the same.
  const [bound, seed, header] = [2 ** 63 + 2048, Uint8Array.from({ length: 32 }, (_, place) => place), 'ab'.repeat(32)]
  const inEight = (number: number): Buffer => Buffer.from(number.toString(16).padStart(16, '0'), 'hex')
  let thrownAway = 0
  for (let k = 0; k < 50; k++) {
    const blocks = Array.from({ length: 20 }, (_, block) => createHmac('sha256', seed).update('draw').update(header, 'hex').update(inEight(k)).update(inEight(block)).digest())
    const numbers = blocks.flatMap((block) => [0, 8, 16, 24].map((at) => block.readBigUInt64BE(at)))
    const expected = numbers.findIndex((number) => number < BigInt(bound))
    thrownAway += expected
    expect(source(seed, header, k)(bound)).toBe(Number(numbers[expected]))
  }
  expect(thrownAway).toBeGreaterThan(25)
})

describe('a record made by the Python side', () => {
  test('holds: chain, commitment, salts and every draw', () => {
    const record = parseRecord(FILE)
    const found = checkRecord(record, chances)
    expect(found.proof).toBe('proven')
    expect(found.entries).toBeGreaterThan(50)
    expect(found.draws).toBeGreaterThan(30)
    expect(found.drawsChecked).toBe(found.draws)
    expect(record.lines.some((line) => line.entry.type === 'taken_back')).toBe(true)
  })

  test.each([
    ['proven', 'given', (record: MatchRecord) => record],
    ['not closed', 'not_closed', (record: MatchRecord) => ({ ...record, lines: record.lines.slice(0, -1) })],
    ['of a plain deal', 'plain', (record: MatchRecord) => ({ ...record, header: { ...record.header, deal: { type: 'plain' as const, seed: 1 } } })],
  ])('says of a start that was given, not dealt, also where it is %s', (_how, proof, made) => {
    const dealt = made(parseRecord(FILE))
    expect(checkRecord(headed(dealt)).isStartGiven).toBe(false)
    const given = headed({ ...dealt, header: { ...dealt.header, format: 2, start: {} } })
    expect(checkRecord(given)).toMatchObject({ proof, isStartGiven: true })
    expect(EN.labels).toMatchObject({ 'proof.start_given': expect.any(String), [`proof.${proof}`]: expect.any(String) })
  })

  test('holds with the hashes a device was shown, and not with others', () => {
    const record = parseRecord(FILE)
    const hashes = [record.hash, record.lines[20]!.hash]
    expect(checkRecord(record, chances, { hashes }).hashesChecked).toBe(2)
    expect(brokenBy(() => checkRecord(record, chances, { hashes: ['00'.repeat(32)] }))).toEqual(['shown', 0])
  })

  test('does not hold against another commitment than the one shown', () => {
    expect(brokenBy(() => checkRecord(parseRecord(FILE), chances, { commitment: 'ab' }))).toEqual(['promised', 0])
  })

  test('breaks where an entry was changed', () => {
    const record = parseRecord(FILE)
    const line = record.lines[30]!
    line.spelling = line.spelling.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))
    expect(brokenBy(() => checkRecord(record, chances))).toEqual(['chain', 31])
  })

  test('breaks where a draw does not follow from the seed, though the chain was made to fit', () => {
    const record = parseRecord(FILE)
    const place = record.lines.findIndex((line) => line.entry.type === 'fell' && line.n > 20)
    const entry = record.lines[place]!.entry as Extract<RecordEntry, { type: 'fell' }>
    entry.outcome = ((entry.outcome as number) + 1) % 6
    expect(brokenBy(() => checkRecord(mended(record), chances))).toEqual(['draw', place + 1])
  })

  test('breaks at the end if another seed is shown than was promised, though salts and chain were made to fit it', () => {
    const record = parseRecord(FILE)
    const seed = 'ab'.repeat(32)
    for (const line of record.lines) {
      line.salt = salt(fromHex(seed), record.hash, line.n)
      if (line.entry.type === 'closed') line.entry.seed = seed
    }
    // Without the chances of the game no draw could tell.
    expect(brokenBy(() => checkRecord(mended(record), null))).toEqual(['commitment', record.lines.length])
  })

  test('breaks where a salt does not follow from the seed: it could hide that the hash shown was of another entry', () => {
    const record = parseRecord(FILE)
    record.lines[30]!.salt = record.lines[29]!.salt
    expect(brokenBy(() => checkRecord(mended(record), chances))).toEqual(['salt', 31])
  })

  const ORIGIN = { record: '0'.repeat(64), entry: 1, seat: null, is_dealt_anew: false }

  test.each([
    ['one of a format to come', { format: 3 }],
    ['a fork in format 1', { format: 1, start: {} }],
    ['a fork without its start', { origin: ORIGIN }],
  ])('is refused as %s, though its hashes were made to fit', (_how, changes) => {
    const record = parseRecord(FILE)
    expect(brokenBy(() => checkRecord(headed({ ...record, header: { ...record.header, ...changes } })))).toEqual(['unreadable', 0])
  })

  test.each<[string, number, RecordEntry]>([
    ['a hint', 1, { type: 'hinted', seat: 0, bot: 'hard' }],
    ['somebody replaced', 1, { type: 'replaced', seat: 0, player: { name: 'Bo', bot: null } }],
    ['a second end', 2, { type: 'closed', seed: 'ab'.repeat(32) }],
  ])('is refused where %s cannot be, in format %i', (_what, format, entry) => {
    const record = parseRecord(FILE)
    const header = { ...record.header, format }
    expect(checkRecord(headed({ ...record, header })).proof).toBe('proven')
    record.lines.splice(30, 0, { ...record.lines[30]!, entry })
    record.lines.forEach((line, index) => (line.n = index + 1))
    const at = entry.type === 'closed' ? 32 : 31
    expect(brokenBy(() => checkRecord(headed({ ...record, header })))).toEqual(['unreadable', at])
  })

  test.each([
    ['cut off', FILE.slice(0, -1)],
    ['spelled otherwise', FILE.replace(',', ', ')],
  ])('is refused when %s', (_how, text) => {
    expect(brokenBy(() => parseRecord(text))[0]).toBe('unreadable')
  })
})

/** With the hash of its header, and all that follows from that and from the seed. */
function headed(record: MatchRecord): MatchRecord {
  const headerSpelling = canonical(record.header)
  const hash = hex(sha256(bytes('touchwood record\n'), bytes(headerSpelling)))
  const last = parseRecord(FILE).lines.at(-1)!.entry as Extract<RecordEntry, { type: 'closed' }>
  const lines = record.lines.map((line) => ({ ...line, salt: salt(fromHex(last.seed), hash, line.n) }))
  return mended({ ...record, hash, headerSpelling, lines })
}

/** Hashes alone can be computed again by anybody. */
function mended(record: MatchRecord): MatchRecord {
  let newest = record.hash
  for (const line of record.lines) {
    line.spelling = canonical(line.entry)
    newest = line.hash = hex(sha256(fromHex(newest), bytes(line.salt), bytes(line.spelling)))
  }
  return record
}

function brokenBy(check: () => unknown): unknown[] {
  try {
    check()
  } catch (error) {
    if (error instanceof Broken) return [error.code, error.entry]
    throw error
  }
  return ['holds']
}
