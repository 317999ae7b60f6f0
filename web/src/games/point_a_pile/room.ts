/** How many piles lie side by side, and how wide their cards can be. */

export function columnsFor(piles: number, isWide: boolean): number {
  if (isWide) return Math.max(1, piles <= 6 ? piles : Math.ceil(piles / 2))
  if (piles <= 4) return Math.max(1, piles)
  return piles <= 6 ? 3 : 4
}

/** Of a card's height that shows of a covered one; the same as in Cascade. */
const STEP = 0.25
const NARROWEST = 48
/** Below the piles lies empty space; below each pile a line or two. */
const EMPTY_SPACE = 58
const CAPTION = 26
const AROUND = 16
const GAP = 6

export function pileWidthFor(counts: readonly number[], room: { width: number; height: number }, how: { isWide: boolean; isBig: boolean }): number {
  const widest = how.isBig ? 124 : how.isWide ? 108 : 72
  const columns = columnsFor(counts.length, how.isWide)
  const rows = Math.max(1, Math.ceil(counts.length / columns))
  const byWidth = (room.width - 16 - GAP * (columns - 1)) / columns - AROUND
  const highest = 1 + (Math.max(1, ...counts) - 1) * STEP
  const byHeight = ((room.height - EMPTY_SPACE) / rows - CAPTION - AROUND) / 1.4 / highest
  return Math.round(Math.max(NARROWEST, Math.min(widest, byWidth, byHeight)))
}
