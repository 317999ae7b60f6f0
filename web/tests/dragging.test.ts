import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draggable } from '../src/parts/dragging'

let thing: HTMLElement
let place: HTMLElement
let ended: (string | null)[]

const pointer = (type: string, x: number, y: number) =>
  Object.assign(new MouseEvent(type, { clientX: x, clientY: y, bubbles: true, button: 0 }), { pointerId: 1, isPrimary: true })

beforeEach(() => {
  document.body.innerHTML = '<div id="thing"></div><div id="place" data-drop="seat:2"><b></b></div>'
  thing = document.querySelector('#thing')!
  place = document.querySelector('#place')!
  thing.setPointerCapture = vi.fn()
  document.elementsFromPoint = (x: number) => (x > 100 ? [place.firstElementChild!] : [thing])
  ended = []
  draggable(thing, { end: (drop) => ended.push(drop) })
})
afterEach(() => (document.body.innerHTML = ''))

test('a thing let go over a place is dropped there, however fast the mouse has left it', () => {
  thing.dispatchEvent(pointer('pointerdown', 0, 0))
  place.dispatchEvent(pointer('pointermove', 150, 0))
  place.dispatchEvent(pointer('pointerup', 150, 0))
  expect(ended).toEqual(['seat:2'])
})

test('a short move is a tap, not a drag', () => {
  thing.dispatchEvent(pointer('pointerdown', 0, 0))
  thing.dispatchEvent(pointer('pointermove', 3, 3))
  thing.dispatchEvent(pointer('pointerup', 3, 3))
  expect(ended).toEqual([])
})

test('let go over nothing, it goes back', () => {
  thing.dispatchEvent(pointer('pointerdown', 0, 0))
  thing.dispatchEvent(pointer('pointermove', 50, 0))
  thing.dispatchEvent(pointer('pointerup', 50, 0))
  expect(ended).toEqual([null])
})
