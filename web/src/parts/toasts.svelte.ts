/** Short words that come and go by themselves, seen and heard. */
import { untrack } from 'svelte'
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

interface How {
  isSpoken?: boolean
  isUrgent?: boolean
  isBrief?: boolean
  way?: Way
}

const LASTS = 4200
/** One that can be pressed has to be read first. */
const LASTS_TO_BE_PRESSED = 8000
let counted = 0

class Toasts {
  all = $state.raw<Toast[]>([])
  /** Sheets that are open. What lies under one is neither seen well nor read aloud, so toasts come up in the sheet then. */
  sheets = $state(0)
  /** What is to be touched ends here, in pixels, and they would lie over it: they come below. */
  below = $state<number | null>(null)

  show(text: string, how: How = {}): void {
    // Whoever shows one is not to show it again because it has come or gone.
    untrack(() => this.add(text, how))
  }

  private add(text: string, how: How): void {
    // What is still to be seen need not be shown twice, but it is heard twice.
    if (how.isSpoken ?? true) announcer.say(text, { urgency: how.isUrgent ? 'urgent' : 'polite' })
    if (this.all.some((toast) => toast.text === text)) return
    // Together they would reach what there is to tap; talk is kept, and marked as unread.
    if (how.isBrief && this.all.some((toast) => !toast.isBrief)) return
    const toast = { id: ++counted, text, isBrief: how.isBrief ?? false, way: how.way }
    this.all = [...this.all.filter((other) => !other.isBrief).slice(-1), toast]
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
