/**
 * What the page says aloud: one voice, kept here and nowhere else. No other part of the page has a live region.
 *
 *   say ──► queue ──► one at a time, at the chosen pace ──► a live region (somebody's screen reader reads it), or
 *                                                          Web Speech (the page reads it itself); never both
 *
 * - Each message is a node of its own, so that the same words twice are heard twice.
 * - The regions lie in the newest sheet, since whatever is under a modal sheet is inert, and silent.
 * - `urgent` overtakes what is polite.
 * - A flood is drawn together: what has queued up beyond a few messages becomes one. Nothing is lost by it, and what
 *   each message covers (events of the seat's stream) is written on its node, so that a test can count.
 * - What is said is also there to be read as captions, for who does not hear.
 * - While something is still to be said, the page is marked `data-unsaid`, so that who listens in a test hears it out: the
 *   page, since the regions go with a sheet that closes. (Not `aria-busy`: screen readers would be silent for so long.)
 *
 * What waits for a reason (a count not shown yet, talk in the dark) waits outside: see `stream.svelte.ts`.
 */
import { settings, type Language } from '../device/settings.svelte'
import { whenStill } from '../motion/stillness'
import { captions } from './captions.svelte'
import { topmost } from './focus'

export interface Message {
  text: string
  urgency: 'polite' | 'urgent'
  /** The events told by it, by their number in the seat's stream. */
  covers: readonly number[]
  /** Only the newest of these is worth hearing: what is looked at now, not what was passed on the way. */
  about: string | null
  /** Somebody who calls out has a voice of their own, the higher the number the higher; null: the page's voice. */
  voice: number | null
}

const GAP = { quick: 80, normal: 350, slow: 1500 }
const RATE = { quick: 1.5, normal: 1.1, slow: 0.8 }
/** A region that has just been moved is noticed by screen readers only after a while. */
const NOTICED = 120
/** So many may wait one by one; what is beyond is drawn together. */
const FLOOD = 4
/** Old messages go, so that who walks through the page does not meet them; in milliseconds, from the first of several. */
const LASTS = 4000
/** What came later goes with it, if it was long enough there to be heard. */
const OLD = 3000
/** Where a voice goes by more than the language. */
const SPOKEN: Readonly<Record<Language, string>> = { en: 'en-GB', ja: 'ja-JP' }

class Announcer {
  private queue: Message[] = []
  private expected = new Set<ReturnType<typeof setTimeout>>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private written: { node: HTMLElement; at: number }[] = []
  private sweeping: ReturnType<typeof setTimeout> | undefined
  private regions: { holder: HTMLElement; polite: HTMLElement; urgent: HTMLElement } | null = null

  /** Made with the page: what is put there only with the first words is laid out with them, and not noticed by every screen reader. */
  prepare(): void {
    this.place()
  }

  say(text: string, how: Partial<Omit<Message, 'text'>> = {}): void {
    const message: Message = { text: text.trim(), urgency: 'polite', covers: [], about: null, voice: null, ...how }
    if (message.text === '') return
    if (message.about !== null) this.withdraw(message.about)
    if (message.urgency === 'urgent') {
      const place = this.queue.findIndex((other) => other.urgency === 'polite')
      this.queue.splice(place < 0 ? this.queue.length : place, 0, message)
    } else this.queue.push(message)
    this.queue = drawnTogether(this.queue)
    this.markUnsaid()
    this.timer ??= setTimeout(() => this.next())
  }

  /** To speak in so many milliseconds, for what may come until then; the answer calls it off. */
  soon(speak: () => void, delay: number): () => void {
    const over = (): void => {
      clearTimeout(timer)
      this.expected.delete(timer)
      this.markUnsaid()
    }
    const timer = setTimeout(() => {
      speak()
      over()
    }, delay)
    this.expected.add(timer)
    this.markUnsaid()
    return over
  }

  /** What has not been said yet of this is no longer so. */
  withdraw(about: string): void {
    this.queue = this.queue.filter((message) => message.about !== about)
    this.markUnsaid()
  }

  /** What was said is gone: whoever walks through the page finds none of it. */
  forget(): void {
    this.regions?.polite.replaceChildren()
    this.regions?.urgent.replaceChildren()
  }

  /** Nothing more of what was to be said: the screen it belongs to is gone. */
  hush(): void {
    this.queue = []
    clearTimeout(this.timer)
    this.timer = undefined
    this.markUnsaid()
    synthesis()?.cancel()
  }

  private next(): void {
    const moved = this.place()
    if (moved) {
      this.timer = setTimeout(() => this.next(), NOTICED)
      return
    }
    const message = this.queue.shift()
    this.timer = undefined
    if (message === undefined) return
    captions.show(message.text)
    if (!speakAloud(message)) this.write(message)
    this.markUnsaid()
    this.timer = setTimeout(() => this.next(), GAP[settings.pace])
  }

  private markUnsaid(): void {
    document.documentElement.toggleAttribute('data-unsaid', this.queue.length + this.expected.size > 0)
  }

  /** Into the newest sheet; true if the regions had to be moved. */
  private place(): boolean {
    const where = topmost()
    this.regions ??= makeRegions()
    if (this.regions.holder.parentElement === where) return false
    where.append(this.regions.holder)
    return true
  }

  private write({ text, urgency, covers }: Message): void {
    const region = this.regions![urgency]
    const node = document.createElement('p')
    node.textContent = text
    if (covers.length) node.dataset.covers = covers.join(' ')
    region.append(node)
    this.written.push({ node, at: performance.now() })
    this.sweepLater()
  }

  private sweepLater(): void {
    clearTimeout(this.sweeping)
    const [oldest] = this.written
    if (oldest) this.sweeping = setTimeout(() => whenStill(() => this.sweep()), oldest.at + LASTS - performance.now())
  }

  /** All that is old goes at once, and not while something great moves: with each of them the page is laid out and painted. */
  private sweep(): void {
    const since = performance.now() - OLD
    for (const { node, at } of this.written) if (at <= since) node.remove()
    this.written = this.written.filter(({ at }) => at > since)
    this.sweepLater()
  }
}

function makeRegions() {
  const holder = document.createElement('div')
  holder.className = 'unseen apart'
  const region = (politeness: 'polite' | 'assertive'): HTMLElement => {
    const made = document.createElement('div')
    made.setAttribute('aria-live', politeness)
    made.setAttribute('aria-relevant', 'additions')
    holder.append(made)
    return made
  }
  return { holder, polite: region('polite'), urgent: region('assertive') }
}

/** Where more wait than can be heard one by one, neighbours become one message. Voices stay apart: who called matters. */
function drawnTogether(queue: Message[]): Message[] {
  const drawn = [...queue]
  while (drawn.length > FLOOD) {
    const place = drawn.findIndex((one, at) => {
      const other = drawn[at + 1]
      return other !== undefined && isPlain(one) && isPlain(other) && one.urgency === other.urgency
    })
    if (place < 0) break
    const [one, other] = drawn.slice(place, place + 2) as [Message, Message]
    drawn.splice(place, 2, { ...one, text: `${one.text} ${other.text}`.trim(), covers: [...one.covers, ...other.covers] })
  }
  return drawn
}

const isPlain = ({ voice, about }: Message): boolean => voice === null && about === null

const synthesis = (): SpeechSynthesis | null => (typeof speechSynthesis === 'undefined' ? null : speechSynthesis)

/** The browser has a voice to speak with. */
export const canSpeak = (): boolean => (synthesis()?.getVoices().length ?? 0) > 0

/** True: the page itself has said it, so no screen reader is to say it again. */
function speakAloud({ text, voice, urgency }: Message): boolean {
  const speaks = settings.speech === 'page' || (settings.speech === 'calls' && voice !== null)
  if (!speaks || !settings.sound || !canSpeak()) return false
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = SPOKEN[settings.language] ?? settings.language
  utterance.rate = RATE[settings.pace]
  if (voice !== null) utterance.pitch = 0.75 + (voice % 6) * 0.15
  if (urgency === 'urgent') synthesis()!.cancel()
  synthesis()!.speak(utterance)
  return true
}

export const announcer = new Announcer()
