/**
 * A table is going to be opened: what it is drawn and told with is asked for at once, all of it side by side and beside the
 * table itself, and not one after the other. Whoever wants it then finds it there or on its way, and hears what went wrong.
 */
import { settings } from '../device/settings.svelte'
import { loadScreen } from '../games'
import { gameWords } from '../i18n/speech.svelte'

const begin = (...begun: Promise<unknown>[]): void => void Promise.allSettled(begun)

/** The screen of a game and its words. */
export function expectGame(game: string, isPlain = false): void {
  const screen = loadScreen(game, { isPlain: isPlain || settings.table !== 'drawn' })
  begin(screen, gameWords(game, async (language) => (await screen).words(language)))
}

/** With the frame around it. */
export function expectTable(game: string): void {
  begin(import('./TableScreen.svelte'))
  expectGame(game)
}

/** With the lobby before it. */
export function expectLobby(game: string): void {
  begin(import('./Lobby.svelte'))
  expectTable(game)
}
