/** What a choice is called where it is talked about. */
import type { Words } from '../../i18n/catalogue'
import type { AnyAction } from '../../protocol/games/tactile_crane'
import { squeezeOf } from './pinch'

/** A grab by how far the fingers were closed, as players do it. */
export const nameOf = (action: AnyAction, words: Words): string | null =>
  action.type === 'Grab' ? words.label('page.grab_by', { percent: Math.round(100 * squeezeOf(action.pinch)) }) : null
