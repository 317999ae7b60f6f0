/** The rules as they are looked up: by options, by moment, by the rule that said no, by a word. */
import { expect, test } from 'vitest'
import type { RulesText } from '../src/games/game'
import outline from '../src/games/tag/rules/outline.json'
import english from '../src/games/tag/rules/en.json'
import { foundIn, rulesUnder, searched, sectionOfMoment, sectionOfRule } from '../src/screens/rules-reading'

const rules = english as RulesText
const told = (options: Record<string, unknown>) => rulesUnder(rules, options).flatMap(({ text }) => text).join(' ')

test('texts follow the options that are chosen', () => {
  expect(told({ gool_chain: true })).toContain('may answer with a Gool again')
  expect(told({ gool_chain: false })).not.toContain('may answer with a Gool again')
  expect(told({ gool_chain: false })).toContain('the first Gool settles it')
  expect(told({ stall_after: 3 })).toContain('for 3 rounds')
  expect(told({ stall_after: 0 })).toContain('400th turn')
  expect(told({ stall_after: 0 })).not.toContain('cards come from the deck only')
})

test('a section on what is not played is left out at a table, and stays in the book', () => {
  const book: RulesText = { title: '', sections: [{ id: 'a', title: 'A', text: ['a'] }, { id: 'b', title: 'B', text: ['b'], when: { memory: true } }] }
  expect(rulesUnder(book, { memory: false }).map(({ id }) => id)).toEqual(['a'])
  expect(rulesUnder(book, { memory: false }, { isWhole: true }).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a rule leads to the section that names it most closely', () => {
  expect(sectionOfRule(outline, '5.10')).toBe('gool')
  expect(sectionOfRule(outline, '2.3')).toBe('turn')
  expect(sectionOfRule(outline, '2.7')).toBe('end')
  expect(sectionOfRule(outline, '4.2')).toBe('letters')
  expect(sectionOfRule(outline, '99')).toBeNull()
  expect(sectionOfMoment(outline, 'answer')).toBe('gool')
})

test('a search finds all its words, whatever their case, and marks them', () => {
  const sections = rulesUnder(rules, {})
  expect(searched(sections, 'FREEZE').map(({ id }) => id)).toContain('freeze')
  expect(searched(sections, 'deck empty').map(({ id }) => id)).toEqual(['end'])
  expect(searched(sections, 'paperclip')).toEqual([])
  expect(searched(sections, '')).toHaveLength(sections.length)
  expect(foundIn('The deck is empty (again).', 'DECK (')).toEqual(['The ', 'deck', ' is empty ', '(', 'again).'])
})
