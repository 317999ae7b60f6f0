/** A game's JSON Schema, with the hints of `touchwood.core.shown` in it. */

export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  type?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema | false
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  'x-shown'?: 'seat' | 'grid' | 'not' | 'on_demand'
  'x-by'?: 'seat' | string[]
  /** The word a letter of a grid, or a number, stands for. */
  'x-words'?: Record<string, string>
  /** Of a tuple: what its places are called. */
  'x-fields'?: string[]
}

export interface GameSchema {
  $defs: Record<string, Schema>
  properties: { options: Schema; action: Schema; event: Schema; view: Schema }
}

/** What there is to know about a value: its own schema, where several would do, with the hints met on the way. */
export class Types {
  constructor(private readonly game: GameSchema) {}

  get view(): Schema {
    return this.game.properties.view
  }

  get action(): Schema {
    return this.game.properties.action
  }

  of(schema: Schema | undefined, value: unknown): Schema {
    if (!schema) return {}
    const { anyOf, $ref, ...hints } = schema
    const inner = $ref
      ? this.of(this.game.$defs[$ref.split('/').at(-1)!], value)
      : this.of(anyOf?.find((one) => this.fits(one, value)), value)
    return anyOf || $ref ? { ...inner, ...hints } : schema
  }

  /** A field of a struct, or a place of a tuple. */
  part(schema: Schema, name: string | number): Schema | undefined {
    if (typeof name === 'string') return schema.properties?.[name]
    return schema.prefixItems?.[name] ?? (schema.items || undefined)
  }

  private fits(schema: Schema, value: unknown): boolean {
    if (schema.$ref) return this.fits(this.game.$defs[schema.$ref.split('/').at(-1)!] ?? {}, value)
    if (schema.anyOf) return schema.anyOf.some((one) => this.fits(one, value))
    if (schema.const !== undefined) return schema.const === value
    if (schema.enum) return schema.enum.includes(value)
    switch (schema.type) {
      case 'null':
        return value === null
      case 'integer':
      case 'number':
        return typeof value === 'number'
      case 'array':
        return Array.isArray(value)
      case 'object': {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
        const tag = schema.properties?.type
        return tag === undefined || this.fits(tag, (value as { type?: unknown }).type)
      }
      case undefined:
        return true
      default:
        return typeof value === schema.type
    }
  }
}

export type Facts = Record<string, unknown>

export const isStruct = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The named parts of a struct or of a tuple whose places have names; null: it has none. */
export function partsOf(types: Types, schema: Schema, value: unknown): { name: string; value: unknown; schema: Schema | undefined }[] | null {
  if (isStruct(value)) {
    const names = Object.keys(value).filter((name) => name !== 'type')
    return names.map((name) => ({ name, value: value[name], schema: types.part(schema, name) }))
  }
  const names = schema['x-fields']
  if (!Array.isArray(value) || !names) return null
  return names.map((name, place) => ({ name, value: value[place], schema: types.part(schema, place) }))
}

export interface Fact {
  /** The parts it lies in, the outermost first, and its own name: `start`, `row`. */
  path: readonly string[]
  value: unknown
  schema: Schema | undefined
}

/** What a struct is made of: its parts, and of a part that has parts itself, which kind of thing it is, and those. */
export function factsOf(types: Types, schema: Schema, value: unknown, within: readonly string[] = []): Fact[] {
  const parts = partsOf(types, types.of(schema, value), value) ?? []
  return parts.flatMap(({ name, ...part }) => {
    const path = [...within, name]
    const inner = types.of(part.schema, part.value)
    if (!partsOf(types, inner, part.value)) return [{ path, ...part }]
    const kind = isStruct(part.value) && typeof part.value.type === 'string' ? [{ path, value: part.value.type, schema: undefined }] : []
    return [...kind, ...factsOf(types, inner, part.value, path)]
  })
}

/** A name for each way to a fact: the fact's own (`row`) where no other has it, else that of the whole way (`start_row`). */
export function namesOf(paths: readonly Fact['path'][]): Map<string, Fact['path']> {
  const whole = new Map(paths.map((path) => [path.join('_'), path]))
  const own = [...whole.values()].map((path) => path.at(-1)!)
  const isShared = (name: string): boolean => own.indexOf(name) !== own.lastIndexOf(name)
  return new Map([...whole].map(([name, path]) => [isShared(path.at(-1)!) ? name : path.at(-1)!, path]))
}

/** As a sentence may call them: by the whole way to them, and by their own name where no other fact has it. */
export function asFacts(facts: readonly Fact[]): Facts {
  const whole = Object.fromEntries(facts.map(({ path, value }) => [path.join('_'), value]))
  return { ...whole, ...Object.fromEntries([...namesOf(facts.map(({ path }) => path))].map(([name, path]) => [name, whole[path.join('_')]])) }
}
