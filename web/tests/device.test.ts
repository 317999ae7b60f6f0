import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copy, share, stayAwake, vibrate } from '../src/device/offers'
import { settings } from '../src/device/settings.svelte'
import type { Sound } from '../src/device/sound'
import { comes } from './waiting'

const SOUNDS: Sound[] = ['paper', 'knock', 'click', 'breath', 'slide', 'chime', 'freeze', 'tick', 'thump', 'fanfare', 'gool', 'ice']
let started = 0

/** As much of one as the recipes use. */
class Loudspeaker {
  state = 'running'
  sampleRate = 8000
  currentTime = 0
  private readonly knob = { value: 0, setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
  private readonly node = () => ({ frequency: this.knob, gain: this.knob, Q: this.knob, connect: (next: unknown) => next, start: () => started++, stop: () => undefined })
  createGain = this.node
  createBiquadFilter = this.node
  createOscillator = this.node
  createBufferSource = this.node
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
}

/** A page on which nothing has been touched yet. */
async function freshSound() {
  vi.resetModules()
  const { settings: own } = await import('../src/device/settings.svelte')
  return { ...(await import('../src/device/sound')), own }
}

beforeEach(() => {
  started = 0
  vi.stubGlobal('AudioContext', Loudspeaker)
})
afterEach(() => {
  vi.unstubAllGlobals()
  settings.set({ sound: true, vibration: true })
})

describe('sounds', () => {
  test('have one knob', async () => {
    const { outlet, wakeSound, sounding, own } = await freshSound()
    own.set({ sound: true, volume: 'quiet' })
    wakeSound()
    const knob = outlet(sounding()!) as GainNode
    const quiet = knob.gain.value
    own.set({ volume: 'loud' })
    expect((outlet(sounding()!) as GainNode).gain.value).toBeGreaterThan(quiet)
    own.set({ volume: 'normal' })
  })
  test.each(SOUNDS)('%s is heard after a touch, not before, not muted', async (sound) => {
    const { play, wakeSound, own } = await freshSound()
    play(sound)
    expect(started).toBe(0)
    wakeSound()
    play(sound)
    const heard = started
    expect(heard).toBeGreaterThan(0)
    own.sound = false
    play(sound)
    expect(started).toBe(heard)
  })

  test('a device without sound is no trouble', async () => {
    vi.stubGlobal('AudioContext', undefined)
    const { play, wakeSound } = await freshSound()
    wakeSound()
    expect(() => play('knock')).not.toThrow()
  })
})

describe('vibration', () => {
  test('comes one after the other, and not when it would be too late', async () => {
    vi.resetModules()
    const { vibrate } = await import('../src/device/offers')
    vi.useFakeTimers()
    const felt = vi.fn()
    vi.stubGlobal('navigator', { vibrate: felt, userActivation: { hasBeenActive: true } })
    vi.advanceTimersByTime(10_000)
    vibrate(300)
    vibrate([40, 60, 400])
    vibrate(20)
    expect(felt.mock.calls).toEqual([[300]])
    vi.advanceTimersByTime(300)
    expect(felt.mock.calls).toEqual([[300], [[40, 60, 400]]])
    vibrate(700, { isNow: true })
    expect(felt.mock.calls.at(-1)).toEqual([700])
    vi.advanceTimersByTime(5_000)
    expect(felt).toHaveBeenCalledTimes(3)
    vi.useRealTimers()
  })
  test('comes after a touch, where it is wanted', () => {
    const felt = vi.fn()
    vi.stubGlobal('navigator', { vibrate: felt, userActivation: { hasBeenActive: false } })
    vibrate(60)
    expect(felt).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { vibrate: felt, userActivation: { hasBeenActive: true } })
    vibrate(60)
    expect(felt).toHaveBeenCalledWith(60)
    settings.vibration = false
    vibrate(60)
    expect(felt).toHaveBeenCalledTimes(1)
  })

  test('a device that cannot is no trouble', () => {
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
    expect(() => vibrate(60)).not.toThrow()
  })
})

describe('staying awake', () => {
  test('is asked for again when the page is seen again, and let go at the end', async () => {
    const release = vi.fn(async () => undefined)
    const request = vi.fn(async () => ({ release }))
    vi.stubGlobal('navigator', { wakeLock: { request } })
    const letSleep = stayAwake()
    await comes(() => expect(request).toHaveBeenCalledTimes(1))
    document.dispatchEvent(new Event('visibilitychange'))
    await comes(() => expect(request).toHaveBeenCalledTimes(2))
    letSleep()
    expect(release).toHaveBeenCalledTimes(1)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(request).toHaveBeenCalledTimes(2)
  })

  test('a device that cannot is no trouble', () => {
    vi.stubGlobal('navigator', {})
    expect(() => stayAwake()()).not.toThrow()
  })
})

describe('sharing', () => {
  const link = 'http://table.home/t/KQRTM'

  test('what was put away is not copied behind one’s back', async () => {
    const writeText = vi.fn(async () => undefined)
    const put = async () => Promise.reject(new DOMException('no', 'AbortError'))
    vi.stubGlobal('navigator', { share: put, clipboard: { writeText } })
    expect(await share('A table', link)).toBe('put_away')
    expect(writeText).not.toHaveBeenCalled()
  })

  test('what may not be shared is copied', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { share: async () => Promise.reject(new DOMException('no', 'NotAllowedError')), clipboard: { writeText } })
    expect(await share('A table', link)).toBe('copied')
    expect(writeText).toHaveBeenCalledWith(link)
  })

  test('without a clipboard it is copied the old way, or left to be copied by hand', async () => {
    vi.stubGlobal('navigator', {})
    document.execCommand = vi.fn(() => true)
    expect(await copy(link)).toBe('copied')
    document.execCommand = vi.fn(() => false)
    expect(await copy(link)).toBe('shown')
    expect(document.querySelector('textarea')).toBeNull()
  })
})
