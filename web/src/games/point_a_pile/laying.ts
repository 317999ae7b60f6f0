/**
 * Cards on their way into piles. Every step makes a new value, so undoing is going back to the one before. What makes a
 * good layout is the server's business.
 */
export interface Laid {
  /** By place, each bottom to top; places may be empty until the end. */
  piles: readonly (readonly string[])[]
  /** In the order drawn. */
  left: readonly string[]
  /** Places, the one touched last at the end. All of them, since what lies there may be taken away again. */
  touched: readonly number[]
}

/** What is sent of it. */
export interface Begun {
  piles: string[][]
  /** The pile touched last, counted from 1 as they are sent; null: none of these. */
  touched: number | null
}

export const nothingLaid = (cards: readonly string[]): Laid => ({ piles: [], left: cards, touched: [] })

const without = (laid: Laid, card: string) => laid.piles.map((pile) => pile.filter((each) => each !== card))

const touching = (laid: Laid, place: number): number[] => [...laid.touched.filter((each) => each !== place), place]

/** On top of what lies at a place; from the tray or from another pile. */
export function lay(laid: Laid, card: string, place: number): Laid {
  const piles = without(laid, card)
  while (piles.length <= place) piles.push([])
  piles[place] = [...piles[place]!, card]
  return { piles, left: laid.left.filter((each) => each !== card), touched: touching(laid, place) }
}

/** Back to the tray, at the end. */
export function pickUp(laid: Laid, card: string): Laid {
  const place = laid.piles.findIndex((pile) => pile.includes(card))
  return place < 0 ? laid : { piles: without(laid, card), left: [...laid.left, card], touched: touching(laid, place) }
}

/** The card to lay next, after `card` has been laid: its neighbour in the tray. */
export function nextCard(before: Laid, card: string, after: Laid): string | null {
  const place = Math.max(0, before.left.indexOf(card))
  return after.left[Math.min(place, after.left.length - 1)] ?? null
}

/** The piles there are, as they are sent. */
export const pilesOf = (laid: Laid): string[][] => laid.piles.filter((pile) => pile.length > 0).map((pile) => [...pile])

/** When time runs out, the cards that are left go onto the pile touched last. */
export function begunOf(laid: Laid): Begun {
  const places = [...laid.piles.keys()].filter((place) => laid.piles[place]!.length > 0)
  const last = laid.touched.findLast((place) => places.includes(place))
  return { piles: pilesOf(laid), touched: last === undefined ? null : places.indexOf(last) + 1 }
}

/** The same cards, whatever their order: what was begun may go on. */
export function fits(laid: Laid, cards: readonly string[]): boolean {
  const all = [...laid.left, ...laid.piles.flat()]
  return all.length === cards.length && cards.every((card) => all.includes(card))
}

/** What somebody else has laid so far of these cards; null: it is of others, so it is out of date or too early. */
export function laidFrom(cards: readonly string[], piles: readonly (readonly string[])[]): Laid | null {
  const lying = piles.flat()
  if (lying.length === 0 || !lying.every((card) => cards.includes(card))) return null
  return { piles, left: cards.filter((card) => !lying.includes(card)), touched: [] }
}

/** The cards that lie elsewhere now. */
export function movedBetween(before: Laid | null, after: Laid): string[] {
  const placeOf = (laid: Laid | null, card: string) => laid?.piles.findIndex((pile) => pile.includes(card)) ?? -1
  return [...after.piles.flat(), ...after.left].filter((card) => placeOf(before, card) !== placeOf(after, card))
}

// -- Kept for a page that is loaded again ----------------------------------------------------------------------------

const keyOf = (table: string) => `touchwood.laying.${table}`

/** Null: sent, or begun anew. Where storage is refused, nothing is kept. */
export function keepBegun(table: string, laid: Laid | null): void {
  try {
    if (laid) sessionStorage.setItem(keyOf(table), JSON.stringify(laid))
    else sessionStorage.removeItem(keyOf(table))
  } catch {
    // Refused: the layout lasts as long as the page.
  }
}

export function begunAt(table: string): Laid | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(table)) ?? 'null') as Laid | null
    // A page of before did not keep what was touched.
    return kept && { ...kept, touched: kept.touched ?? [] }
  } catch {
    return null
  }
}
