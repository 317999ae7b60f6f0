import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settings } from '../../src/device/settings.svelte'
import { play, SOUNDS } from '../../src/device/sound'
import { purr } from '../../src/games/tactile_crane/purr'
import { say } from '../../src/i18n/speech.svelte'
import en from '../../src/words/en.json'
import ja from '../../src/words/ja.json'
import { moves } from '../../src/motion/stillness'
import { announcer } from '../../src/senses/announcer.svelte'
import { captions } from '../../src/senses/captions.svelte'
import { closed, opened } from '../../src/senses/focus'
import { messagesOf, type Said } from '../../src/senses/stream.svelte'
import type { StreamEvent } from '../../src/protocol/protocol'

const region = (politeness: string): Element => document.querySelector(`[aria-live=${politeness}]`)!
const heard = (politeness = 'polite'): (string | null)[] => [...(region(politeness)?.children ?? [])].map((node) => node.textContent)
const covered = (): string[] => [...document.querySelectorAll<HTMLElement>('[data-covers]')].map((node) => node.dataset.covers!)
const later = (milliseconds = 3500) => vi.advanceTimersByTime(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  announcer.say('before')
  later(10_000)
  document.querySelectorAll('[aria-live] > *').forEach((node) => node.remove())
})
afterEach(() => {
  announcer.hush()
  settings.set({ pace: 'normal', speech: 'calls', verbosity: 'normal', captions: false, sound: true })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the announcer', () => {
  test('the same words twice are heard twice', () => {
    for (let call = 0; call < 4; call++) announcer.say('Less!', { voice: 1 })
    later()
    expect(heard()).toEqual(['Less!', 'Less!', 'Less!', 'Less!'])
  })

  test('one at a time, at the chosen pace', () => {
    settings.set({ pace: 'slow' })
    announcer.say('one')
    announcer.say('two')
    vi.advanceTimersByTime(500)
    expect(heard()).toEqual(['one'])
    later(2000)
    expect(heard()).toEqual(['one', 'two'])
  })

  test('it is to be seen that something is still to be said: what waits for its turn, and what comes in a moment', () => {
    const waits = (): boolean => document.querySelector('[data-unsaid]') !== null
    settings.set({ pace: 'slow' })
    expect(waits()).toBe(false)
    announcer.say('one')
    announcer.say('two')
    vi.advanceTimersByTime(500)
    expect([heard(), waits()]).toEqual([['one'], true])
    later(1500)
    expect([heard(), waits()]).toEqual([['one', 'two'], false])
    announcer.soon(() => announcer.say('three'), 3000)
    later(2900)
    expect(waits()).toBe(true)
    vi.advanceTimersByTime(150)
    expect([heard().at(-1), waits()]).toEqual(['three', false])
    announcer.say('four', { about: 'clip' })
    announcer.withdraw('clip')
    expect(waits()).toBe(false)
    announcer.say('five')
    announcer.hush()
    expect(waits()).toBe(false)
  })

  test('what is called off in time is not said', () => {
    const callOff = announcer.soon(() => announcer.say('too late'), 200)
    vi.advanceTimersByTime(100)
    callOff()
    expect(document.querySelector('[data-unsaid]')).toBeNull()
    later()
    expect(heard()).toEqual([])
  })

  test('what was said a while ago is not met by who walks through the page', () => {
    announcer.say('long ago')
    later(10_000)
    expect(heard()).toEqual([])
  })

  test('what is old goes at once, and not while something great moves', () => {
    announcer.say('one')
    announcer.say('two')
    later(1000)
    const ends = moves()
    later(20_000)
    expect(heard()).toEqual(['one', 'two'])
    const changes = vi.spyOn(Element.prototype, 'remove')
    ends()
    later(250)
    expect(heard()).toEqual([])
    expect(changes).toHaveBeenCalledTimes(2)
    changes.mockRestore()
  })

  test('what is urgent overtakes what is polite', () => {
    const order: string[] = []
    const observed = vi.spyOn(captions, 'show').mockImplementation((text) => void order.push(text))
    announcer.say('polite')
    announcer.say('urgent', { urgency: 'urgent' })
    later()
    expect(order).toEqual(['urgent', 'polite'])
    expect(heard('assertive')).toEqual(['urgent'])
    observed.mockRestore()
  })

  test('in a flood neighbours become one, and each event is still covered once', () => {
    for (let k = 1; k <= 9; k++) announcer.say(`event ${k}`, { covers: [k] })
    later()
    expect(heard().length).toBeLessThanOrEqual(4)
    expect(heard().join(' ')).toBe('event 1 event 2 event 3 event 4 event 5 event 6 event 7 event 8 event 9')
    expect(covered().join(' ')).toBe('1 2 3 4 5 6 7 8 9')
  })

  test('of what is only passed by, the newest is heard', () => {
    announcer.say('first')
    announcer.say('one deep', { about: 'clip' })
    announcer.say('two deep', { about: 'clip' })
    later()
    expect(heard()).toEqual(['first', 'two deep'])
  })

  test('speaks from within the newest sheet, and from the page again once that is closed', () => {
    const sheet = document.createElement('dialog')
    document.body.append(sheet)
    opened(sheet)
    announcer.say('in the sheet')
    later()
    expect(sheet.contains(region('polite'))).toBe(true)
    expect(heard()).toContain('in the sheet')
    closed(sheet)
    sheet.remove()
    announcer.say('outside')
    later()
    expect(heard()).toContain('outside')
    expect(region('polite').closest('dialog')).toBeNull()
  })
})

describe('who speaks', () => {
  const voices = (there: number) => {
    const spoken: string[] = []
    vi.stubGlobal('SpeechSynthesisUtterance', class { constructor(readonly text: string) {} })
    vi.stubGlobal('speechSynthesis', { getVoices: () => Array.from({ length: there }), speak: ({ text }: { text: string }) => spoken.push(text), cancel: () => undefined })
    return spoken
  }
  const sayBoth = () => {
    announcer.say('Ana calls: Less!', { voice: 1 })
    announcer.say('Your turn.')
    later()
  }

  test('calls have voices of their own, the rest is the screen reader’s; nothing is heard twice', () => {
    const spoken = voices(1)
    sayBoth()
    expect(spoken).toEqual(['Ana calls: Less!'])
    expect(heard()).toEqual(['Your turn.'])
  })
  test('the page alone', () => {
    settings.set({ speech: 'page' })
    const spoken = voices(1)
    sayBoth()
    expect(spoken).toEqual(['Ana calls: Less!', 'Your turn.'])
    expect(heard()).toEqual([])
  })
  test('the screen reader alone', () => {
    settings.set({ speech: 'reader' })
    const spoken = voices(1)
    sayBoth()
    expect(spoken).toEqual([])
    expect(heard()).toEqual(['Ana calls: Less!', 'Your turn.'])
  })
  test('a browser without a voice, or a device without sound, leaves it to the screen reader', () => {
    settings.set({ speech: 'page' })
    expect(voices(0)).toEqual([])
    sayBoth()
    expect(heard()).toHaveLength(2)
    later(10_000)
    settings.set({ sound: false })
    const spoken = voices(1)
    sayBoth()
    expect(spoken).toEqual([])
    expect(heard()).toHaveLength(2)
  })
  test('what is heard is there to be read', () => {
    settings.set({ captions: true })
    announcer.say('Ana calls: Less!', { voice: 1 })
    vi.advanceTimersByTime(400)
    expect(captions.all.map(({ text }) => text)).toEqual(['Ana calls: Less!'])
    later(10_000)
    expect(captions.all).toEqual([])
  })
})

describe('captions', () => {
  const languages = { en, ja } as unknown as Record<string, { labels: Record<string, string> }>
  const read = () => captions.all.map(({ text }) => text)

  test('every sound has one, in every language', () => {
    for (const [language, { labels }] of Object.entries(languages))
      for (const sound of [...SOUNDS, 'riffle']) expect(labels[`caption.${sound}`], `${language} ${sound}`).toMatch(/^\[.+\]$/)
  })
  test('a sound is written as it is heard, though the device makes none', () => {
    settings.set({ captions: true, sound: false })
    for (const sound of SOUNDS) {
      play(sound)
      expect(read().at(-1)).toBe(say(`caption.${sound}`))
    }
    purr(0.5)
    expect(read().at(-1)).toBe(say('caption.riffle'))
    later(10_000)
  })
  test('what sounds over and over is written once', () => {
    settings.set({ captions: true })
    for (let click = 0; click < 5; click++) play('click')
    expect(read()).toEqual([say('caption.click')])
  })
})

describe('a stream told', () => {
  const event = (k: number): StreamEvent => ({ type: 'GameEvent', k, event: { type: 'Pointed', seat: k } }) as unknown as StreamEvent
  const ready = (k: number): { event: StreamEvent; said: Said } => ({ event: event(k), said: { text: `${k} is ready.`, alike: { kind: 'ready', family: 'ready', several: (all) => `${all.length} are ready.` } } })
  const plain = (k: number): { event: StreamEvent; said: Said } => ({ event: event(k), said: { text: `event ${k}.` } })
  const texts = (events: { event: StreamEvent; said: Said }[]) => messagesOf(events).map(({ text }) => text)
  const covers = (events: { event: StreamEvent; said: Said }[]) => messagesOf(events).flatMap((message) => message.covers)

  test('three who do the same are one sentence', () => {
    expect(texts([plain(1), ready(2), ready(3), ready(4), plain(5)])).toEqual(['event 1.', '3 are ready.', 'event 5.'])
    expect(covers([plain(1), ready(2), ready(3), ready(4), plain(5)])).toEqual([1, 2, 3, 4, 5])
  })
  test('one alone is told as it is, and with everything told nobody is summed up', () => {
    expect(texts([ready(1)])).toEqual(['1 is ready.'])
    settings.set({ verbosity: 'full' })
    expect(texts([ready(1), ready(2)])).toEqual(['1 is ready.', '2 is ready.'])
  })
  test('in brief only the last is told, the others by their number', () => {
    settings.set({ verbosity: 'brief' })
    const events = [1, 2, 3].map(plain)
    expect(texts(events)).toEqual(['2 things happened.', 'event 3.'])
    expect(covers(events)).toEqual([1, 2, 3])
  })
  test('where one alone would be left out, it is told: nobody wants to hear that one thing happened', () => {
    settings.set({ verbosity: 'brief' })
    expect(texts([1, 2].map(plain))).toEqual(['event 1.', 'event 2.'])
    settings.set({ verbosity: 'normal' })
    expect(texts([1, 2, 3, 4, 5, 6, 7, 8, 9].map(plain))).toHaveLength(9)
    expect(texts([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(plain))[0]).toBe('2 things happened.')
  })
  test('what is one\'s own is told as it is, however much happens around it', () => {
    settings.set({ verbosity: 'normal' })
    const own = (k: number) => ({ ...plain(k), said: { text: `You score ${k}.`, matters: true } })
    const events = [plain(1), plain(2), own(3), plain(4), ...[5, 6, 7, 8, 9, 10, 11, 12].map(plain)]
    expect(texts(events).slice(0, 4)).toEqual(['2 things happened.', 'You score 3.', 'event 4.', 'event 5.'])
    expect(covers(events)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })
  test('what is muted is not said', () => {
    expect(texts([{ event: event(1), said: { text: '' } }, plain(2)])).toEqual(['event 2.'])
  })
})
