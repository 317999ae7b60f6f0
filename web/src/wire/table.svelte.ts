/**
 * A table as one seat (or a watcher) of this device sees it: the newest snapshots, the events so far, and what can be
 * sent. Updates are shown at a pace an eye can follow: each batch of events keeps the next one waiting for a moment, and a great
 * moment all of it that asks nothing.
 */
import { changeGame, keepPlayed, keepPromise } from '../device/storage'
import { randomHex } from '../device/offers'
import { settings } from '../device/settings.svelte'
import { isStill, whenStill } from '../motion/stillness'
import type {
  BeingLaid,
  Choices,
  ClockShown,
  Refused,
  Settings as TableSettings,
  Situation,
  StreamEvent,
  TableShown,
  Update,
  Welcome,
} from '../protocol/protocol'
import { seatsCalledHere } from '../i18n/bots'
import { Connection, onWake, type Answer, type Intention, type ConnectionState } from './connection'

/** Times are counted from `at`, in `performance.now()`. */
export type RunningClock = ClockShown & { at: number }

/** After the screen has changed a tap that was already on its way does nothing for this long. */
export const MISCLICK_GUARD = 300
/** Milliseconds between two messages of what is being laid; others see it move, and the server counts them. */
const LAID_APART = 250
const WORTH_TELLING = 4
const LONGEST_QUEUE = 6
const MOST_EVENTS = 2000

/** `at`: when it came, in `performance.now()`. */
type QueuedUpdate = Pick<Update, 'you' | 'table' | 'situation' | 'clock'> & { events: StreamEvent[]; at: number }

export class TableClient {
  connectionState = $state<ConnectionState>('connecting')
  /** The browser says that there is no network, while the connection still looks open. */
  isNetworkDoubted = $state(false)
  /** Why the connection ended for good. */
  closeCode = $state<number | null>(null)
  /** Nothing is known of the table yet: the people there are asked whether to let this guest in. */
  isGuest = $state(false)
  you = $state<number | null>(null)
  private shown = $state.raw<TableShown | null>(null)
  table = $derived(this.shown && { ...this.shown, seats: seatsCalledHere(this.shown.seats) })
  situation = $state.raw<Situation | null>(null)
  clock = $state.raw<RunningClock | null>(null)
  /** Everything heard, oldest first. */
  events = $state.raw<StreamEvent[]>([])
  /** What came with the newest snapshots, to be shown moving. */
  fresh = $state.raw<StreamEvent[]>([])
  /** What happened while nobody looked; empty once read. */
  missed = $state.raw<StreamEvent[]>([])
  /** Nobody was looking then: the story comes before a question. Else the connection broke for a moment, and it waits until that is answered. */
  hasSlept = $state(false)
  refused = $state.raw<Refused | null>(null)
  /** What another seat has laid so far; it may belong to a question that is not shown yet, or not any more. */
  laid = $state.raw<BeingLaid | null>(null)
  /** By seat: the newest round or turn they have read the card of. */
  wentOn = $state.raw<ReadonlyMap<number, number>>(new Map())
  /** The newest event that was told aloud. */
  told = 0
  /** What whoever runs the server has to say; a new object each time it is said. */
  announced = $state.raw<{ text: string } | null>(null)
  isBusy = $state(false)
  /** What somebody has begun to say; it outlives the sheet it is written in. */
  draft = $state('')
  /** The seat is being given up, so the end of the connection is no surprise. */
  isLeaving = $state(false)

  private readonly connection: Connection
  private readonly stopWaking: () => void
  private queue: QueuedUpdate[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private stopWaiting: (() => void) | undefined
  private changedAt = 0
  private gaveEntropy = false
  private hiddenAt: number | null = null
  /** The same, of a phone that woke and has heard nothing since: its connection may have died while it slept. */
  private wokenFrom: number | null = null

  constructor(
    readonly id: string,
    readonly token: string,
    /** The last event this device showed earlier, before the page was loaded. */
    private readonly seenBefore: number | null = null,
  ) {
    this.connection = new Connection({
      hello: () => ({ type: 'Hello', table: this.id, token: this.token, seen: this.newest(), language: settings.language.split('-')[0]! }),
      keptWaiting: () => (this.isGuest = true),
      welcomed: (welcome) => this.welcomed(welcome),
      updated: (update) => this.updated(update),
      beingLaid: (laid) => (this.laid = laid),
      wentOn: ({ seat, card }) => this.noteGoneOn(seat, card),
      announced: (text) => (this.announced = { text }),
      connectionChanged: (state, code) => {
        this.connectionState = state
        if (code !== null) this.closeCode = code
      },
      networkDoubted: (isDoubted) => (this.isNetworkDoubted = isDoubted),
    })
    const woken = onWake(
      () => {
        this.connection.wake()
        this.lookBack()
      },
      () => this.connection.networkLost(),
    )
    const hidden = () => {
      if (document.hidden) this.hiddenAt = this.newest()
    }
    document.addEventListener('visibilitychange', hidden)
    this.stopWaking = () => {
      woken()
      document.removeEventListener('visibilitychange', hidden)
    }
    this.connection.open()
  }

  close(): void {
    this.stopWaking()
    this.stopWaiting?.()
    clearTimeout(this.timer)
    clearTimeout(this.layingTimer)
    this.connection.close()
  }

  get names(): string[] {
    return this.table?.seats.map((seat) => seat.name) ?? []
  }

  get isHost(): boolean {
    return this.you !== null && this.table?.host === this.you
  }

  // -- Sending --------------------------------------------------------------------------------------------------------

  /** A move, for the question as it is shown. False: not sent, because the screen has only just changed. */
  act(action: unknown): boolean {
    if (this.situation === null || performance.now() - this.changedAt < MISCLICK_GUARD || this.isBusy) return false
    void this.send({ type: 'Act', decision: this.situation.decision, action })
    return true
  }

  /** How much that was sent waits for its answer; what was only asked (`build`) does not count. */
  private unanswered = 0

  async send(intention: Intention): Promise<Answer | null> {
    this.refused = null
    this.isBusy = true
    this.unanswered += 1
    const answer = await this.connection.send(intention)
    this.unanswered -= 1
    this.isBusy = this.unanswered > 0
    // Asked again meanwhile: the newer question is on its way, and says all there is to say.
    if (answer?.type === 'Refused' && answer.code !== 'stale_decision') this.refused = answer
    return answer
  }

  /** Gives up the seat. The connection may be closed before the answer comes. */
  async leave(): Promise<void> {
    this.isLeaving = true
    const answer = await this.send({ type: 'Leave' })
    if (answer?.type === 'Refused') this.isLeaving = false
  }

  private layingTimer: ReturnType<typeof setTimeout> | undefined
  private unsentLaying: { decision: number; action: unknown; touched: number | null } | null = null

  /** Shows everybody what has been laid so far, and lets the clock go on from there. Quick steps go together. */
  laying(action: unknown, touched: number | null = null): void {
    if (!this.situation?.asked) return
    this.unsentLaying = { decision: this.situation.decision, action, touched }
    if (this.layingTimer === undefined) this.sendLaying()
  }

  private sendLaying(): void {
    this.layingTimer = undefined
    const laying = this.unsentLaying
    this.unsentLaying = null
    // Done meanwhile: there is nothing to show.
    if (laying === null || !this.situation?.asked || this.situation.decision !== laying.decision) return
    void this.connection.send({ type: 'Laying', ...laying })
    this.layingTimer = setTimeout(() => this.sendLaying(), LAID_APART)
  }

  /** Tells everybody that this seat has read how a round went. */
  goOn(card: number): void {
    if (this.you === null) return
    this.noteGoneOn(this.you, card)
    void this.connection.send({ type: 'GoOn', card })
  }

  private noteGoneOn(seat: number, card: number): void {
    this.wentOn = new Map(this.wentOn).set(seat, card)
  }

  /** Asks what may follow in a composite action. Nothing is done by it, so nothing waits for it. */
  async build(builder: string, parts: readonly number[]): Promise<Choices | null> {
    const { decision } = this.newestSituation() ?? {}
    this.refused = null
    const answer = await this.connection.send({ type: 'Build', builder, parts: [...parts] })
    const now = this.newestSituation()
    // Of a question that is over there is nothing to say.
    if (answer?.type === 'Refused' && now?.decision === decision && now?.builders.includes(builder)) this.refused = answer
    return answer?.type === 'Choices' ? answer : null
  }

  /** Also one that waits to be shown. */
  private newestSituation(): Situation | null {
    return this.queue.findLast((update) => update.situation)?.situation ?? this.situation
  }

  async configure(options: Record<string, unknown>, change: Partial<TableSettings>): Promise<Answer | null> {
    return this.table && this.send({ type: 'Configure', options, settings: { ...this.table.settings, ...change } })
  }

  // -- Hearing --------------------------------------------------------------------------------------------------------

  private newest(): number | null {
    const queued = this.queue.findLast((each) => each.events.length > 0)
    return queued?.events.at(-1)?.k ?? this.events.at(-1)?.k ?? null
  }

  private welcomed(welcome: Welcome): void {
    const events = welcome.events as StreamEvent[]
    this.isGuest = false
    this.laid = null
    if (welcome.resume === 'start_over') {
      this.queue = []
      this.events = []
    }
    const isFirst = this.table === null
    const slept = this.hiddenAt ?? this.wokenFrom
    const seen = isFirst ? this.seenBefore : (slept ?? this.newest())
    this.flush()
    this.show({ ...welcome, events, at: performance.now() }, { isMoving: false })
    if (seen !== null) {
      const missed = this.events.filter((event) => event.k > seen)
      // Somebody who was looking all the time needs no story after a connection that broke for a moment.
      const wasLooking = !isFirst && slept === null
      if (!wasLooking || missed.length >= WORTH_TELLING) this.tellMissed(missed, { wasLooking })
    }
    this.hiddenAt = this.wokenFrom = null
    // Whoever comes anew is told the story in one piece, in a sheet.
    if (isFirst || welcome.resume === 'start_over') this.told = this.newest() ?? 0
    if (welcome.you !== null && welcome.table.phase === 'lobby' && !this.gaveEntropy) {
      this.gaveEntropy = true
      void this.connection.send({ type: 'AddEntropy', entropy: randomHex(32) })
    }
  }

  private updated(update: Update): void {
    this.wokenFrom = null
    this.queue.push({ ...update, events: update.events as StreamEvent[], at: performance.now() })
    // Who comes and goes does not hurry what happens in the match.
    const behind = this.queue.filter((each) => each.events.length > 0).length
    if (document.hidden || behind > LONGEST_QUEUE) this.flush()
    else if (this.timer === undefined) this.showNext()
  }

  private showNext(): void {
    this.timer = undefined
    this.stopWaiting?.()
    if (!isStill() && this.queue.every((each) => this.canWait(each))) {
      this.stopWaiting = whenStill(() => this.showNext())
      return
    }
    const update = this.queue.shift()
    if (update === undefined) return
    this.show(update, { isMoving: true })
    const moves = update.events.filter((event) => event.type === 'GameEvent').length
    this.timer = setTimeout(() => this.showNext(), settings.moves() ? Math.min(moves, 3) * 240 : moves ? 120 : 0)
  }

  /** A question waits for nothing, nor does what somebody says. */
  private canWait({ situation, events }: QueuedUpdate): boolean {
    const isAsked = situation !== null && situation.asked && situation.decision !== this.situation?.decision
    return !isAsked && events.every((event) => event.type === 'GameEvent')
  }

  private flush(): void {
    clearTimeout(this.timer)
    this.stopWaiting?.()
    this.timer = undefined
    for (const update of this.queue.splice(0)) this.show(update, { isMoving: false })
  }

  private show(update: QueuedUpdate, how: { isMoving: boolean }): void {
    const newest = this.events.at(-1)?.k ?? 0
    const events = update.events.filter((event) => event.k > newest)
    if (events.length) this.events = [...this.events, ...events].slice(-MOST_EVENTS)
    this.fresh = how.isMoving ? events : []
    if (events.some((event) => event.type === 'TookBack')) {
      this.laid = null
      this.wentOn = new Map()
    }
    if (this.you !== update.you) this.you = update.you
    if (update.table) this.shown = update.table
    if (update.clock) this.clock = { ...update.clock, at: update.at }
    if (update.situation) {
      if (update.situation.decision !== this.situation?.decision) {
        this.changedAt = performance.now()
        this.refused = null
      }
      this.situation = update.situation
      if (this.table) keepPromise(this.id, this.table.commitment, update.situation.hash)
    }
    if (this.table?.phase === 'over') {
      if (this.you !== null && !this.table.lesson) keepPlayed(this.table.game)
      changeGame(this.id, { isOver: true })
    }
    if (!document.hidden && events.length) changeGame(this.id, { seen: events.at(-1)!.k })
  }

  private tellMissed(missed: StreamEvent[], { wasLooking }: { wasLooking: boolean }): void {
    this.missed = missed
    this.hasSlept = !wasLooking
  }

  private lookBack(): void {
    if (this.hiddenAt === null) return
    const since = this.hiddenAt
    if (this.connectionState === 'open') {
      this.tellMissed(this.events.filter((event) => event.k > since), { wasLooking: false })
      this.wokenFrom = since
      this.hiddenAt = null
    }
    const last = this.events.at(-1)
    if (last) changeGame(this.id, { seen: last.k })
  }
}
