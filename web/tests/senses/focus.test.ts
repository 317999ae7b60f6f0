import { cleanup, render } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import Sheet from '../../src/parts/Sheet.svelte'
import { acted, arrived, keepFocus } from '../../src/senses/focus'
import { hearKeys, keysFromNow, keysNow, offerKeys } from '../../src/senses/keys'
import { settings } from '../../src/device/settings.svelte'
import { comes } from '../waiting'

/** For what is not to come; what comes is waited for. */
const drawn = async () => {
  await Promise.resolve()
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
}
const page = (html: string): void => void (document.body.innerHTML = `<main>${html}</main>`)
const focused = (): string => document.activeElement!.id
let stop: () => void

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  stop = keepFocus()
})
afterEach(() => {
  stop()
  cleanup()
  vi.restoreAllMocks()
})
const element = (id: string) => document.getElementById(id)!

describe('the focus', () => {
  test('has a ring for who used a key last, and none for who touched', () => {
    page('<button id="draw"></button>')
    const hasRing = () => document.documentElement.hasAttribute('data-keys')
    element('draw').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
    expect(hasRing()).toBe(true)
    element('draw').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    expect(hasRing()).toBe(false)
  })
  test('goes on to the next thing to decide when what had it vanishes', async () => {
    page('<p id="status" data-status tabindex="-1"></p><button id="draw"></button><button id="play" data-next></button>')
    element('draw').focus()
    element('draw').remove()
    await comes(() => expect(focused()).toBe('play'))
  })
  test('does not wait for a picture that is late', async () => {
    vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
    page('<button id="jackpot"></button><button id="go-on" data-next></button>')
    element('jackpot').focus()
    element('jackpot').remove()
    await comes(() => expect(focused()).toBe('go-on'))
  })
  test('waits on the status where there is nothing to decide, and goes on when there is', async () => {
    page('<p id="status" data-status tabindex="-1"></p><button id="draw"></button>')
    element('draw').focus()
    element('draw').remove()
    await comes(() => expect(focused()).toBe('status'))
    document.querySelector('main')!.insertAdjacentHTML('beforeend', '<button id="play" data-next></button>')
    await comes(() => expect(focused()).toBe('play'))
  })
  test('is not taken away from somebody who reads elsewhere', async () => {
    page('<p id="status" data-status tabindex="-1"></p><button id="seat"></button>')
    element('seat').focus()
    document.querySelector('main')!.insertAdjacentHTML('beforeend', '<button id="play" data-next></button>')
    await drawn()
    expect(focused()).toBe('seat')
  })
  test('leaves what made the move, though that is still there', async () => {
    page('<p id="status" data-status tabindex="-1"></p><button id="pile"></button>')
    element('pile').focus()
    acted()
    await comes(() => expect(focused()).toBe('status'))
  })
  test('passes over what is inert, disabled or not to be pressed', async () => {
    page('<button id="a" data-next disabled></button><div inert><button id="b" data-next></button></div><button id="c" data-next aria-disabled="true"></button><button id="d" data-next></button>')
    arrived()
    await comes(() => expect(focused()).toBe('d'))
  })
  test('is on the heading of a sheet that came unasked, where a key meant for the table closes nothing', () => {
    page('<button id="card"></button>')
    element('card').focus()
    const children = createRawSnippet(() => ({ render: () => '<p>Ana asks</p>' }))
    render(Sheet, { title: 'Take back?', comesUnasked: true, onclose: () => undefined, children })
    expect(document.activeElement!.tagName).toBe('H2')
    expect(document.activeElement!.textContent).toBe('Take back?')
  })
  test('a sheet gives it back to what opened it; one opened from another, to what opened that', async () => {
    page('<button id="menu"></button>')
    element('menu').focus()
    const children = createRawSnippet(() => ({ render: () => '<button id="inside">go</button>' }))
    const first = render(Sheet, { title: 'Menu', onclose: () => undefined, children })
    document.getElementById('inside')!.focus()
    const second = render(Sheet, { title: 'Log', onclose: () => undefined, children })
    first.unmount()
    await drawn()
    second.unmount()
    await comes(() => expect(focused()).toBe('menu'))
  })
})

describe('keys', () => {
  const pressed: string[] = []
  let stopHearing: () => void
  const press = (on: Element, key: string, how: object = {}) => on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }))
  let take: (() => void) | void

  beforeEach(() => {
    page('<div id="part"><button id="button"></button><input id="text"><input id="range" type="range"></div>')
    pressed.length = 0
    stopHearing = hearKeys()
    take = offerKeys(() => [{ shown: 'q', says: 'what is asked', press: (key) => key.length === 1 && pressed.push(key) > 0 }])(element('part')) as () => void
  })
  afterEach(() => {
    take?.()
    stopHearing()
    settings.set({ letters: true })
  })

  test('are heard wherever the focus is, but not in a field that is written in, nor with Ctrl', () => {
    press(element('button'), 'q')
    press(element('range'), 'Q')
    press(element('text'), 'q')
    press(element('button'), 'q', { ctrlKey: true })
    expect(pressed).toEqual(['q', 'q'])
  })
  test('are told as they are now by the sheet that lists them, as long as what offers them is there', () => {
    let language = 'en'
    const end = offerKeys(() => [{ shown: 't', says: `table, ${language}` }])(element('part')) as () => void
    const offered = keysFromNow()
    const sheet = render(Sheet, { title: 'Keys', onclose: () => undefined, children: createRawSnippet(() => ({ render: () => '<p>keys</p>' })) })
    language = 'ja'
    expect(offered().map(({ says }) => says)).toEqual(['table, ja', 'what is asked'])
    end()
    expect(offered().map(({ says }) => says)).toEqual(['what is asked'])
    sheet.unmount()
  })
  test('single letters can be switched off', () => {
    settings.set({ letters: false })
    press(element('button'), 'q')
    expect(pressed).toEqual([])
  })
  test('nothing under an open sheet hears them, and the sheet of keys lists what is heard', () => {
    expect(keysNow().map(({ says }) => says)).toEqual(['what is asked'])
    const sheet = render(Sheet, { title: 'Menu', onclose: () => undefined, children: createRawSnippet(() => ({ render: () => '<p>menu</p>' })) })
    press(document.body, 'q')
    expect(pressed).toEqual([])
    expect(keysNow()).toEqual([])
    sheet.unmount()
    press(element('button'), 'q')
    expect(pressed).toEqual(['q'])
  })
})
