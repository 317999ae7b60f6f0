/** What may be done now, read from the legal actions. */
import type { AnyAction } from '../../protocol/games/tag'

export const drawDeck: AnyAction = { type: 'Draw', pile: 'deck' }
export const drawDiscard: AnyAction = { type: 'Draw', pile: 'discard' }

export class Choices {
  constructor(
    /** Empty when nothing is asked. */
    private readonly legal: readonly AnyAction[],
  ) {}

  can(wanted: AnyAction): boolean {
    return this.legal.some((action) => isSame(action, wanted))
  }

  offers(type: AnyAction['type']): boolean {
    return this.legal.some((action) => action.type === type)
  }

  get isDrawing(): boolean {
    return this.offers('Draw') || this.offers('StopDrawing')
  }

  get isChoosingCard(): boolean {
    return this.offers('Play') || this.offers('Discard')
  }

  get isMovingIt(): boolean {
    return this.offers('GiveIt') || this.offers('LeaveIt')
  }
}

function isSame(one: AnyAction, other: AnyAction): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
}
