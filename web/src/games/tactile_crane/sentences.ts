/** The table of Tactile Crane in words. In the dark no digit is said: who has closed eyes counts by feeling. */
import type { AnyEvent, Bet, GameView } from '../../protocol/games/tactile_crane'
import type { TaggedEvent, Words } from '../../i18n/catalogue'
import type { Heard, Hearing, Mode } from '../game'
import { comparedWith } from './feeling'
import { ears } from './voices.svelte'

export const isGrabbing = (view: GameView): boolean => ['gain', 'grab', 'slip', 'feel', 'look'].includes(view.phase)

/** This seat plays with closed eyes now. */
export const isInTheDark = (view: GameView, you: number | null): boolean => you !== null && view.challenger === you && (view.phase === 'bets' || isGrabbing(view))

export const countWord = (count: number, words: Words): string => words.part(`count.${Math.min(count, 20)}`)

export function statusOf(view: GameView, you: number | null, mode: Mode, words: Words): string {
  const seat = view.challenger
  if (view.phase === 'over') return view.winners === null ? '' : words.label('winners', { count: view.winners.length, seats: view.winners })
  if (seat === null) return words.label(view.phase)
  if (view.phase === 'bets' && you !== null && view.players[you]!.bet != null) return words.label('page.bet_placed')
  if (isGrabbing(view) && mode !== 'play') return words.label('page.grab_status.watch', { seat })
  const code = isGrabbing(view) ? 'page.grab_status' : view.phase
  if (code === 'flip') return words.label('flip')
  return words.label(`${code}.${seat === you ? 'you' : 'they'}`, { seat })
}

/** What there is to do in the dark. */
export function darkStatus(view: GameView, canGrab: boolean, words: Words): string {
  if (view.phase !== 'grab') return words.label('page.dark_bets')
  if (!canGrab) return words.label('page.dark_last')
  return words.label(view.is_holding ? 'page.dark_holding' : 'page.dark_empty')
}

/** The bundle from the side, as far as this viewer sees it. */
export function sideTold(view: GameView, words: Words): string {
  const look = view.is_holding ? (view.looks.at(-1) ?? null) : null
  if (!view.is_holding) return words.label('page.side_empty')
  if (look === null) return words.label('page.side_hidden')
  return words.label(`looks.${comparedWith(view.face!.number, look)}`, { number: view.face!.number })
}

const betsTold = (bets: readonly (Bet | null)[], words: Words): string =>
  words.label('heard.bets', { bets: bets.flatMap((bet, seat) => (bet === null ? [] : [words.part('heard.bet_of', { seat, bet })])) })

/** The table for who hears it. */
export function heard({ view, you, legal, words }: Hearing<GameView>): Heard {
  const calls = view.calls.map((call) => (call.words === null ? words.label('page.spoken_call', { seat: call.seat, call: call.call }) : words.label('page.spoken_words', { seat: call.seat, words: call.words })))
  if (isInTheDark(view, you)) {
    const { number, finger } = view.face!
    return {
      status: darkStatus(view, legal.some((action) => action.type === 'Grab'), words),
      mine: view.options.patience
        ? words.label('heard.dark_mine', { number: countWord(number, words), finger, count: countWord(view.options.patience - view.spent, words) })
        : words.label('heard.dark_mine_without_limit', { number: countWord(number, words), finger }),
      table: words.label('heard.dark_table', { calls: calls.length ? words.label('heard.calls', { calls: calls.slice(-3).join(' ') }) : words.label('heard.no_calls') }),
      score: words.label('heard.dark_score'),
    }
  }
  const me = you === null ? null : view.players[you]!
  const bets = view.players.map((player) => player.bet)
  const [left, right] = view.jackpots
  const table = [
    view.face ? words.label('heard.face', { ...view.face }) : '',
    isGrabbing(view) ? sideTold(view, words) : '',
    bets.some((bet, seat) => bet !== null && seat !== you) ? betsTold(bets, words) : '',
    right === undefined ? words.label('heard.jackpot', { left }) : words.label('heard.jackpots', { left, right }),
    words.label('heard.deck', { count: view.deck }),
  ]
  const isBetting = view.phase === 'bets' && me !== null && me.bet === null
  return {
    status: isBetting ? words.label('heard.bet_now', { number: view.face!.number }) : statusOf(view, you, you === null ? 'watch' : 'play', words),
    mine: me ? [words.ended(words.label('page.own', { cards: me.cards })), me.bet === null ? '' : words.label('heard.bet', { bet: me.bet })].filter(Boolean).join(' ') : '',
    table: table.filter(Boolean).join(' '),
    score: view.players.map((player, seat) => words.label('heard.cards', { seat, cards: player.cards })).join(' '),
  }
}

/** What is felt and seen is told beside the number on the card; bets are told with their names, once to each. */
export function tellEvent(told: TaggedEvent, view: GameView | null, words: Words, before: () => readonly TaggedEvent[]): string | null {
  const event = told as unknown as AnyEvent
  const number = view?.face?.number ?? null
  switch (event.type) {
    case 'BundleFelt':
      return number === null ? null : words.label(`felt.${comparedWith(number, event.feel)}`)
    case 'BundleSeen':
      return number === null ? null : words.label(`looks.${comparedWith(number, event.look)}`, { number })
    case 'CallMade':
      return event.seat === words.listener ? null : words.label('page.spoken_call', { ...event })
    case 'WordsCalled':
      return event.seat === words.listener ? null : words.label('page.spoken_words', { ...event })
    case 'BetsOpened':
      return event.bets.some((bet, seat) => bet !== null && seat !== words.listener) ? `${words.event(told)} ${betsTold(event.bets, words)}` : words.event(told)
    case 'BetsRevealed': {
      const happened = before()
      const turn = happened.findLastIndex(({ type }) => type === 'CardFlipped')
      const isKnown = happened.slice(turn + 1).some(({ type }) => type === 'BetsOpened')
      return isKnown ? words.label('heard.bets_shown', { seat: happened[turn]!.seat }) : betsTold(event.bets, words)
    }
    default:
      return null
  }
}

/** Calls have the voice of who calls, unless this device has muted them. */
export function voiceOf(told: TaggedEvent, table: string): number | 'muted' | null {
  const event = told as unknown as AnyEvent
  if (event.type !== 'CallMade' && event.type !== 'WordsCalled') return null
  const call = { seat: event.seat, words: event.type === 'WordsCalled' ? event.words : null }
  return ears.hears(table, call) ? event.seat : 'muted'
}

/** A turn of the log. */
export const chapter = (event: TaggedEvent, words: Words): { of: string; title: string } | null =>
  event.type === 'CardFlipped' ? { of: `turn of ${event.seat}`, title: words.label(`log.turn.${event.seat === words.listener ? 'you' : 'they'}`, { seat: event.seat, number: event.number }) } : null
