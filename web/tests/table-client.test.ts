import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moves } from '../src/motion/stillness'
import { MISCLICK_GUARD, TableClient } from '../src/wire/table.svelte'
import { HandSocket } from './hand-socket'

let socket: HandSocket
let client: TableClient

const NOTHING = { you: null, events: [], table: null, situation: null, clock: null }

beforeEach(() => {
  vi.useFakeTimers()
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
  socket.says({ ...NOTHING, type: 'Welcome', resume: 'start_over', k: 0 })
})
afterEach(() => {
  client.close()
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
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

const talked = (...numbers: number[]) => numbers.map((k) => ({ type: 'Talked', k, seat: 0, text: `number ${k}` }))
const heard = () => client.events.map((event) => event.k)

function asked(decision: number, builders: string[] = []): void {
  const situation = { view: {}, asked: true, decision, legal: [], builders, sealed: null, can_take_back: false, hash: 'ab', result: null }
  socket.says({ ...NOTHING, type: 'Update', situation })
}

test('says why nothing may follow in what is built, until something may; not of a question that is over', async () => {
  const refuses = async (decision: number, builders: string[]) => {
    asked(1, ['lay'])
    const built = client.build('lay', [7])
    asked(decision, builders)
    socket.says({ type: 'Refused', id: socket.sent.at(-1)!.id, code: 'nothing_to_build', sentence: 'Not so.', rule: null, facts: {} })
    expect(await built).toBeNull()
    return client.refused?.sentence
  }
  expect(await refuses(1, ['lay'])).toBe('Not so.')
  const built = client.build('lay', [])
  expect(client.refused).toBeNull()
  socket.says({ type: 'Choices', id: socket.sent.at(-1)!.id, choices: [], action: null })
  await built
  expect(await refuses(1, [])).toBeUndefined()
  expect(await refuses(2, ['lay'])).toBeUndefined()
})

test('takes no tap for a move that was on its way when the question changed, the first one or a later one', async () => {
  const acts = () => socket.sent.filter((message) => message.type === 'Act')
  asked(1)
  vi.advanceTimersByTime(MISCLICK_GUARD - 1)
  expect(client.act({ type: 'Draw' })).toBe(false)
  expect(acts()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(client.act({ type: 'Draw' })).toBe(true)
  socket.says({ type: 'Accepted', id: idOf('Act') })
  expect(acts()).toMatchObject([{ decision: 1 }])
  await vi.advanceTimersByTimeAsync(5_000)
  asked(2)
  vi.advanceTimersByTime(MISCLICK_GUARD - 1)
  expect(client.act({ type: 'Draw' })).toBe(false)
  vi.advanceTimersByTime(1)
  expect(client.act({ type: 'Draw' })).toBe(true)
})

test('takes a tap at once where only the picture of the same question is new', async () => {
  asked(1)
  vi.advanceTimersByTime(MISCLICK_GUARD)
  asked(1)
  expect(client.act({ type: 'Draw' })).toBe(true)
})

test('hears each event once, also what was told again after the connection was lost', () => {
  socket.says({ ...NOTHING, type: 'Update', events: talked(1, 2) })
  socket.drops()
  vi.runOnlyPendingTimers()
  socket.opens()
  socket.says({ ...NOTHING, type: 'Welcome', resume: 'events', k: 3, events: talked(2, 3) })
  expect(heard()).toEqual([1, 2, 3])
})

test('forgets what it heard when it must start over, also where the numbers begin anew', () => {
  socket.says({ ...NOTHING, type: 'Update', events: talked(1, 2, 3) })
  socket.drops()
  vi.runOnlyPendingTimers()
  socket.opens()
  socket.says({ ...NOTHING, type: 'Welcome', resume: 'start_over', k: 2, events: talked(1, 2) })
  expect(heard()).toEqual([1, 2])
  socket.drops()
  vi.runOnlyPendingTimers()
  socket.opens()
  socket.says({ ...NOTHING, type: 'Welcome', resume: 'start_over', k: 8, events: talked(7, 8) })
  expect(heard()).toEqual([7, 8])
})

test('forgets what waited to be shown when it must start over', () => {
  socket.says({ ...NOTHING, type: 'Update', events: talked(1, 2) })
  socket.says({ ...NOTHING, type: 'Update', events: talked(3) })
  expect(heard()).toEqual([1, 2]) // the third waits for its turn
  socket.says({ ...NOTHING, type: 'Welcome', resume: 'start_over', k: 2, events: talked(1, 2) })
  vi.runOnlyPendingTimers()
  expect(heard()).toEqual([1, 2])
})

test('a story comes before a question to who slept, and not after a connection that broke for a moment', () => {
  const situation = { view: {}, asked: true, decision: 7, legal: [], builders: [], sealed: null, can_take_back: false, hash: 'ab', result: null }
  const comesBack = (first: number): void => {
    vi.runOnlyPendingTimers()
    socket.opens()
    const events = talked(first, first + 1, first + 2, first + 3)
    socket.says({ ...NOTHING, type: 'Welcome', resume: 'events', k: first + 3, events, situation })
  }
  socket.says({ ...NOTHING, type: 'Update', events: talked(1), table: { seats: [], phase: 'playing', commitment: 'ab' } })
  vi.advanceTimersByTime(1)
  socket.drops()
  comesBack(2)
  expect([client.missed.length, client.hasSlept]).toEqual([4, false])
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  socket.drops()
  hidden.mockReturnValue(false)
  comesBack(6)
  expect([client.missed.length, client.hasSlept]).toEqual([4, true])
  // A phone that wakes finds its connection open, and only then that it is dead.
  hidden.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(client.missed).toEqual([])
  socket.drops()
  comesBack(10)
  expect([client.missed.length, client.hasSlept]).toEqual([4, true])
  hidden.mockRestore()
})

test('shows what is being laid at once, then quick steps together, as long as the same is asked', () => {
  const laid = () => (socket.sent as { type: string; decision?: number; action?: { piles: string[][] } }[]).flatMap(({ type, decision, action }) => (type === 'Laying' ? [[decision, action?.piles.join()]] : []))
  asked(1)
  client.laying({ type: 'LayOut', piles: [['B01']] })
  expect(laid()).toEqual([[1, 'B01']])
  client.laying({ type: 'LayOut', piles: [['B01', 'B02']] })
  client.laying({ type: 'LayOut', piles: [['B01', 'B02', 'B03']] })
  expect(laid()).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(laid().slice(1)).toEqual([[1, 'B01,B02,B03']])
  expect(client.isBusy).toBe(false)
  client.laying({ type: 'LayOut', piles: [] })
  client.laying({ type: 'LayOut', piles: [['B04']] })
  asked(2)
  vi.advanceTimersByTime(1000)
  expect(laid()).toHaveLength(3)
})

test('tells the clock what was touched last, by the newest of quick steps', () => {
  const touched = () => (socket.sent as { type: string; touched?: number | null }[]).flatMap((each) => (each.type === 'Laying' ? [each.touched] : []))
  asked(1)
  client.laying({ type: 'LayOut', piles: [['B01']] }, 1)
  client.laying({ type: 'LayOut', piles: [['B01'], ['B02']] }, 2)
  client.laying({ type: 'LayOut', piles: [['B01', 'B03'], ['B02']] }, 1)
  vi.advanceTimersByTime(1000)
  expect(touched()).toEqual([1, 1])
  client.laying({ type: 'LayOut', piles: [] })
  expect(touched()).toEqual([1, 1, null])
})

test('what another seat lays is there until it is taken back or told anew', () => {
  const laid = { type: 'BeingLaid', seat: 1, action: { type: 'LayOut', piles: [['B01']] } }
  asked(1)
  socket.says(laid)
  expect(client.laid).toEqual(laid)
  socket.says({ ...NOTHING, type: 'Update', events: [{ k: 900, type: 'TookBack', seat: 1 }] })
  vi.runOnlyPendingTimers()
  expect(client.laid).toBe(null)
})

const STILL = 1000
const presence = (is_present: boolean) => ({ ...NOTHING, type: 'Update', table: { table: 't', phase: 'playing', seats: [{ name: 'Bo', is_present }] } })
const drawn = (k: number) => ({ ...NOTHING, type: 'Update', events: [{ k, type: 'GameEvent', event: { type: 'CardDrawn' } }] })
const isBoThere = () => client.table?.seats[0]?.is_present

test('a great moment keeps updates waiting that ask nothing', () => {
  socket.says(presence(true))
  vi.advanceTimersByTime(STILL)
  const ends = moves()
  socket.says(drawn(1))
  socket.says(presence(false))
  vi.advanceTimersByTime(STILL)
  expect(heard()).toEqual([])
  expect(isBoThere()).toBe(true)
  ends()
  vi.advanceTimersByTime(STILL)
  expect(heard()).toEqual([1])
  expect(isBoThere()).toBe(false)
})

test.each([
  ['a question', () => asked(7), () => client.situation?.decision === 7],
  ['what somebody says', () => socket.says({ ...NOTHING, type: 'Update', events: talked(2) }), () => heard().includes(2)],
])('%s waits for no moment, and what came before it comes before it', (_, comes, isThere) => {
  const ends = moves()
  socket.says(drawn(1))
  comes()
  vi.advanceTimersByTime(STILL)
  expect(heard()[0]).toBe(1)
  expect(isThere()).toBe(true)
  ends()
})

test('a clock runs from when it came, however late it is shown', () => {
  const ends = moves()
  const came = performance.now()
  socket.says({ ...NOTHING, type: 'Update', clock: { since: 0, limit: 9000, yours: null, answer: null, is_running: true } })
  vi.advanceTimersByTime(STILL)
  expect(client.clock).toBe(null)
  ends()
  vi.advanceTimersByTime(STILL)
  expect(client.clock?.at).toBe(came)
})
