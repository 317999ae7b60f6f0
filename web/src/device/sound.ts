/** Sounds made in the page: paper, wood, a click, a breath. Quiet, mutable, never needed to play. */
import { captions } from '../senses/captions.svelte'
import { settings, type Volume } from './settings.svelte'

export type Sound = 'paper' | 'knock' | 'click' | 'breath' | 'slide' | 'chime' | 'freeze' | 'tick' | 'thump' | 'fanfare' | 'gool' | 'ice'

let context: AudioContext | null = null

/** Browsers give sound only after a touch: call this from one. */
export function wakeSound(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
}

const LOUDNESS: Record<Volume, number> = { quiet: 0.4, normal: 1, loud: 1.8 }
let knob: GainNode | null = null

/** Where every sound goes: through the one knob there is. */
export function outlet(audio: AudioContext): AudioNode {
  if (knob === null || knob.context !== audio) {
    knob = audio.createGain()
    knob.connect(audio.destination)
  }
  knob.gain.value = LOUDNESS[settings.volume]
  return knob
}

/** What to make a sound of one's own with; null: it would not be heard. */
export function sounding(): AudioContext | null {
  return settings.sound && context?.state === 'running' && !document.hidden ? context : null
}

export function play(sound: Sound): void {
  captions.sound(sound)
  const audio = sounding()
  if (audio !== null) RECIPES[sound](audio, audio.currentTime + 0.01)
}

const RECIPES: Record<Sound, (audio: AudioContext, at: number) => void> = {
  paper: (audio, at) => noise(audio, at, { length: 0.09, low: 1800, high: 7000, volume: 0.1 }),
  slide: (audio, at) => noise(audio, at, { length: 0.24, low: 500, high: 2600, volume: 0.08 }),
  breath: (audio, at) => noise(audio, at, { length: 0.6, low: 200, high: 900, volume: 0.09, attack: 0.3 }),
  click: (audio, at) => tone(audio, at, { from: 2400, to: 1500, length: 0.03, volume: 0.07 }),
  knock: (audio, at) => {
    for (const beat of [0, 0.17]) {
      tone(audio, at + beat, { from: 210, to: 90, length: 0.13, volume: 0.3 })
      noise(audio, at + beat, { length: 0.03, low: 700, high: 2400, volume: 0.09 })
    }
  },
  chime: (audio, at) =>
    [523, 659, 784].forEach((pitch, step) => tone(audio, at + step * 0.11, { from: pitch, to: pitch, length: 0.5, volume: 0.09 })),
  freeze: (audio, at) =>
    [1760, 1319, 1976].forEach((pitch, step) => tone(audio, at + step * 0.06, { from: pitch, to: pitch * 0.98, length: 0.35, volume: 0.05 })),
  // A fingernail on wood.
  tick: (audio, at) => {
    tone(audio, at, { from: 900, to: 620, length: 0.04, volume: 0.06 })
    noise(audio, at, { length: 0.02, low: 1500, high: 5000, volume: 0.04 })
  },
  // Something heavy on the table, and what lies on it jumps.
  thump: (audio, at) => {
    tone(audio, at, { from: 130, to: 42, length: 0.32, volume: 0.5 })
    noise(audio, at, { length: 0.12, low: 120, high: 900, volume: 0.22 })
    noise(audio, at + 0.09, { length: 0.05, low: 1800, high: 5000, volume: 0.05 })
  },
  // A call that rises, and a slide back across the table.
  gool: (audio, at) => {
    tone(audio, at, { from: 300, to: 640, length: 0.34, volume: 0.16 })
    tone(audio, at, { from: 304, to: 960, length: 0.34, volume: 0.07 })
    noise(audio, at + 0.5, { length: 0.4, low: 500, high: 2800, volume: 0.1, attack: 0.12 })
  },
  // Crackling that grows, then the ring of ice.
  ice: (audio, at) => {
    for (let crack = 0; crack < 7; crack++) noise(audio, at + crack * 0.05 + (crack % 3) * 0.012, { length: 0.025, low: 3000, high: 9000, volume: 0.03 + crack * 0.008 })
    RECIPES.freeze(audio, at + 0.36)
  },
  // Wooden bars, upwards.
  fanfare: (audio, at) =>
    [392, 523, 659, 784].forEach((pitch, step) => {
      tone(audio, at + step * 0.1, { from: pitch, to: pitch, length: step === 3 ? 0.9 : 0.28, volume: 0.11 })
      tone(audio, at + step * 0.1, { from: pitch * 4, to: pitch * 4, length: 0.06, volume: 0.03 })
    }),
}

/** All that the page can sound like; each has a caption. */
export const SOUNDS = Object.keys(RECIPES) as Sound[]

function tone(audio: AudioContext, at: number, shape: { from: number; to: number; length: number; volume: number }): void {
  const wave = audio.createOscillator()
  const gain = audio.createGain()
  wave.type = 'sine'
  wave.frequency.setValueAtTime(shape.from, at)
  wave.frequency.exponentialRampToValueAtTime(shape.to, at + shape.length)
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(shape.volume, at + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + shape.length)
  wave.connect(gain).connect(outlet(audio))
  wave.start(at)
  wave.stop(at + shape.length + 0.02)
}

function noise(
  audio: AudioContext,
  at: number,
  shape: { length: number; low: number; high: number; volume: number; attack?: number },
): void {
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * shape.length), audio.sampleRate)
  const data = samples.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1
  const source = audio.createBufferSource()
  source.buffer = samples
  const band = audio.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = Math.sqrt(shape.low * shape.high)
  band.Q.value = band.frequency.value / (shape.high - shape.low)
  const gain = audio.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(shape.volume, at + (shape.attack ?? 0.01))
  gain.gain.exponentialRampToValueAtTime(0.0001, at + shape.length)
  source.connect(band).connect(gain).connect(outlet(audio))
  source.start(at)
}
