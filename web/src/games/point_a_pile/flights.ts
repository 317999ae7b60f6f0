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

/** All at once, each from its owner's side. A hand hangs down as it is drawn; from elsewhere it is turned the way it came. */
export function flyHands(root: ParentNode, before: Spots, { pointed }: Showing): void {
  const ways = pointed.map((seat) => ({ from: before.get(`hover:${seat}`), to: spot(root, `finger:${seat}`) }))
  const turns = ways.map(({ from, to }) => from && to && turnTowards(from, to.getBoundingClientRect()))
  ways.forEach(({ from, to }, place) => {
    if (turns[place] !== undefined) to?.style.setProperty('--from', `${turns[place]}deg`)
    fly({ from, to, order: 0 })
  })
}

/** Degrees, from a hand that points down. */
function turnTowards(from: DOMRect, to: DOMRect): number {
  const [dx, dy] = [to.left + to.width / 2 - (from.left + from.width / 2), to.top - from.top]
  return Math.round((Math.atan2(dy, dx) * 180) / Math.PI - 90)
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

/** Card after card into the rows, all players at once; what lay aside comes last, in one piece. */
export function flyPiles(root: ParentNode, before: Spots, { piles, scored, asideTo }: Showing): void {
  for (const [place, seat] of scored) {
    const home = spot(root, `seat:${seat}`)
    const cards = piles.find((pile) => pile.place === place)?.cards ?? []
    cards.forEach((card, order) => fly({ from: before.get(`card:${card}`), to: home, image: spot(root, `card:${card}`), order: order * BETWEEN_CARDS }))
  }
  if (asideTo !== null) fly({ from: before.get('pile:0'), to: spot(root, `seat:${asideTo}`), image: spot(root, 'pile:0'), order: 1 })
}
