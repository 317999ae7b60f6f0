import { expect, test } from 'vitest'
import { completed } from '../building'

test('a language has the English sentence where it lacks one', () => {
  const english = { labels: { back: 'Back', close: 'Close' }, words: { you: 'you' } }
  expect(completed({ labels: { back: '戻る' } }, english)).toEqual({ labels: { back: '戻る', close: 'Close' }, words: { you: 'you' } })
})
