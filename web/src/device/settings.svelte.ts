/** What a person sets once and keeps: language, theme, text size, sound, motion, vibration, name. */
import { keep, recall } from './storage'

export type Language = 'en' | 'ja'
export type Theme = 'auto' | 'day' | 'night'
export type TextSize = 'normal' | 'large' | 'largest'

export const LANGUAGES: { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'ja', name: '日本語' },
]

interface Kept {
  language: Language
  theme: Theme
  text: TextSize
  sound: boolean
  motion: boolean
  vibration: boolean
  name: string
}

const preferred: Kept = {
  language: navigator.language.toLowerCase().startsWith('ja') ? 'ja' : 'en',
  theme: 'auto',
  text: 'normal',
  sound: true,
  motion: true,
  vibration: true,
  name: '',
}

class Settings {
  language = $state<Language>('en')
  theme = $state<Theme>('auto')
  text = $state<TextSize>('normal')
  sound = $state(true)
  motion = $state(true)
  vibration = $state(true)
  name = $state('')

  constructor() {
    Object.assign(this, preferred, recall<Partial<Kept>>('settings', {}))
  }

  set(change: Partial<Kept>): void {
    Object.assign(this, change)
    const { language, theme, text, sound, motion, vibration, name } = this
    keep('settings', { language, theme, text, sound, motion, vibration, name } satisfies Kept)
    this.show()
  }

  /** Put what concerns the whole document onto it. */
  show(): void {
    const root = document.documentElement
    root.dataset.theme = this.isNight() ? 'night' : 'day'
    root.dataset.text = this.text
    root.dataset.motion = this.moves() ? 'moves' : 'still'
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
}
