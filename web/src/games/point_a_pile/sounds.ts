/** What is heard when something happens; the pointing itself has its own beats. */
import type { Sound } from '../../device/sound'
import type { AnyEvent } from '../../protocol/games/point_a_pile'

const SOUNDS: Partial<Record<AnyEvent['type'], Sound>> = {
  CardDrawn: 'paper',
  PilesLaid: 'slide',
  PileSplit: 'slide',
  Pointed: 'click',
  ActionTriggered: 'freeze',
  BattleBegan: 'knock',
}

export const soundOf = (event: AnyEvent): Sound | null => SOUNDS[event.type] ?? null
