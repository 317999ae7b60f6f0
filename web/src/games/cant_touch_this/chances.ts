/**
 * What could fall at each draw of Can't Touch This, for the check of the deal: the card (one of the deck, or the order
 * of a random one), which side of it lies up, who defends. A given card lies there without any draw.
 */
import type { Chances } from '../../proof/verify'

const DECK = 54

export const chances: Chances = (header, fallen) => {
  const options = header.options as { card: string; columns: number; rows: number; first: number | 'random' }
  const draws =
    options.card === 'deck'
      ? [{ type: 'Uniform', below: DECK } as const, { type: 'Uniform', below: 2 } as const]
      : options.card === 'random'
        ? [{ type: 'Shuffle', count: options.columns * options.rows } as const]
        : []
  const defender = header.seats.length === 2 && options.first === 'random' ? [{ type: 'Uniform', below: 2 } as const] : []
  return [...draws, ...defender][fallen.length] ?? null
}
