/** The result as a picture, drawn on the device: names, shapes, points and one line; nothing that is not public. */
import { SHAPES } from '../../parts/shapes'
import type { Badge } from '../../protocol/protocol'

export interface Line {
  name: string
  badge: Badge
  points: string
  wins: boolean
}

export interface Drawn {
  game: string
  headline: string
  story: string
  lines: readonly Line[]
  link: string
}

const WIDTH = 1080
const EDGE = 64
const ROW = 118

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** The words that fit beside one another, line by line. Japanese has no spaces and breaks anywhere. */
export function wrapped(text: string, fits: (line: string) => boolean): string[] {
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && fits(last + part.trimEnd())) lines[lines.length - 1] = last + part
    else lines.push(part)
  }
  return lines.map((line) => line.trim())
}

export async function pictureOf({ game, headline, story, lines, link }: Drawn): Promise<HTMLCanvasElement | null> {
  const face = (weight: number, size: number, family: 'display' | 'reading') => `${weight} ${size}px ${colourOf(family)}`
  await Promise.all([document.fonts?.load(face(600, 60, 'display')), document.fonts?.load(face(700, 40, 'reading'))]).catch(() => undefined)
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  pen.font = face(400, 40, 'reading')
  const told = story ? wrapped(story, (line) => pen.measureText(line).width <= WIDTH - 4 * EDGE) : []
  canvas.width = WIDTH
  canvas.height = 400 + lines.length * ROW + told.length * 54 + 110
  // Walnut around felt, as the table is.
  pen.fillStyle = '#5e4028'
  pen.fillRect(0, 0, WIDTH, canvas.height)
  pen.fillStyle = '#2f5d50'
  pen.beginPath()
  pen.roundRect(EDGE / 2, EDGE / 2, WIDTH - EDGE, canvas.height - EDGE, 36)
  pen.fill()
  pen.fillStyle = '#fffdf7'
  pen.textAlign = 'center'
  pen.font = face(400, 40, 'reading')
  pen.fillText(game, WIDTH / 2, 130)
  pen.font = face(600, 76, 'display')
  pen.fillText(headline, WIDTH / 2, 232, WIDTH - 2 * EDGE)
  lines.forEach((line, place) => drawLine(pen, line, 296 + place * ROW, face))
  let y = 296 + lines.length * ROW + 62
  pen.textAlign = 'center'
  pen.fillStyle = '#fffdf7'
  pen.font = face(400, 40, 'reading')
  for (const line of told) {
    pen.fillText(line, WIDTH / 2, y)
    y += 54
  }
  pen.globalAlpha = 0.8
  pen.font = face(400, 30, 'reading')
  pen.fillText(link, WIDTH / 2, canvas.height - EDGE - 24, WIDTH - 3 * EDGE)
  return canvas
}

export const asFile = (canvas: HTMLCanvasElement): Promise<Blob | null> => new Promise((done) => canvas.toBlob(done, 'image/png'))

function drawLine(pen: CanvasRenderingContext2D, { name, badge, points, wins }: Line, top: number, face: (weight: number, size: number, family: 'display' | 'reading') => string): void {
  pen.fillStyle = wins ? '#f2b04a' : 'rgb(0 0 0 / 22%)'
  pen.beginPath()
  pen.roundRect(EDGE * 1.5, top, WIDTH - 3 * EDGE, ROW - 14, 24)
  pen.fill()
  pen.save()
  pen.translate(EDGE * 1.5 + 28, top + 22)
  pen.scale(2.5, 2.5)
  const shape = new Path2D(SHAPES[badge.shape] ?? SHAPES.circle)
  pen.lineWidth = 1.8
  pen.lineJoin = 'round'
  pen.strokeStyle = '#1c1712'
  pen.stroke(shape)
  pen.fillStyle = colourOf(`seat-${badge.colour}`)
  pen.fill(shape)
  pen.restore()
  pen.fillStyle = wins ? '#25211c' : '#fffdf7'
  pen.textAlign = 'left'
  pen.font = face(700, 46, 'reading')
  pen.fillText(name, EDGE * 1.5 + 118, top + 68, 520)
  pen.textAlign = 'right'
  pen.fillText(points, WIDTH - EDGE * 1.5 - 32, top + 68)
}
