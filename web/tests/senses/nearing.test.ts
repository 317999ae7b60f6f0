/** What stands on the table and decides what one plays is heard with the question. */
import { expect, test } from 'vitest'
import { hearingOf, moments } from '../hearing'

test('whoever is asked in TAG hears how near the end is, once the deck is empty', () => {
  const moment = moments.find(({ game, asked, view }) => game === 'tag' && asked && view.phase === 'choose_card')!
  const status = (change: object, language = 'en') => {
    const { screen, hearing } = hearingOf({ ...moment, view: { ...moment.view, ...change } }, language)
    return screen.hear!(hearing).status
  }
  const far = status({ discards_to_end: null, is_stalling: false })
  expect(status({ discards_to_end: 1, is_stalling: false })).toBe(`${far} 1 more discard in a row ends the game.`)
  expect(status({ discards_to_end: 2, is_stalling: false }, 'ja')).toContain('あと2回続けて捨てると')
})
