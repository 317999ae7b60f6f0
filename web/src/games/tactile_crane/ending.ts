/** The end of Tactile Crane: the piles grow against one another; bet cards that were right lie on top. */
import type { Counted, Ending, EndingOfGame } from '../../motion/ending'
import { handfuls, seatsFrom } from '../../motion/ending'
import type { GameView } from '../../protocol/games/tactile_crane'
import EndingThing from './EndingThing.svelte'

/** So many layers are told apart on a phone. */
const MOST_LAYERS = 24

function endingOf({ players }: GameView, you: number | null): Ending {
  const most = Math.max(1, ...players.map(({ won }) => won))
  const layers = Math.min(most, MOST_LAYERS)
  const lanes = seatsFrom(you, players.length).map((seat) => {
    const { won, multipliers, cards, achieved: [high, low, just] } = players[seat]!
    // A layer is as many cards in every pile, so that heights can be compared.
    const piled: Counted[] = handfuls(won, Math.round((won / most) * layers)).map((count) => ({ face: 'cards', points: count }))
    const multiplied: Counted[] = handfuls(cards - won, multipliers).map((count) => ({ face: 'multiplier', points: count }))
    const bets: Counted[] = [...Array<string>(high).fill('high'), ...Array<string>(low).fill('low'), ...Array<string>(just).fill('just')].map((face) => ({ face, points: null }))
    return { seat, things: [...piled, ...multiplied, ...bets] }
  })
  return { lanes, look: 'stacks' }
}

export const ending: EndingOfGame = { endingOf, Thing: EndingThing }
