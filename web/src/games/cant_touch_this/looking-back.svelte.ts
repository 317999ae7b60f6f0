/** Looking back at a match that is over: what was better at each choice, asked of the server once. */
import { readReview, type Review } from '../../wire/review'
import { stepsOf, type Step } from './review'
import type { LookingBackShown } from '../../protocol/protocol'
import type { GameView } from '../../protocol/games/cant_touch_this'

export class LookingBack {
  review = $state.raw<Review | null>(null)
  state = $state<'no' | 'asked' | 'open'>('no')
  step = $state(-1)
  progress = $state.raw<LookingBackShown | null>(null)
  private reading: Promise<Review | null> | null = null

  constructor(private readonly table: () => string) {}

  get isOpen(): boolean {
    return this.state === 'open'
  }

  /** The best possible score of somebody alone, once it is known. */
  get best(): number | null {
    return typeof this.review?.facts.best === 'number' ? this.review.facts.best : null
  }

  steps(view: GameView): Step[] {
    return this.review ? stepsOf(this.review, view) : []
  }

  /** Takes the server a few seconds, so it is asked once. */
  async read(): Promise<Review | null> {
    this.reading ??= readReview(this.table(), (made) => (this.progress = made))
    this.review = await this.reading
    if (this.review === null) this.reading = null
    return this.review
  }

  /** False: there is nothing to look back at. */
  async open(): Promise<boolean> {
    this.state = 'asked'
    const found = await this.read()
    this.state = found ? 'open' : 'no'
    this.step = -1
    return found !== null
  }

  close(): void {
    this.state = 'no'
  }

  forget(): void {
    this.review = null
    this.reading = null
    this.state = 'no'
  }
}
