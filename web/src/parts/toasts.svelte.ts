/** Short words that come and go by themselves, seen and heard. */
import { announcer } from '../senses/announcer.svelte'

export interface Toast {
  id: number
  text: string
}

const LASTS = 4200
let counted = 0

class Toasts {
  all = $state.raw<Toast[]>([])
  /** Sheets that are open. What lies under one is neither seen well nor read aloud, so toasts come up in the sheet then. */
  sheets = $state(0)

  show(text: string, how: { isSpoken?: boolean; isUrgent?: boolean } = {}): void {
    // What is still to be seen need not be shown twice, but it is heard twice.
    if (how.isSpoken ?? true) announcer.say(text, { urgency: how.isUrgent ? 'urgent' : 'polite' })
    if (this.all.some((toast) => toast.text === text)) return
    const toast = { id: ++counted, text }
    this.all = [...this.all.slice(-1), toast]
    setTimeout(() => (this.all = this.all.filter((other) => other.id !== toast.id)), LASTS)
  }
}

export const toasts = new Toasts()
