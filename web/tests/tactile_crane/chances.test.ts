// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chances } from '../../src/games/tactile_crane/chances'
import { checkRecord, parseRecord } from '../../src/proof/verify'

test('a match of Tactile Crane made by the Python side holds, with every draw of a hand computed again', () => {
  const record = parseRecord(readFileSync('tests/fixtures/tactile_crane.jsonl', 'utf8'))
  const found = checkRecord(record, chances)
  const flips = record.lines.filter((line) => line.entry.type === 'chose' && ['Lift', 'ChooseJackpot'].includes(line.entry.action.type)).length
  expect(found.proof).toBe('proven')
  expect(found.drawsChecked).toBeGreaterThan(60)
  // The first challenger, the first card, and all gains, slips, feelings and looks; later cards are for the rules.
  expect(found.draws - found.drawsChecked).toBeLessThanOrEqual(flips)
})

test('a draw that does not follow from the seed is found', () => {
  const record = parseRecord(readFileSync('tests/fixtures/tactile_crane.jsonl', 'utf8'))
  const wrong: typeof chances = (header, fallen, chosen) => (chosen?.action.type === 'Grab' ? { type: 'Uniform', below: 65_535 } : chances(header, fallen, chosen))
  expect(() => checkRecord(record, wrong)).toThrow('draw')
})
