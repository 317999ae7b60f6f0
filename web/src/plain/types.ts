/** The types of games, asked of the server once. */
import { readSchema } from '../wire/http'
import { Types, type GameSchema } from './schema'

const known = new Map<string, Promise<Types>>()

export function typesOf(game: string): Promise<Types> {
  let found = known.get(game)
  if (!found) {
    found = readSchema(game).then((schema) => new Types(schema as GameSchema))
    known.set(game, found)
    // Nobody answered: it may be asked again.
    found.catch(() => known.delete(game))
  }
  return found
}
