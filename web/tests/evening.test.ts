import { expect, test } from 'vitest'
import { sharesShown } from '../src/screens/table/evening'

test.each([
  ['0', '0'],
  ['2', '2'],
  ['1/2', '½'],
  ['3/2', '1½'],
  ['7/3', '2⅓'],
  ['9/7', '1.29'],
])('%s won is written %s', (shares, written) => {
  expect(sharesShown(shares)).toBe(written)
})
