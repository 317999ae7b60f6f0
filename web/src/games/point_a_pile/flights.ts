/** What flies: cards from the deck, all hands at once, piles to whom they go. Places are those of before. */
import { fly, spot, type Spots } from '../../motion/flight'
import type { AnyEvent } from '../../protocol/games/point_a_pile'
import type { Showing } from './showing'

/** Many cards are drawn; each waits only a little for the one before. */
const BETWEEN_CARDS = 0.3

export function flyDrawn(root: ParentNode, before: Spots, happened: readonly AnyEvent[]): void {
  const drawn = happened.filter((event) => event.type === 'CardDrawn')
  drawn.forEach(({ card }, order) => fly({ from: before.get('deck'), to: spot(root, `card:${card}`), order: order * BETWEEN_CARDS }))
}

/** Into their piles, bottom to top, in the order of the piles. */
export function flyLaid(root: ParentNode, before: Spots, happened: readonly AnyEvent[]): void {
  const cards = happened.flatMap((event) => (event.type === 'PileLies' ? event.cards : [])).filter((card) => before.has(`card:${card}`))
  cards.forEach((card, order) => fly({ from: before.get(`card:${card}`), to: spot(root, `card:${card}`), order: order * BETWEEN_CARDS }))
}

export function flyHands(root: ParentNode, before: Spots, { pointed }: Showing): void {
  for (const seat of pointed) fly({ from: before.get(`hover:${seat}`), to: spot(root, `finger:${seat}`), order: 0 })
}

/** Fingers that move and piles that change places. */
export function flyActed(root: ParentNode, before: Spots, { deeds }: Showing): void {
  for (const event of deeds.flatMap(({ did }) => did)) {
    if (event.type === 'FingerMoved') fly({ from: before.get(`finger:${event.seat}`), to: spot(root, `finger:${event.seat}`), order: 0 })
    if (event.type !== 'PilesSwapped') continue
    for (const [from, to] of [[event.pile, event.other], [event.other, event.pile]]) {
      fly({ from: before.get(`pile:${from}`), to: spot(root, `pile:${to}`), order: 0 })
    }
  }
}

export function flyPiles(root: ParentNode, before: Spots, { scored, asideTo }: Showing): void {
  const goHome = (pile: number, seat: number, order: number) =>
    fly({ from: before.get(`pile:${pile}`), to: spot(root, `seat:${seat}`), image: spot(root, `pile:${pile}`), order })
  for (const [pile, seat] of scored) goHome(pile, seat, 0)
  if (asideTo !== null) goHome(0, asideTo, 1)
}
