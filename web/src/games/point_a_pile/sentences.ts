/** What the table says: the line above the piles, and what a screen reader hears of piles and players. */
import type { AnyAction, AnyEvent, GameView, Pile } from '../../protocol/games/point_a_pile'
import type { SeatShown } from '../../protocol/protocol'
import type { TaggedEvent, Words } from '../../i18n/catalogue'
import type { Heard, Hearing } from '../game'
import { cardsOf, nameOf, small, type CardOf } from './cards'
import { counted, signed } from './signed'
import type { Beat, Showing } from './showing'

export interface Table {
  view: GameView
  you: number | null
  seats: readonly SeatShown[]
  words: Words
  cardOf: CardOf
}

/** With the memory variant nobody is told: all have to know it by themselves. */
const pointsTold = (points: number | null, words: Words): string =>
  points === null ? words.part('page.points_unknown') : words.part('page.points', { shown: counted(points), points })

const told = (parts: readonly string[]): string => parts.filter(Boolean).join(' ')

export function seatLabel({ view, seats, words, cardOf }: Table, seat: number): string {
  const player = view.players[seat]!
  return words.listed([
    words.label('page.seat', { name: seats[seat]?.name ?? words.seat(seat), points: pointsTold(player.points, words), count: player.length }),
    player.last ? words.label('page.seat_last', { card: nameOf(cardOf(player.last), words) }) : '',
    view.headpointer === seat ? words.label('page.headpointer') : '',
    view.out.includes(seat) ? words.label('page.seat_out') : '',
    view.phase === 'pointing' && view.ready.includes(seat) ? words.label('page.seat_ready') : '',
    view.asked.includes(seat) ? words.label('page.seat_turn') : '',
  ])
}

/** `hands` are the seats whose hands lie on it; `worth` is what it would bring, which stands on it as a number. */
export function pileLabel({ words, cardOf }: Table, pile: Pile, reason: string | null, hands: readonly number[], worth?: number): string {
  // As they are told when they are laid, and as they will lie in a row.
  const names = pile.cards.map((card) => nameOf(cardOf(card), words))
  return words.apart([
    words.label('page.pile_told', { pile: pile.place, cards: names }),
    reason ? words.label('page.invalid', { reason }) : worth === undefined ? '' : worthTold(worth, words),
    hands.length ? words.label('page.hands_on', { seats: hands }) : '',
  ])
}

export const worthTold = (points: number, words: Words): string => words.label('page.worth', { points: signed(points) })

/** What a shy card on top of a pile asks for; long words may break on a small phone. */
export function shyNote({ words, cardOf }: Table, pile: Pile): string | null {
  const top = cardOf(pile.cards.at(-1)!)
  return top.set === 'dont_a_touchme' ? reasonNote(words, top.kind) : null
}

export const reasonNote = (words: Words, reason: string): string =>
  words.has('labels', `page.note.${reason}`) ? words.label(`page.note.${reason}`) : words.word(reason)

export function showingStatus({ words, view }: Table, showing: Showing, beat: Beat | null): string {
  if (beat === 'count') return words.label('page.hands_up')
  if (beat === 'act') return words.label(showing.throws.length ? 'page.battle' : 'page.deeds')
  if (showing.fouls.length) return putOut(showing.fouls, words)
  if (beat === 'point') return words.label('page.point')
  return words.label(view.contests.length || showing.contested.length ? 'page.settle_contested' : 'page.settle')
}

/** Why somebody is out, as a friend would say it. */
export const whyOut = (words: Words, reason: string): string =>
  words.has('labels', `page.out.${reason}`) ? words.label(`page.out.${reason}`) : words.ended(words.word(reason))

/** Each reason is told once, with all whom it put out. */
function putOut(fouls: Showing['fouls'], words: Words): string {
  const reasons = [...new Set(fouls.map(({ reason }) => reason))]
  const seatsBy = (reason: string) => fouls.filter((foul) => foul.reason === reason).map(({ seat }) => seat)
  return reasons.map((reason) => words.label('page.put_out', { seats: seatsBy(reason), why: whyOut(words, reason) })).join(' ')
}

export interface Asked {
  asked: boolean
  canPoint: boolean
  canPass: boolean
}

export const WINDOWS: readonly GameView['phase'][] = ['before_draw', 'after_layout', 'after_picks', 'after_round']

export function statusOf({ view, you, words }: Table, { asked, canPoint, canPass }: Asked): string {
  const head = view.headpointer ?? 0
  switch (view.phase) {
    case 'over':
      return view.winners ? words.label('winners', { count: view.winners.length, seats: view.winners }) : ''
    case 'layout':
    case 'split':
      return words.label(`${view.phase}.${head === you ? 'you' : 'they'}`, { seat: head })
    case 'pointing':
      if (canPoint) return words.label(asked ? 'page.point_now' : 'page.pointed')
      return view.later.includes(you ?? -1) ? words.label('page.point_later') : words.label('pointing.they', { seats: view.asked })
    case 'throw':
      return words.label(asked ? 'throw.you' : 'throw.they', { seats: view.asked })
    default:
      if (WINDOWS.includes(view.phase)) return words.label(canPass ? (asked ? 'page.window_now' : 'page.window_decided') : 'page.window_all', { window: view.phase })
      return words.label(words.has('labels', view.phase) ? view.phase : 'draw')
  }
}

/** The table for who hears it. */
export function heard({ view, you, asked, legal, seats, words, worth = {} }: Hearing<GameView, AnyAction>): Heard {
  const cardOf = cardsOf(view.options)
  const table: Table = { view, you, seats, words, cardOf }
  const offers = (type: AnyAction['type']) => legal.some((action) => action.type === type)
  const names = (cards: readonly string[]) => words.listed(cards.map((card) => nameOf(cardOf(card), words)))
  const lies = [
    view.rule ? words.label('heard.rule', { rule: cardOf(view.rule).kind }) : '',
    ...view.piles.map((pile) => words.ended(pileLabel(table, pile, view.fouls.find((foul) => foul.finger === pile.place)?.reason ?? null, [], worth[`pile:${pile.place}`]))),
    ...view.contests.map(({ seats: wanting, cards }) => words.ended(words.label('page.contest_told', { seats: wanting, cards: cards.map((card) => nameOf(cardOf(card), words)) }))),
    view.hand.length && view.piles.length === 0 ? words.label('heard.drawn', { cards: names(view.hand) }) : '',
    view.aside.length ? words.ended(words.label('page.aside', { cards: names(view.aside) })) : '',
    words.label('heard.deck', { count: view.deck_size }),
  ]
  const points = (seat: number) => words.label('heard.points', { seat, points: pointsTold(view.players[seat]!.points, words) })
  return {
    status: statusOf(table, { asked, canPoint: offers('Point'), canPass: offers('Pass') }),
    mine: you === null ? '' : told(own(table, you)),
    table: told(lies),
    score: view.players.map((_, seat) => points(seat)).join(' '),
  }
}

function own({ view, words, cardOf }: Table, you: number): string[] {
  const { row, last, length, mission, points } = view.players[you]!
  const names = (cards: readonly string[]) => words.listed(cards.map((card) => nameOf(cardOf(card), words)))
  const finger = view.fingers[you]
  const toLay = view.headpointer !== you ? [] : view.phase === 'layout' ? view.hand : view.phase === 'split' ? (view.contests[0]?.cards ?? []) : []
  return [
    toLay.length ? words.label('heard.drawn', { cards: names(toLay) }) : '',
    row?.length && points !== null ? words.label('heard.points', { seat: you, points: pointsTold(points, words) }) : '',
    row?.length ? words.label('heard.row', { cards: names(row) }) : last ? words.label('heard.buried', { count: length, card: nameOf(cardOf(last), words) }) : words.label('heard.no_row'),
    mission ? words.label('heard.mission', { mission }) : '',
    finger === null || finger === undefined ? '' : words.label('heard.finger', { what: small(finger === 0 ? words.label('empty') : words.label('pick', { pile: finger })) }),
  ]
}

/** With the memory variant, what names cards is told once; then all have to know it by themselves. The server says the same. */
const NAMES_CARDS: readonly string[] = [
  'CardDrawn', 'PileLies', 'PileScored', 'PileSetAside', 'AsideScored', 'RoundRedone', 'ActionTriggered',
  'CardGiven', 'CardStolen', 'CardsSwitched', 'CardMovedToEnd',
]
export const isToRemember = (event: TaggedEvent, view: GameView): boolean => view.options.memory && view.phase !== 'over' && NAMES_CARDS.includes(event.type)

/** Nothing is told twice: one's own piles were told card by card as they were laid, what is discarded when it was set aside.
 * With a new round comes how all stand, which is otherwise only drawn. */
export function tellEvent(told: TaggedEvent, view: GameView | null, words: Words, before: () => readonly TaggedEvent[]): string | null {
  const event = told as unknown as AnyEvent
  switch (event.type) {
    case 'PileLies': {
      const laid = before().findLast(({ type }) => type === 'PilesLaid' || type === 'PileSplit')
      return laid !== undefined && laid.seat === words.listener ? words.label('heard.own_pile', { pile: event.pile, count: event.cards.length }) : null
    }
    case 'AsideDiscarded':
      return words.label('heard.discarded', { count: event.cards.length })
    case 'HeadpointerPassed': {
      const points = view?.players.map((player) => player.points) ?? []
      const isKnown = event.round !== null && points.some((each) => each !== null)
      return isKnown ? `${words.event(told)} ${words.label('heard.points_now', { points })}` : null
    }
    default:
      return null
  }
}

/** A round of the log; where a match ends as the Headpointer passes on, none begins. */
export function chapter(event: TaggedEvent, words: Words): { of: string; title: string } | null {
  if (event.type !== 'HeadpointerNamed' && event.type !== 'HeadpointerPassed') return null
  const round = event.type === 'HeadpointerPassed' ? (event.round as number | null) : 1
  if (round === null) return null
  return { of: `round ${round}`, title: words.label('log.round', { round, seat: event.seat }) }
}
