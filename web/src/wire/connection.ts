/**
 * One connection to a table that comes back by itself.
 *
 * Lost connections are opened again with growing pauses, at once when the device wakes (`visibilitychange`, `pageshow`,
 * `online`). What was sent and not answered is sent again with the same id after the next `Welcome`, so nothing is lost
 * and nothing is done twice. A socket may look open long after it is dead: whatever is sent must be followed by
 * some word from the server soon, else it is dropped; a `Ping` asks after sleep and now and then.
 */
import { Close, type BeingLaid, type FromClient, type FromServer, type Hello, type Update, type Welcome, type WentOn } from '../protocol/protocol'

/** `waiting`: as a guest who asks to be let in. */
export type ConnectionState = 'connecting' | 'waiting' | 'open' | 'lost' | 'ended'
export type Answer = Extract<FromServer, { type: 'Accepted' | 'Refused' | 'Choices' | 'Hint' | 'Pong' }>
export type Message = Exclude<FromClient, Hello>
type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never
export type Intention = WithoutId<Message>

export interface Listener {
  hello(): Hello
  /** The people at the table are asked whether to let this guest in. */
  keptWaiting(): void
  welcomed(welcome: Welcome): void
  updated(update: Update): void
  beingLaid(laid: BeingLaid): void
  wentOn(told: WentOn): void
  announced(text: string): void
  connectionChanged(state: ConnectionState, closeCode: number | null): void
  /** The browser says that there is no network; or something has been heard all the same. */
  networkDoubted(isDoubted: boolean): void
}

const PAUSES = [300, 1000, 2000, 4000, 8000, 15000]
const HEARTBEAT = 20_000
const PATIENCE = 4_000
/** After these there is nothing to come back to. */
const FINAL: readonly number[] = [Close.UNKNOWN, Close.KICKED, Close.UNREADABLE, Close.BROKEN, Close.TURNED_AWAY, Close.OTHER_PHONE]

export class Connection {
  state: ConnectionState = 'connecting'
  private socket: WebSocket | null = null
  private tries = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private heartbeat: ReturnType<typeof setInterval> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  /** The server has answered the hello and takes messages. */
  private isWelcomed = false
  /** The browser has said that there is no network, and nothing has been heard since. */
  private isDoubted = false
  private readonly outbox = new Map<string, { message: Message; answer: (answer: Answer | null) => void }>()
  private sent = 0
  private readonly session = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('')

  constructor(
    private readonly listener: Listener,
    private readonly address = socketAddress(),
    private readonly makeSocket = (url: string): WebSocket => new WebSocket(url),
  ) {}

  open(): void {
    clearTimeout(this.retry)
    if (this.state === 'ended') return
    this.drop()
    const socket = this.makeSocket(this.address)
    this.socket = socket
    socket.onopen = () => {
      if (socket === this.socket) socket.send(JSON.stringify(this.listener.hello()))
    }
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(String(event.data)) as FromServer)
    }
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code)
    }
    this.silence = setTimeout(() => this.lost(null), PATIENCE * 2)
  }

  /** Ends for good; nothing is opened again. */
  close(): void {
    this.drop()
    clearTimeout(this.retry)
    this.become('ended', null)
  }

  /** The device woke, came back to the page or found a network. */
  wake(): void {
    if (this.state === 'ended') return
    if (this.isWelcomed && this.socket?.readyState === 1) this.probe()
    else if (this.socket?.readyState !== 0) this.open()
  }

  /** The browser says that there is no network. It is asked after; what is done meanwhile is kept and sent. */
  networkLost(): void {
    if (this.state === 'ended') return
    this.doubt(true)
    this.wake()
  }

  /** Answers null if the connection ended before an answer came. */
  send(intention: Intention): Promise<Answer | null> {
    const id = `${this.session.slice(0, 20)}-${++this.sent}`
    const message = { ...intention, id } as Message
    return new Promise((answer) => {
      if (this.state === 'ended') return answer(null)
      this.outbox.set(id, { message, answer })
      if (!this.isWelcomed) return
      this.post(message)
      this.expectSomething()
    })
  }

  /** Something is sent and not answered yet. */
  get isBusy(): boolean {
    return this.outbox.size > 0
  }

  // -- Inside ---------------------------------------------------------------------------------------------------------
  private hear(message: FromServer): void {
    clearTimeout(this.silence)
    this.doubt(false)
    switch (message.type) {
      case 'Waiting':
        this.greeted('waiting', () => this.listener.keptWaiting())
        break
      case 'Welcome':
        this.greeted('open', () => this.listener.welcomed(message))
        break
      case 'Update':
        this.listener.updated(message)
        break
      case 'BeingLaid':
        this.listener.beingLaid(message)
        break
      case 'WentOn':
        this.listener.wentOn(message)
        break
      case 'Announced':
        this.listener.announced(message.text)
        break
      default: {
        const waiting = message.id === null ? undefined : this.outbox.get(message.id)
        if (waiting === undefined) break
        this.outbox.delete(message.id!)
        waiting.answer(message)
      }
    }
  }

  private doubt(isDoubted: boolean): void {
    if (this.isDoubted === isDoubted) return
    this.isDoubted = isDoubted
    this.listener.networkDoubted(isDoubted)
  }

  private greeted(state: ConnectionState, tell: () => void): void {
    // Before the listener adds to it: what is sent from now on goes at once.
    const unanswered = [...this.outbox.values()]
    this.tries = 0
    this.isWelcomed = true
    clearInterval(this.heartbeat)
    this.heartbeat = setInterval(() => this.probe(), HEARTBEAT)
    this.become(state, null)
    tell()
    for (const { message } of unanswered) this.post(message)
    if (this.isBusy) this.expectSomething()
  }

  private post(message: Message | { type: 'Ping'; id: string }): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message))
  }

  private probe(): void {
    if (!this.isWelcomed || document.hidden) return
    this.post({ type: 'Ping', id: `ping-${++this.sent}` })
    this.expectSomething()
  }

  /** Something was asked: a server that says nothing at all by then is taken to be gone. */
  private expectSomething(): void {
    clearTimeout(this.silence)
    this.silence = setTimeout(() => this.lost(null), PATIENCE)
  }

  private lost(closeCode: number | null): void {
    this.drop()
    if (closeCode !== null && FINAL.includes(closeCode)) {
      this.become('ended', closeCode)
      for (const { answer } of this.outbox.values()) answer(null)
      this.outbox.clear()
      return
    }
    this.become('lost', closeCode)
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)]!
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.open(), pause * (0.8 + Math.random() * 0.4))
  }

  private drop(): void {
    clearTimeout(this.silence)
    clearInterval(this.heartbeat)
    this.isWelcomed = false
    const socket = this.socket
    this.socket = null
    if (socket !== null && socket.readyState <= 1) socket.close()
  }

  private become(state: ConnectionState, closeCode: number | null): void {
    if (this.state === state && state !== 'ended') return
    this.state = state
    this.listener.connectionChanged(state, closeCode)
  }
}

export function socketAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket`
}

/** Tells when the device wakes or its network comes, and when that goes; the answer takes the listeners away again. */
export function onWake(woken: () => void, networkLost: () => void): () => void {
  const seen = () => {
    if (!document.hidden) woken()
  }
  document.addEventListener('visibilitychange', seen)
  addEventListener('pageshow', seen)
  addEventListener('online', seen)
  addEventListener('offline', networkLost)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('pageshow', seen)
    removeEventListener('online', seen)
    removeEventListener('offline', networkLost)
  }
}
