/** Shares of wins, as people write them. */

const SMALL: Record<string, string> = { '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾', '1/5': '⅕', '2/5': '⅖', '3/5': '⅗', '4/5': '⅘', '1/6': '⅙', '5/6': '⅚' }

/** "3/2" is "1½"; what has no sign of its own is a decimal. */
export function sharesShown(shares: string): string {
  const [above = 0, below = 1] = shares.split('/').map(Number)
  const whole = Math.floor(above / below)
  const rest = above - whole * below
  if (rest === 0) return String(whole)
  const sign = SMALL[`${rest}/${below}`]
  if (sign === undefined) return (above / below).toFixed(2)
  return whole === 0 ? sign : `${whole}${sign}`
}
