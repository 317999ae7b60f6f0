/** The end of Can't Touch This: its clips light up one by one while the score sheet is counted, line by line. */
import type { Counted, Ending, EndingOfGame } from '../../motion/ending'
import { seatsFrom } from '../../motion/ending'
import type { GameView } from '../../protocol/games/cant_touch_this'
import EndingThing from './EndingThing.svelte'
import { nameOf } from './geometry'

function endingOf({ players }: GameView, you: number | null): Ending {
  const lanes = seatsFrom(you, players.length).map((seat) => {
    const { clips, sheet } = players[seat]!
    const lit: Counted[] = clips.map((clip) => ({ face: 'clip', points: null, lights: [`clip:${nameOf(clip)}`] }))
    const lines: Counted[] = sheet.lines.map(({ symbol, points, count }) => ({ face: `${symbol}:${count}`, points }))
    const bid: Counted[] = sheet.penalty ? [{ face: 'bid', points: -sheet.penalty }] : []
    return { seat, things: [...lit, ...lines, ...bid] }
  })
  return { lanes, look: 'foot' }
}

export const ending: EndingOfGame = { endingOf, Thing: EndingThing }
