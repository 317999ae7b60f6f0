/** When a lost connection is said: by an arranged clock. */
import { render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Welcome } from '../src/protocol/protocol'
import { say } from '../src/i18n/speech.svelte'
import { toasts } from '../src/parts/toasts.svelte'
import ConnectionNotice from '../src/screens/table/ConnectionNotice.svelte'
import { Connection, onWake } from '../src/wire/connection'
import type { TableClient } from '../src/wire/table.svelte'
import { HandSocket } from './hand-socket'
import { ConnectionShown } from './connection-shown.svelte'

let sockets: HandSocket[]
let connection: Connection
let shown: ConnectionShown
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  shown = new ConnectionShown()
  connection = new Connection(
    {
      hello: () => ({ type: 'Hello', table: 't'.repeat(22), token: 'secret'.repeat(4), seen: null, language: 'en' }),
      keptWaiting: () => undefined,
      welcomed: (_welcome: Welcome) => undefined,
      updated: () => undefined,
      beingLaid: () => undefined,
      wentOn: () => undefined,
      announced: () => undefined,
      connectionChanged: (state) => (shown.connectionState = state),
      networkDoubted: (isDoubted) => (shown.isNetworkDoubted = isDoubted),
    },
    'ws://here/socket',
    () => {
      sockets.push(new HandSocket())
      return sockets.at(-1) as unknown as WebSocket
    },
  )
  stop = onWake(() => connection.wake(), () => connection.networkLost())
  connection.open()
  sockets[0]!.opens()
  sockets[0]!.says({ type: 'Welcome', events: [], k: 0 })
  render(ConnectionNotice, { client: shown as unknown as TableClient })
})
afterEach(() => {
  stop()
  connection.close()
  vi.useRealTimers()
})

const LOST = /The connection is lost/
function pass(milliseconds: number): void {
  flushSync()
  vi.advanceTimersByTime(milliseconds)
  flushSync()
}
const isSaid = (): boolean => screen.queryAllByText(LOST).length > 0

test('half a second after the browser says so', () => {
  dispatchEvent(new Event('offline'))
  pass(490)
  expect(isSaid()).toBe(false)
  pass(20)
  expect(isSaid()).toBe(true)
})

test('and no longer once something is heard all the same', () => {
  dispatchEvent(new Event('offline'))
  pass(600)
  sockets[0]!.says({ type: 'Pong', id: null })
  pass(0)
  expect(isSaid()).toBe(false)
  expect(toasts.all.map(({ text }) => text)).toContain(say('connection.back'))
})

test('half a second after the socket closes', () => {
  sockets[0]!.drops()
  pass(490)
  expect(isSaid()).toBe(false)
  pass(20)
  expect(isSaid()).toBe(true)
})

test('within five seconds of a send that nobody answers', () => {
  void connection.send({ type: 'TakeBack' })
  pass(4000)
  expect(isSaid()).toBe(false)
  pass(990)
  expect(isSaid()).toBe(true)
})
