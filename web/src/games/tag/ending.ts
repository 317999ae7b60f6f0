/** The end of TAG: hands are turned over, sets and TAG cards counted, and IT lands on its owner. */
import type { Ending, EndingOfGame } from '../../motion/ending'
import { seatsFrom } from '../../motion/ending'
import type { GameView } from '../../protocol/games/tag'
import EndingThing from './EndingThing.svelte'

function endingOf({ players, it }: GameView, you: number | null): Ending {
  const lanes = seatsFrom(you, players.length).map((seat) => {
    const { hand, sets, tags, points } = players[seat]!
    return {
      seat,
      things: [
        ...(hand ?? []).map((kind) => ({ face: `hand:${kind}`, points: null })),
        ...Array.from({ length: sets }, () => ({ face: 'set', points: 1 })),
        ...Array.from({ length: tags }, () => ({ face: 'TAG', points: 1 })),
        // What IT costs is what the points say.
        ...(it === seat ? [{ face: 'IT', points: points - sets - tags, isHeavy: true }] : []),
      ],
    }
  })
  return { lanes, look: 'rows' }
}

export const ending: EndingOfGame = { endingOf, Thing: EndingThing }
