/** Plays what is to be shown, beat after beat; the table goes on when it is over. */
import type { Beat, Showing } from './showing'

const MOST_WAITING = 1

export class Reel {
  current = $state.raw<Showing | null>(null)
  beat = $state<Beat | null>(null)
  private waiting: Showing[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  add(showing: Showing): void {
    // Whoever is behind sees the newest, not everything.
    this.waiting = [...this.waiting, showing].slice(-MOST_WAITING)
    if (this.current === null) this.next()
  }

  skip(): void {
    clearTimeout(this.timer)
    if (this.current !== null) this.next()
  }

  stop(): void {
    this.waiting = []
    this.skip()
  }

  private next(): void {
    const showing = this.waiting.shift() ?? null
    this.current = showing
    this.beat = null
    if (showing !== null) this.play(showing, 0)
  }

  private play(showing: Showing, place: number): void {
    const beat = showing.beats[place]
    if (beat === undefined) return this.next()
    this.beat = beat.beat
    this.timer = setTimeout(() => this.play(showing, place + 1), beat.lasts)
  }
}
