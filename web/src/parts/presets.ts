/** Kinds of evenings a game offers, and which of them some options are. */
import type { GameShown } from '../protocol/protocol'

type Options = Readonly<Record<string, unknown>>

/** All options of a preset. */
export const optionsOf = (game: GameShown, preset: string): Record<string, unknown> => ({ ...game.defaults, ...game.presets[preset] })

/** Values as the server has them: the order of fields does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  return keys.length === others.length && keys.every((key) => isSame((one as Options)[key], (other as Options)[key]))
}

/** The preset these options are; null: a mixture of the group's own. Who begins is no part of it. */
export function presetOf(game: GameShown, options: Options): string | null {
  const given = { ...game.defaults, ...options, first: null }
  return Object.keys(game.presets).find((preset) => isSame({ ...optionsOf(game, preset), first: null }, given)) ?? null
}
