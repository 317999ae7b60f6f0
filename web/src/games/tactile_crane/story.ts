/** How a turn ended, put together from its events, to be told card by card. */
import type { AnyEvent, Bet, GameView, Result } from '../../protocol/games/tactile_crane'

export interface Counted {
  type: 'counted'
  seat: number
  number: number
  held: number
  result: Result
  bets: readonly (Bet | null)[]
  /** Who got what, and what else happened before the next card was flipped. */
  paid: readonly AnyEvent[]
}
export interface WithoutOutcome {
  type: 'without_outcome'
  seat: number
  hasPeeked: boolean
  paid: readonly AnyEvent[]
}
export type Story = Counted | WithoutOutcome

const PAID: ReadonlySet<AnyEvent['type']> = new Set([
  'GrabTaken',
  'JackpotTaken',
  'LeftoversAdded',
  'CardsReturned',
  'BetPaid',
  'JackpotShared',
  'BetAchieved',
  'JackpotRefilled',
  'CardsTraded',
  'ExtraTurnsBegan',
  'DeckRanOut',
  'TurnLimitReached',
])

/** The story with what has just happened; null: there is none to tell. */
export function storyAfter(story: Story | null, happened: readonly AnyEvent[]): Story | null {
  for (const event of happened) {
    if (event.type === 'CardsCounted') {
      const { seat, number, held, result } = event
      story = { type: 'counted', seat, number, held, result, bets: [], paid: [] }
    } else if (event.type === 'TurnEndedWithoutOutcome') {
      const hasPeeked = happened.some((other) => other.type === 'EyesOpened')
      story = { type: 'without_outcome', seat: event.seat, hasPeeked, paid: [] }
    } else if (story?.type === 'counted' && event.type === 'BetsRevealed') story = { ...story, bets: event.bets }
    else if (story !== null && PAID.has(event.type)) story = { ...story, paid: [...story.paid, event] }
  }
  return story
}

/** In cards: what the grabs of the newest turn that was counted had felt like, as their challenger was told. */
export function feltBefore(heard: readonly AnyEvent[], seat: number): number[] {
  const counted = heard.findLastIndex((event) => event.type === 'CardsCounted' && event.seat === seat)
  const begun = heard.findLastIndex((event, index) => index < counted && event.type === 'EyesClosed' && event.seat === seat)
  return begun < 0 ? [] : heard.slice(begun, counted).flatMap((event) => (event.type === 'BundleFelt' ? [Math.round(event.feel / 1000)] : []))
}

/** Cards that came to each seat, by what was paid so far. */
export function gainsOf(paid: readonly AnyEvent[]): ReadonlyMap<number, number> {
  const gains = new Map<number, number>()
  for (const event of paid) {
    if (event.type !== 'GrabTaken' && event.type !== 'JackpotTaken' && event.type !== 'BetPaid' && event.type !== 'JackpotShared') continue
    gains.set(event.seat, (gains.get(event.seat) ?? 0) + event.cards)
  }
  return gains
}

/** Whose bets came true, as the server told it: a right bet is paid, or set aside where two play. */
export function rightOf(paid: readonly AnyEvent[]): ReadonlySet<number> {
  return new Set(paid.flatMap((event) => (event.type === 'BetPaid' || event.type === 'JackpotShared' || event.type === 'BetAchieved' ? [event.seat] : [])))
}

/** What lies counted on the table while a jackpot is chosen: as it was heard, else as it is seen. */
export function storyOnTable(view: GameView, heard: readonly AnyEvent[] = []): Story | null {
  if (view.phase !== 'jackpot' || view.counted === null || view.challenger === null || view.face === null) return null
  const counted = heard.findLastIndex((event) => event.type === 'CardsCounted')
  if (counted >= 0) return storyAfter(null, heard.slice(counted))
  const { number } = view.face
  const result = view.counted === number ? 'exact' : view.counted < number ? 'low' : 'high'
  return { type: 'counted', seat: view.challenger, number, held: view.counted, result, bets: view.players.map((player) => player.bet), paid: [] }
}

/** The turns played at each table when this device last told how one ended. */
export const toldTurns = new Map<string, number>()

const USUAL = 190
const CLOSE = 520
const BEYOND = 130
/** Beyond any doubt cards are laid by the handful. */
const FAR_BEYOND = 30

/** The pause before each card is laid, in milliseconds: slow around the number, so that nobody can tell the end before. */
export function pausesOf(number: number, held: number): number[] {
  return Array.from({ length: held }, (_, laid) => {
    const card = laid + 1
    if (card > number + 12) return FAR_BEYOND
    if (card > number + 2) return BEYOND
    return card >= number - 1 ? CLOSE : Math.max(110, USUAL - card * 4)
  })
}

/** In a row, at most; on the screen in the room, which is wide, more. */
const BESIDE = 8
export const BESIDE_IN_ROOM = 12
/** Beyond the number. */
const SPARE = 4

/** How many places the counted cards have, and how many of them lie beside one another: by the number alone. */
export function roomFor(number: number, beside = BESIDE): { places: number; columns: number } {
  return { places: number + SPARE, columns: Math.ceil(number / Math.ceil(number / beside)) }
}
