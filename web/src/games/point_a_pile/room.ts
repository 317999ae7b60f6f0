/** How piles may lie in their room. The style sheet chooses by the room's shape, and makes the cards as wide as fits. */

/** Of a card's height that shows of a covered one; the same as in Cascade. */
const STEP = 0.25

export function roomFor(counts: readonly number[]): string {
  const piles = Math.max(1, counts.length)
  const high = piles <= 4 ? Math.min(piles, 2 + Number(piles === 3)) : piles <= 6 ? 3 : 4
  const flat = piles <= 6 ? piles : Math.ceil(piles / 2)
  const rows = (columns: number) => Math.ceil(piles / columns)
  const highest = 1 + (Math.max(1, ...counts) - 1) * STEP
  return `--columns-high: ${high}; --rows-high: ${rows(high)}; --columns-flat: ${flat}; --rows-flat: ${rows(flat)}; --highest: ${highest}`
}
