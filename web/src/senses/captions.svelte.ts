/** Captions: everything that is heard, in words, for as long as it takes to read it. */
import { settings } from '../device/settings.svelte'
import { say } from '../i18n/speech.svelte'

interface Caption {
  id: number
  text: string
}

const MOST = 3
/** So long, and longer the more there is to read; in milliseconds. */
const LASTS = 2500
const A_CHARACTER = 55

class Captions {
  all = $state.raw<readonly Caption[]>([])
  private counted = 0

  show(text: string): void {
    if (!settings.captions) return
    const caption = { id: ++this.counted, text }
    this.all = [...this.all.slice(1 - MOST), caption]
    setTimeout(() => (this.all = this.all.filter((other) => other !== caption)), LASTS + text.length * A_CHARACTER)
  }

  /** A sound by its name; where the same is heard over and over, it is written once. */
  sound(name: string): void {
    const text = say(`caption.${name}`)
    if (this.all.at(-1)?.text !== text) this.show(text)
  }
}

export const captions = new Captions()
