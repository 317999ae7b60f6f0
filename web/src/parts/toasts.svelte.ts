/** Short words that come and go by themselves, seen and heard. */
import { announcer } from '../senses/announcer.svelte'

export interface Toast {
  id: number
  text: string
  /** In one line, within the bar: it never covers the table. */
  isBrief: boolean
  /** What can be done about it, while it is there. */
  way?: Way
}

export interface Way {
  name: string
  go: () => void
}

const LASTS = 4200
/** One that can be pressed has to be read first. */
const LASTS_TO_BE_PRESSED = 8000
let counted = 0

class Toasts {
  all = $state.raw<Toast[]>([])
  /** Sheets that are open. What lies under one is neither seen well nor read aloud, so toasts come up in the sheet then. */
  sheets = $state(0)

  show(text: string, how: { isSpoken?: boolean; isUrgent?: boolean; isBrief?: boolean; way?: Way } = {}): void {
    // What is still to be seen need not be shown twice, but it is heard twice.
    if (how.isSpoken ?? true) announcer.say(text, { urgency: how.isUrgent ? 'urgent' : 'polite' })
    if (this.all.some((toast) => toast.text === text)) return
    const toast = { id: ++counted, text, isBrief: how.isBrief ?? false, way: how.way }
    // Two lines of talk one above the other would reach the table.
    this.all = [...(toast.isBrief ? this.all.filter((other) => !other.isBrief) : this.all).slice(-1), toast]
    setTimeout(() => this.end(toast.id), how.way ? LASTS_TO_BE_PRESSED : LASTS)
  }

  end(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id)
  }

  /** What they spoke of has been put right. */
  endAll(): void {
    this.all = []
  }
}

export const toasts = new Toasts()
