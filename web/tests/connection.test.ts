import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Update, Welcome } from '../src/protocol/protocol'
import { Connection, type ConnectionState } from '../src/wire/connection'
import { HandSocket } from './hand-socket'

const welcome = { type: 'Welcome', events: [], k: 0 }
let sockets: HandSocket[]
let states: ConnectionState[]
let doubts: boolean[]
let updates: Update[]
let announced: string[]
let connection: Connection
let whenWelcomed: () => void

beforeEach(() => {
  whenWelcomed = () => undefined
  vi.useFakeTimers()
  sockets = []
  states = []
  doubts = []
  updates = []
  announced = []
  connection = new Connection(
    {
      hello: () => ({ type: 'Hello', table: 't'.repeat(22), token: 'secret'.repeat(4), seen: null, language: 'en' }),
      keptWaiting: () => undefined,
      welcomed: (_welcome: Welcome) => whenWelcomed(),
      updated: (update) => updates.push(update),
      beingLaid: () => undefined,
      wentOn: () => undefined,
      announced: (text) => announced.push(text),
      connectionChanged: (state) => states.push(state),
      networkDoubted: (isDoubted) => doubts.push(isDoubted),
    },
    'ws://here/socket',
    () => {
      const socket = new HandSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
  )
  connection.open()
})
afterEach(() => {
  connection.close()
  vi.useRealTimers()
})

const newest = () => sockets.at(-1)!
function welcomed(): HandSocket {
  newest().opens()
  newest().says(welcome)
  return newest()
}

describe('a connection', () => {
  test('says Hello first, and nothing else before the Welcome', () => {
    void connection.send({ type: 'Talk', text: 'hi' })
    newest().opens()
    expect(newest().sent.map((message) => message.type)).toEqual(['Hello'])
    newest().says(welcome)
    expect(newest().sent.map((message) => message.type)).toEqual(['Hello', 'Talk'])
    expect(states).toEqual(['open'])
  })

  test('of a guest waits, asks after the connection and can give up before the Welcome', () => {
    newest().opens()
    newest().says({ type: 'Waiting' })
    vi.advanceTimersByTime(20_000)
    newest().says({ type: 'Pong', id: newest().sent.at(-1)!.id })
    void connection.send({ type: 'Leave' })
    expect(newest().sent.map((message) => message.type)).toEqual(['Hello', 'Ping', 'Leave'])
    newest().says({ type: 'Accepted', id: newest().sent.at(-1)!.id })
    newest().says(welcome)
    expect(states).toEqual(['waiting', 'open'])
  })

  test('of a guest who was turned away does not come back', () => {
    newest().opens()
    newest().says({ type: 'Waiting' })
    newest().drops(4008)
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(states).toEqual(['waiting', 'ended'])
  })

  test('sends once what is sent in answer to the Welcome', () => {
    whenWelcomed = () => void connection.send({ type: 'AddEntropy', entropy: 'ab' })
    expect(welcomed().sent.map((message) => message.type)).toEqual(['Hello', 'AddEntropy'])
  })

  test('comes back by itself and sends again, with the same id, what was not answered', async () => {
    const first = welcomed()
    const answer = connection.send({ type: 'Talk', text: 'hi' })
    const id = first.sent[1]!.id!
    first.drops()
    expect(states).toEqual(['open', 'lost'])
    vi.advanceTimersByTime(500)
    const second = welcomed()
    expect(second).not.toBe(first)
    expect(second.sent[1]).toMatchObject({ type: 'Talk', id })
    second.says({ type: 'Accepted', id })
    expect(await answer).toEqual({ type: 'Accepted', id })
    second.drops()
    vi.advanceTimersByTime(500)
    expect(welcomed().sent.map((message) => message.type)).toEqual(['Hello'])
  })

  test('gives every intention an id of its own', () => {
    const socket = welcomed()
    void connection.send({ type: 'TakeBack' })
    void connection.send({ type: 'TakeBack' })
    const ids = socket.sent.slice(1).map((message) => message.id)
    expect(new Set(ids).size).toBe(2)
    expect(ids.every((id) => id!.length <= 36)).toBe(true)
  })

  test('drops a connection that stays silent after the device woke, and opens another', () => {
    const asleep = welcomed()
    connection.wake()
    expect(asleep.sent.at(-1)!.type).toBe('Ping')
    vi.advanceTimersByTime(5000)
    expect(asleep.readyState).toBe(3)
    expect(sockets.length).toBeGreaterThan(1)
  })

  test('drops a connection that says nothing after something was sent, and sends it again on another', () => {
    const dead = welcomed()
    void connection.send({ type: 'TakeBack' })
    vi.advanceTimersByTime(3900)
    expect(states).toEqual(['open'])
    vi.advanceTimersByTime(200)
    expect(states).toEqual(['open', 'lost'])
    vi.advanceTimersByTime(500)
    expect(welcomed().sent[1]).toEqual(dead.sent[1])
  })

  test('is doubted at once when the browser says that there is no network, asked after, and lost if nobody answers', () => {
    const socket = welcomed()
    connection.networkLost()
    expect(doubts).toEqual([true])
    expect(socket.sent.at(-1)!.type).toBe('Ping')
    vi.advanceTimersByTime(4100)
    expect(states).toEqual(['open', 'lost'])
  })

  test('is no longer doubted when something is heard all the same', () => {
    const socket = welcomed()
    connection.networkLost()
    socket.says({ type: 'Pong', id: socket.sent.at(-1)!.id })
    expect(doubts).toEqual([true, false])
    vi.advanceTimersByTime(5000)
    expect(states).toEqual(['open'])
  })

  test('keeps a connection that says something, be it no answer yet', () => {
    const socket = welcomed()
    void connection.send({ type: 'TakeBack' })
    vi.advanceTimersByTime(3900)
    socket.says({ type: 'Update', events: [] })
    vi.advanceTimersByTime(5000)
    expect(states).toEqual(['open'])
  })

  test('keeps a connection that answers after the device woke', () => {
    const socket = welcomed()
    connection.wake()
    socket.says({ type: 'Pong', id: socket.sent.at(-1)!.id })
    vi.advanceTimersByTime(5000)
    expect(sockets).toHaveLength(1)
    expect(connection.state).toBe('open')
  })

  test.each([4001, 4004])('does not come back after %i', async (code) => {
    const socket = welcomed()
    const answer = connection.send({ type: 'TakeBack' })
    socket.drops(code)
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(states).toEqual(['open', 'ended'])
    expect(await answer).toBeNull()
  })

  test('ignores what an old socket still says', () => {
    const old = welcomed()
    old.drops()
    vi.advanceTimersByTime(500)
    welcomed()
    old.says({ type: 'Update', events: [] })
    expect(updates).toEqual([])
  })
})

test('what the server announces is passed on, and is no answer to anything', () => {
  const socket = welcomed()
  socket.says({ type: 'Announced', text: 'A restart at nine.' })
  expect(announced).toEqual(['A restart at nine.'])
  expect(updates).toEqual([])
})
