/** How piles may lie in their room. PileBoard chooses by the room's shape, and makes the cards as wide as fits. */

/** Of a card's height that shows of a covered one; the same as in Cascade. */
const STEP = 0.25

/** Columns for a room that is high, flat, or flat and narrow; with each, its rows and how many cards lie covered in them. */
export function roomFor(counts: readonly number[]): string {
  const piles = Math.max(1, counts.length)
  const high = piles <= 4 ? Math.min(piles, 2 + Number(piles === 3)) : piles <= 6 ? 3 : 4
  const ways = { high, flat: piles <= 6 ? piles : Math.ceil(piles / 2), narrow: piles <= 4 ? piles : high }
  return Object.entries(ways)
    .map(([way, columns]) => {
      const rows = Array.from({ length: Math.ceil(piles / columns) }, (_, row) => Math.max(1, ...counts.slice(row * columns, (row + 1) * columns)))
      return `--columns-${way}: ${columns}; --rows-${way}: ${rows.length}; --covered-${way}: ${rows.reduce((sum, count) => sum + count - 1, 0)}`
    })
    .join('; ')
}

/** A card's height on the screen in the room, of the screen's; the same as in big.css. */
const BIG_CARD = 0.136 * 1.4
/** What lies above and below a pile's cards there. */
const AROUND = 70

/** How much of each covered card can show, where cards have a size of their own. */
export function stepFor(counts: readonly number[], height: number, screen = innerHeight): number {
  const highest = Math.max(1, ...counts)
  const rows = counts.length <= 6 ? 1 : 2
  const room = (height - AROUND) / rows / (screen * BIG_CARD)
  return highest === 1 ? STEP : Math.max(0.08, Math.min(STEP, (room - 1) / (highest - 1)))
}
