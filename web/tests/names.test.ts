import { afterEach, expect, test, vi } from 'vitest'
import { fittingName } from '../src/device/names'

afterEach(() => vi.unstubAllGlobals())

const FAMILY = '👨‍👩‍👧‍👦' // seven code points, eleven units of UTF-16

test('a name is cut between signs, never inside an emoji', () => {
  expect(fittingName('Ana')).toBe('Ana')
  expect(fittingName('x'.repeat(30))).toBe('x'.repeat(20))
  expect(fittingName(FAMILY.repeat(3))).toBe(FAMILY.repeat(2))
  expect(fittingName('x'.repeat(19) + FAMILY)).toBe('x'.repeat(19))
})

test('signs outside the first plane count as one, as on the server', () => {
  expect(fittingName('🂡'.repeat(25))).toBe('🂡'.repeat(20))
})

test('a browser that cannot tell signs apart cuts between code points', () => {
  vi.stubGlobal('Intl', {})
  expect(fittingName('🂡'.repeat(25))).toBe('🂡'.repeat(20))
})
