/** Cards of a kind are alike; on the screen each needs a name that lasts while it is in the hand. */
import type { Kind } from '../../protocol/games/tag'

export interface HeldCard {
  key: string
  kind: Kind
}

let counted = 0

/**
 * A hand keeps the order in which its cards came and cards leave from anywhere, so what stays is a subsequence of what
 * was there.
 */
export function recognised(before: readonly HeldCard[], hand: readonly Kind[]): HeldCard[] {
  let from = 0
  return hand.map((kind) => {
    const place = before.findIndex((card, index) => index >= from && card.kind === kind)
    if (place < 0) return { key: `${kind}-${++counted}`, kind }
    from = place + 1
    return before[place]!
  })
}
