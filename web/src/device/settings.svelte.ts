/** What a person sets once and keeps: language, how the page looks and sounds, what it says, and which keys it hears. */
import { keep, recall } from './storage'

/** As its file in `words/` is called. */
export type Language = string
export type Theme = 'auto' | 'day' | 'night'
export type TextSize = 'normal' | 'large' | 'largest'
export type Volume = 'quiet' | 'normal' | 'loud'
/** How quickly one announcement follows the other. */
export type Pace = 'quick' | 'normal' | 'slow'
/** How much is announced. */
export type Verbosity = 'brief' | 'normal' | 'full'
/** Who speaks: the device's screen reader, the page only where players call out, or the page throughout. */
export type SpeechBy = 'reader' | 'calls' | 'page'
/** How tables are shown: as each game draws itself, plainly, or as text in one column. */
export type TableLook = 'drawn' | 'plain' | 'text'

/** A new language is a new file; nothing is listed by hand. Each is called as it calls itself. */
export const LANGUAGES: readonly { code: Language; name: string }[] = Object.keys(import.meta.glob('../words/*.json')).map((path) => {
  const code = path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
  return { code, name: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code }
})
/** What the device speaks, where the page speaks it too. */
const spokenHere = (): Language => {
  const wanted = navigator.languages.map((tag) => LANGUAGES.find(({ code }) => tag.toLowerCase().split('-')[0] === code))
  return wanted.find((found) => found !== undefined)?.code ?? 'en'
}

interface Kept {
  language: Language
  theme: Theme
  text: TextSize
  table: TableLook
  sound: boolean
  volume: Volume
  motion: boolean
  vibration: boolean
  pace: Pace
  verbosity: Verbosity
  speech: SpeechBy
  captions: boolean
  /** Keys of a single character are heard, outside of fields. */
  letters: boolean
  /** Tab alone reaches everything, also what is otherwise walked with arrows: for a single switch. */
  scanning: boolean
  /** Symbols on cards at twice their size. */
  largePrint: boolean
  /** What is pressed lies at the left. */
  leftHand: boolean
  name: string
}

const preferred: Kept = {
  language: spokenHere(),
  theme: 'auto',
  text: 'normal',
  table: 'drawn',
  sound: true,
  volume: 'normal',
  motion: true,
  vibration: true,
  pace: 'normal',
  verbosity: 'normal',
  speech: 'calls',
  captions: false,
  letters: true,
  scanning: false,
  largePrint: false,
  leftHand: false,
  name: '',
}

/** Where not any text will do. */
const choices: Readonly<Record<string, readonly string[]>> = {
  language: LANGUAGES.map(({ code }) => code),
  theme: ['auto', 'day', 'night'] satisfies Theme[],
  text: ['normal', 'large', 'largest'] satisfies TextSize[],
  table: ['drawn', 'plain', 'text'] satisfies TableLook[],
  volume: ['quiet', 'normal', 'loud'] satisfies Volume[],
  pace: ['quick', 'normal', 'slow'] satisfies Pace[],
  verbosity: ['brief', 'normal', 'full'] satisfies Verbosity[],
  speech: ['reader', 'calls', 'page'] satisfies SpeechBy[],
}

class Settings {
  language = $state<Language>('en')
  theme = $state<Theme>('auto')
  text = $state<TextSize>('normal')
  table = $state<TableLook>('drawn')
  sound = $state(true)
  volume = $state<Volume>('normal')
  motion = $state(true)
  vibration = $state(true)
  pace = $state<Pace>('normal')
  verbosity = $state<Verbosity>('normal')
  speech = $state<SpeechBy>('calls')
  captions = $state(false)
  letters = $state(true)
  scanning = $state(false)
  largePrint = $state(false)
  leftHand = $state(false)
  name = $state('')

  constructor() {
    Object.assign(this, preferred, recall<Partial<Kept>>('settings', {}))
  }

  /** What was set in another tab counts here too. */
  follow(): void {
    Object.assign(this, preferred, recall<Partial<Kept>>('settings', {}))
    this.show()
  }

  /** Whether something could have been kept by `set`: these settings and no others, each of its kind. */
  couldBe(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).every(([key, each]) => Object.hasOwn(preferred, key) && (choices[key]?.includes(each as string) ?? typeof each === typeof preferred[key as keyof Kept]))
  }

  set(change: Partial<Kept>): void {
    Object.assign(this, change)
    keep('settings', Object.fromEntries((Object.keys(preferred) as (keyof Kept)[]).map((each) => [each, this[each]])))
    this.show()
  }

  /** Put what concerns the whole document onto it. */
  show(): void {
    const root = document.documentElement
    root.dataset.theme = this.isNight() ? 'night' : 'day'
    root.dataset.text = this.text
    root.dataset.motion = this.moves() ? 'moves' : 'still'
    root.dataset.print = this.largePrint ? 'large' : 'normal'
    root.dataset.hand = this.leftHand ? 'left' : 'right'
    root.lang = this.language
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', getComputedStyle(root).getPropertyValue('--walnut').trim() || '#5e4028')
  }

  isNight(): boolean {
    return this.theme === 'night' || (this.theme === 'auto' && matches('(prefers-color-scheme: dark)'))
  }

  moves(): boolean {
    return this.motion && !matches('(prefers-reduced-motion: reduce)')
  }
}

function matches(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches
}

export const settings = new Settings()

export function watchDevicePreferences(): void {
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)']) {
    matchMedia(query).addEventListener('change', () => settings.show())
  }
  addEventListener('storage', ({ key }) => {
    if (key === 'touchwood.settings') settings.follow()
  })
}
