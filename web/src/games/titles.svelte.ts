/** What the server says about its games: their titles, and the languages they speak. */
import { findGames } from '../wire/http'

type Named = { name: string; title: string; languages: readonly string[] }

let known = $state.raw<readonly Named[]>([])

export function rememberTitles(games: readonly Named[]): void {
  known = games
}

/** Until the server has said so, the folder's name has to do. */
export function titleOf(game: string): string {
  return known.find((each) => each.name === game)?.title ?? game.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}

export function speaks(game: string, language: string): boolean {
  return known.find((each) => each.name === game)?.languages.includes(language) ?? language === 'en'
}

/** For screens that are reached by a link, without the start screen. Who reads words reads this too, and reads them again
 * when it is known: where nobody answers nothing has changed, or they would ask for ever. */
export async function learnTitles(): Promise<void> {
  if (known.length > 0) return
  const found = await findGames().catch(() => [])
  if (found.length) known = found
}
