/** At every phase of every game the table answers: whose turn, what may I do, what is mine, what is it worth. */
import { describe, expect, test } from 'vitest'
import { hearingOf, moments, screenOf } from './hearing'

test('every game is there, asked and waiting, from the first choice to the end', () => {
  expect(new Set(moments.map(({ game }) => game)).size).toBe(4)
  for (const game of new Set(moments.map((moment) => moment.game))) {
    const phases = new Set(moments.filter((moment) => moment.game === game).map(({ view }) => view.phase))
    expect(phases.size, game).toBeGreaterThan(3)
    expect(phases).toContain('over')
  }
})

describe.each(['en', 'ja'])('in %s', (language) => {
  test.each(moments.map((moment) => ({ moment, name: `${moment.game} ${moment.view.phase} ${moment.you === null ? 'looking on' : moment.asked ? 'asked' : 'waiting'}` })))('$name', ({ moment }) => {
    const { screen, hearing } = hearingOf(moment, language)
    const heard = screen.hear!(hearing)
    const isOver = moment.view.phase === 'over'
    expect(heard.status, 'whose turn, and what to do').toMatch(/\S/)
    expect(heard.table, 'what lies there').toMatch(/\S/)
    expect(heard.score, 'what it is worth').toMatch(/\S/)
    if (moment.you !== null && !isOver) expect(heard.mine, 'what is mine').toMatch(/\S/)
    const all = Object.values(heard).join(' ')
    expect(all).not.toMatch(/undefined|NaN|\{\w|\[object/)
    for (const seat of moment.view.players.keys()) {
      const told = screen.about!(`seat:${seat}`, hearing)
      // In the dark there is nothing to look at.
      if (told) expect(told.text.join(' ')).toMatch(/\S/)
    }
  })
})

describe('a phone that is passed on', () => {
  const hides = (game: string, view: unknown): boolean => screenOf(game).hides?.(view) ?? true

  test.each([
    ['cant_touch_this', {}, ['choose_side', 'bid', 'clip'], []],
    ['point_a_pile', { memory: false, complete_a_mission: false }, ['layout', 'split'], ['pointing', 'after_picks', 'throw']],
    ['tactile_crane', {}, ['eyes', 'jackpot'], ['bets', 'grab']],
    ['tag', {}, [], ['choose_card', 'answer']],
  ])('has a curtain in %s where something is a player’s own, and nowhere else', (game, options, open, hidden) => {
    for (const phase of open) expect(hides(game, { phase, options }), phase).toBe(false)
    for (const phase of hidden) expect(hides(game, { phase, options }), phase).toBe(true)
  })
  test('has one all the time where something is to be remembered, or a mission is kept', () => {
    expect(hides('point_a_pile', { phase: 'layout', options: { memory: true, complete_a_mission: false } })).toBe(true)
    expect(hides('point_a_pile', { phase: 'layout', options: { memory: false, complete_a_mission: true } })).toBe(true)
  })
})
