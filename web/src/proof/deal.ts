/**
 * The dealer's stream, computed again: the twin of `touchwood.match.dealer` and of `draw` in `touchwood.core.chance`.
 */
import { bytes, eightBytes, fromHex, hex, hmacSha256, joined, sha256 } from './sha256'

/** What could fall at a draw: one of several by weight, a number below a bound, or an order of things. */
export type Chance =
  | { type: 'WeightedChoice'; weights: readonly number[] }
  | { type: 'Uniform'; below: number }
  | { type: 'Shuffle'; count: number }

export type Outcome = number | number[]
type Below = (bound: number) => number

const SALT_BYTES = 16

export const commitment = (seed: Uint8Array): string => hex(sha256(bytes('touchwood seed\n'), seed))

export function salt(seed: Uint8Array, headerHash: string, n: number): string {
  return hex(hmacSha256(seed, bytes('salt'), fromHex(headerHash), eightBytes(n)).slice(0, SALT_BYTES))
}

/** The source of chance for the k-th draw of a match. */
export function source(seed: Uint8Array, headerHash: string, k: number): Below {
  const numbers = stream(seed, joined(bytes('draw'), fromHex(headerHash), eightBytes(k)))
  return (bound) => {
    // A number in the last, incomplete run of `bound` would favour small results: draw again.
    const wholeRuns = ((1n << 64n) / BigInt(bound)) * BigInt(bound)
    for (;;) {
      const number = numbers.next().value as bigint
      if (number < wholeRuns) return Number(number % BigInt(bound))
    }
  }
}

/** 64-bit numbers, big-endian, four from each block. */
function* stream(seed: Uint8Array, message: Uint8Array): Generator<bigint> {
  for (let block = 0; ; block++) {
    const digest = new DataView(hmacSha256(seed, message, eightBytes(block)).buffer)
    for (let at = 0; at < 32; at += 8) yield digest.getBigUint64(at)
  }
}

export function draw(chance: Chance, below: Below): Outcome {
  switch (chance.type) {
    case 'WeightedChoice': {
      let number = below(chance.weights.reduce((sum, weight) => sum + weight, 0))
      return chance.weights.findIndex((weight) => (number -= weight) < 0)
    }
    case 'Uniform':
      return below(chance.below)
    case 'Shuffle': {
      const order = Array.from({ length: chance.count }, (_, place) => place)
      for (let last = chance.count - 1; last > 0; last--) {
        const pick = below(last + 1)
        ;[order[last], order[pick]] = [order[pick]!, order[last]!]
      }
      return order
    }
  }
}
