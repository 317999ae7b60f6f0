import { expect, test } from 'vitest'
import { codeIn } from '../src/device/scan'

test('a QR leads to a table by its link, at whatever address, or by the bare code', () => {
  expect(codeIn('http://192.168.1.7:8000/t/KQRTMB')).toBe('KQRTMB')
  expect(codeIn('https://table.home/#/t/kqrtmb')).toBe('KQRTMB')
  expect(codeIn(' kqrtmb ')).toBe('KQRTMB')
})

test('whatever else a QR says is no table', () => {
  for (const text of ['', 'https://example.org/', 'https://example.org/t/', 'WIFI:S:home;P:secret;;', 'javascript:alert(1)', 'http://table.home/rules/tag', 'hello']) {
    expect(codeIn(text), text).toBe(text === 'hello' ? 'HELLO' : null)
  }
})
