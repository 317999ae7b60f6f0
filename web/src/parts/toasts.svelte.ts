/** Short words that come and go by themselves. */

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

  show(text: string): void {
    if (this.all.some((toast) => toast.text === text)) return
    const toast = { id: ++counted, text }
    this.all = [...this.all.slice(-1), toast]
    setTimeout(() => (this.all = this.all.filter((other) => other.id !== toast.id)), LASTS)
  }
}

export const toasts = new Toasts()
