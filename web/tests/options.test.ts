/** Who begins is chosen among those who sit there, by name. */
import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import OptionFields from '../src/parts/OptionFields.svelte'
import { wordsOf } from './hearing'

afterEach(cleanup)
const schema = { properties: { first: { anyOf: [{ const: 'chance' }, { type: 'integer', minimum: 0, maximum: 5 }] } } }
const names = (people: string[], first: unknown = 'chance'): string[] => {
  render(OptionFields, { schema, options: { first }, words: wordsOf('tag', 0, 'en'), people, onset: () => undefined })
  return [...screen.getByRole('combobox').querySelectorAll('option')].map((one) => one.textContent!.trim())
}

test('the list has names and ends with them', () => {
  expect(names(['Ana', 'Bo', 'Zoë']).slice(1)).toEqual(['Ana', 'Bo', 'Zoë'])
})

test('whoever was chosen and has left stays to be seen', () => {
  expect(names(['Ana', 'Bo'], 3).slice(1)).toEqual(['Ana', 'Bo', '4'])
})
