/**
 * SHA-256 and HMAC-SHA256 in plain JavaScript: `crypto.subtle` is not there on plain http, where home tables live.
 * FIPS 180-4 and RFC 2104.
 */

const K = new Uint32Array(64)
const START = new Uint32Array(8)

// The constants are the first 32 bits of the fractional parts of the roots of the first primes.
{
  const isPrime = (n: number) => {
    for (let factor = 2; factor * factor <= n; factor++) if (n % factor === 0) return false
    return true
  }
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 0x1_0000_0000)
  for (let n = 2, found = 0; found < 64; n++) {
    if (!isPrime(n)) continue
    if (found < 8) START[found] = fraction(Math.sqrt(n))
    K[found++] = fraction(Math.cbrt(n))
  }
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

export function sha256(...parts: Uint8Array[]): Uint8Array {
  const data = joined(...parts)
  const padded = new Uint8Array(((data.length + 8) >> 6 << 6) + 64)
  padded.set(data)
  padded[data.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(data.length / 0x2000_0000))
  view.setUint32(padded.length - 4, data.length << 3)
  const hash = START.slice()
  const w = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word))
  }
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  hash.forEach((word, i) => out.setUint32(i * 4, word))
  return digest
}

export function hmacSha256(key: Uint8Array, ...message: Uint8Array[]): Uint8Array {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  return sha256(block.map((byte) => byte ^ 0x5c), sha256(block.map((byte) => byte ^ 0x36), ...message))
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')

export function fromHex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error(`not hexadecimal: ${text}`)
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

/** A number as eight bytes, the highest first. */
export function eightBytes(number: number): Uint8Array {
  const data = new Uint8Array(8)
  const view = new DataView(data.buffer)
  view.setUint32(0, Math.floor(number / 0x1_0000_0000))
  view.setUint32(4, number >>> 0)
  return data
}
