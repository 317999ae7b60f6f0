import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TableClient } from '../src/wire/table.svelte'
import { HandSocket } from './hand-socket'

let socket: HandSocket
let client: TableClient

beforeEach(() => {
  vi.stubGlobal(
    'WebSocket',
    class extends HandSocket {
      constructor() {
        super()
        socket = this
      }
    },
  )
  client = new TableClient('t'.repeat(22), 'secret'.repeat(4))
  socket.opens()
  socket.says({ type: 'Welcome', you: null, resume: 'start_over', k: 0, events: [], table: null, situation: null, clock: null })
})
afterEach(() => {
  client.close()
  vi.unstubAllGlobals()
})

const idOf = (type: string): string => socket.sent.find((message) => message.type === type)!.id!

test('is busy until what was sent is answered, and not because something was only asked', async () => {
  const sent = client.send({ type: 'TakeBack' })
  const asked = client.build('trigger', [])
  expect(client.isBusy).toBe(true)
  socket.says({ type: 'Accepted', id: idOf('TakeBack') })
  await sent
  expect(client.isBusy).toBe(false)
  socket.says({ type: 'Choices', id: idOf('Build'), choices: [], action: null })
  expect(await asked).toMatchObject({ type: 'Choices' })
})

test('is busy until the last of several is answered', async () => {
  const first = client.send({ type: 'TakeBack' })
  const second = client.send({ type: 'Talk', text: 'hello' })
  socket.says({ type: 'Accepted', id: idOf('TakeBack') })
  await first
  expect(client.isBusy).toBe(true)
  socket.says({ type: 'Accepted', id: idOf('Talk') })
  await second
  expect(client.isBusy).toBe(false)
})
