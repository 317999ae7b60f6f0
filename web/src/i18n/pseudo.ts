/** Pseudo-localisation: every text of a catalogue, still readable, but longer and of letters no keyboard has. */

const ACCENTED: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'î', o: 'ö', u: 'û', A: 'Å', E: 'É', I: 'Î', O: 'Ö', U: 'Û', n: 'ñ', c: 'ç', y: 'ý' }
const LONGER = 0.4
const SLOT = /(\{[^}]*\})/

const accented = (text: string): string => text.replace(/[aeiouAEIOUncy]/g, (letter) => ACCENTED[letter]!)

/** Of a slot only the forms of a plural are told; in a language with many each stands behind the name of its kind. */
const inSlot = (slot: string): string =>
  slot.replace(/^(\{\w+:plural )([^}]*)/, (_, opened: string, forms: string) => opened + forms.replace(/(\w+=)?([^ ]+)/g, (_form, kind: string = '', form: string) => kind + accented(form)))

function stretchedText(text: string): string {
  const parts = text.split(SLOT).map((part) => (part.startsWith('{') ? inSlot(part) : accented(part)))
  const told = text.replace(/\{[^}]*\}/g, '')
  const filling = /\p{L}/u.test(told) ? Math.ceil(told.length * LONGER) : 0
  // Several words, so that they may break where words do.
  const words = 'öñé twö thréé föûr fîvé sîx '.repeat(Math.ceil(filling / 24)).slice(0, filling).trim()
  return words ? `${parts.join('')} ${words}` : parts.join('')
}

/** Whatever holds texts: catalogues, rules. What names a thing rather than tells it stays. */
export function stretched(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ['id', 'picture'].includes(name) ? value : stretchedText(value)
  if (Array.isArray(value)) return value.map((each) => stretched(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === 'when' || key === 'unless' ? each : stretched(each, key)]))
}
