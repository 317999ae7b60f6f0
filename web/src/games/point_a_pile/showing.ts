/**
 * How a pointing and what was triggered are shown: beat by beat, on the table as it was before. The events of one batch
 * tell it all; the new view is shown when the last beat is over.
 */
import type { AnyEvent, GameView, Hand, Pile } from '../../protocol/games/point_a_pile'

export type Beat = 'count' | 'point' | 'act' | 'settle'

/** An action card that was triggered, and the events that say what it did. */
export interface Deed {
  seat: number
  card: string
  did: readonly AnyEvent[]
}

export interface Showing {
  /** The table as it was. */
  view: GameView
  /** The piles as actions leave them. */
  piles: readonly Pile[]
  /** By seat: the pile, 0 for empty space, null for no finger. */
  fingers: readonly (number | null)[]
  /** Whose fingers come down now; those of others may lie there already. */
  pointed: readonly number[]
  /** Who broke which card, and why. */
  fouls: readonly { seat: number; reason: string; card: string }[]
  deeds: readonly Deed[]
  throws: readonly { seat: number; hand: Hand }[]
  /** What the throws came to. */
  decided: readonly AnyEvent[]
  /** By pile: who takes it home. */
  scored: ReadonlyMap<number, number>
  /** Piles that wait for their split. */
  contested: readonly number[]
  /** Who takes what lay aside. */
  asideTo: number | null
  /** Cards that come from the deck afterwards. */
  drawn: readonly AnyEvent[]
  beats: readonly { beat: Beat; lasts: number }[]
}

const COUNT = 1350
const SHORT_COUNT = 500
const POINT = 1150
const ACT = 1700
const EACH_MORE_ACT = 900
const SETTLE = 850

const DID: readonly AnyEvent['type'][] = [
  'ActionsStopped', 'BattleBegan', 'CardDiscarded', 'CardGiven', 'CardMovedToEnd', 'CardStolen', 'CardsSwitched', 'ColourStopped',
  'DrawGrew', 'FingerMoved', 'HeadpointerTaken', 'PileWon', 'PilesMerged', 'PilesSwapped',
]

export function showingOf(view: GameView, after: GameView, happened: readonly AnyEvent[], moves: boolean): Showing | null {
  // What comes after the next draw belongs to another round.
  const draw = happened.findIndex((event) => event.type === 'CardDrawn')
  const events = draw < 0 ? happened : happened.slice(0, draw)
  const fingers: (number | null)[] = view.players.map((_, seat) => view.fingers[seat] ?? null)
  const pointed: number[] = []
  const fouls: Showing['fouls'][number][] = []
  const scored = new Map<number, number>()
  let isSettling = false
  let asideTo: number | null = null
  for (const event of events) {
    switch (event.type) {
      case 'PileShown':
      case 'EmptySpaceShown':
      case 'NoFingerShown':
        fingers[event.seat] = event.type === 'PileShown' ? event.pile : event.type === 'EmptySpaceShown' ? 0 : null
        pointed.push(event.seat)
        break
      case 'FingerMoved':
        fingers[event.seat] = event.pile ?? 0
        break
      case 'PutOut':
        fouls.push({ seat: event.seat, reason: event.reason, card: event.card })
        break
      case 'PileScored':
        scored.set(event.pile, event.seat)
        isSettling = true
        break
      case 'PileSetAside':
      case 'AsideDiscarded':
        isSettling = true
        break
      case 'AsideScored':
        asideTo = event.seat
        isSettling = true
        break
    }
  }
  const deeds = deedsIn(events)
  const throws = events.flatMap((event) => (event.type === 'ThrowShown' ? [{ seat: event.seat, hand: event.hand }] : []))
  const isDeed = (event: AnyEvent) => event.type === 'ActionTriggered'
  const ofBattle = throws.length ? events.slice(0, events.some(isDeed) ? events.findIndex(isDeed) : undefined) : []
  const decided = ofBattle.filter((event) => event.type === 'BattleGoesOn' || event.type === 'PileWon')
  const beats: Showing['beats'][number][] = []
  if (view.piles.length && pointed.length && moves) beats.push({ beat: 'count', lasts: isFirst(view) ? COUNT : SHORT_COUNT })
  if (view.piles.length && pointed.length) beats.push({ beat: 'point', lasts: POINT })
  if (deeds.length || throws.length) beats.push({ beat: 'act', lasts: ACT + EACH_MORE_ACT * Math.max(0, deeds.length - 1) })
  if (view.piles.length && isSettling) beats.push({ beat: 'settle', lasts: SETTLE })
  if (beats.length === 0) return null
  const piles = pilesAfter(view.piles, events)
  const waiting = new Set(after.contests.map((contest) => contest.cards.join()))
  const contested = piles.filter((pile) => waiting.has(pile.cards.join())).map((pile) => pile.place)
  return { view, piles, fingers, pointed, fouls, deeds, throws, decided, scored, contested, asideTo, drawn: draw < 0 ? [] : happened.slice(draw), beats }
}

/** The first pointing of a round has the long count. */
export const isFirst = (view: GameView): boolean => view.pointers.length === view.players.length

function deedsIn(events: readonly AnyEvent[]): Deed[] {
  const deeds: { seat: number; card: string; did: AnyEvent[] }[] = []
  for (const event of events) {
    if (event.type === 'ActionTriggered') deeds.push({ seat: event.seat, card: event.card, did: [] })
    else if (DID.includes(event.type)) deeds.at(-1)?.did.push(event)
  }
  return deeds
}

function pilesAfter(piles: readonly Pile[], events: readonly AnyEvent[]): readonly Pile[] {
  const cardsAt = (place: number) => piles.find((pile) => pile.place === place)?.cards ?? []
  for (const event of events) {
    if (event.type !== 'PilesSwapped') continue
    const [one, other] = [cardsAt(event.pile), cardsAt(event.other)]
    piles = piles.map((pile) => (pile.place === event.pile ? { ...pile, cards: other } : pile.place === event.other ? { ...pile, cards: one } : pile))
  }
  return piles
}
