/** Where a game of this device is gone on with, and when it was last looked at. */
import { settings } from '../../device/settings.svelte'
import type { MyGame } from '../../device/storage'
import { hrefOf } from '../../route.svelte'

export const whereOf = (game: MyGame): string =>
  hrefOf(game.isOver ? { at: 'replay', table: game.table, entry: null, viewer: null } : game.watchKey ? { at: 'looking', table: game.table, key: game.watchKey, isBig: false } : { at: 'table', table: game.table })

/** Dates as they are written where the device is, in the language of the page. */
const locale = () => navigator.languages.find((one) => one.startsWith(settings.language)) ?? settings.language
export const since = (at: number): string => new Date(at).toLocaleString(locale(), { dateStyle: 'short', timeStyle: 'short' })
