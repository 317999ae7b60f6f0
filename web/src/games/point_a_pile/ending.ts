/** The end of Point-a-Pile: along each row, card by card, each with what it brings. */
import type { Ending, EndingOfGame } from '../../motion/ending'
import { seatsFrom } from '../../motion/ending'
import type { GameView } from '../../protocol/games/point_a_pile'
import EndingThing from './EndingThing.svelte'

function endingOf({ players }: GameView, you: number | null): Ending {
  const lanes = seatsFrom(you, players.length).map((seat) => ({
    seat,
    things: (players[seat]!.sheet ?? []).map(({ card, points }) => ({ face: card, points })),
  }))
  return { lanes, look: 'rows' }
}

export const ending: EndingOfGame = { endingOf, Thing: EndingThing }
