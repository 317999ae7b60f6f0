/**
 * A QR read by this device: live where the browser gives a camera (in a secure context), else from a picture that its own
 * camera takes. The decoder is loaded when it is needed.
 */
import { asCode, isCode, parseRoute } from '../route.svelte'

/** The table a QR leads to: a link to one, at whatever address, or the bare code. null: it leads elsewhere. */
export function codeIn(text: string): string | null {
  const route = parseRoute(pathOf(text))
  if (route.at === 'join' && isCode(route.code)) return route.code
  return /^[A-Za-z]{5,6}$/.test(text.trim()) ? asCode(text) : null
}

function pathOf(text: string): string {
  try {
    const { pathname, hash } = new URL(text)
    return hash || pathname
  } catch {
    return ''
  }
}

/** Codes are read from pictures this large at most, then from smaller ones: phones take them with far more dots than a QR has. */
const LONGEST_SIDES = [1200, 640]

type Picture = HTMLVideoElement | ImageBitmap
const sizeOf = (picture: Picture): [number, number] => (picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height])

function dotsOf(picture: Picture, longest: number): ImageData | null {
  const [width, height] = sizeOf(picture)
  if (!width || !height) return null
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  drawing?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return drawing?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}

/** What the QR in a picture says; null: there is none that can be read. */
async function textIn(picture: Picture, sides: readonly number[]): Promise<string | null> {
  const { decodeQR } = await import('qr/decode.js')
  for (const longest of sides) {
    const dots = dotsOf(picture, longest)
    try {
      if (dots) return decodeQR(dots)
    } catch {
      // None found at this size.
    }
  }
  return null
}

/** From a file, as a camera or a gallery gives it. */
export async function textInFile(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  return picture && (await textIn(picture, LONGEST_SIDES))
}

/** Over plain http browsers give no camera to a page. */
export const hasCamera = (): boolean => isSecureContext && navigator.mediaDevices?.getUserMedia !== undefined

export const camera = (): Promise<MediaStream> => navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })

/** Between two looks at a film. */
const LOOK_EVERY = 150

/** Looks at a film until a QR is read in it; `isWanted` says how long. */
export async function textInFilm(film: HTMLVideoElement, isWanted: () => boolean): Promise<string | null> {
  while (isWanted()) {
    const text = await textIn(film, LONGEST_SIDES.slice(-1))
    if (text !== null) return text
    await new Promise((done) => setTimeout(done, LOOK_EVERY))
  }
  return null
}
