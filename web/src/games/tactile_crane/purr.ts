/** A feeling, given to hand and ear at once. */
import { vibrate } from '../../device/offers'
import { outlet, sounding } from '../../device/sound'
import { captions } from '../../senses/captions.svelte'
import type { CallKind } from '../../protocol/games/tactile_crane'
import { lengthOf, pitchOf, purrOf } from './feeling'

export function purr(feel: number): void {
  vibrate(purrOf(feel), { isNow: true })
  captions.sound('riffle')
  const audio = sounding()
  if (audio === null) return
  const at = audio.currentTime + 0.01
  const length = lengthOf(feel) / 1000
  const pitch = pitchOf(feel)
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0.0001, at)
  volume.gain.exponentialRampToValueAtTime(0.16, at + 0.03)
  volume.gain.setValueAtTime(0.16, at + Math.max(0.03, length - 0.05))
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length)
  volume.connect(outlet(audio))
  // Two strings slightly out of tune carry the pitch; there is no beat that could be counted.
  for (const detuned of [-9, 8]) {
    const string = audio.createOscillator()
    string.type = 'triangle'
    string.frequency.value = pitch
    string.detune.value = detuned
    string.connect(volume)
    string.start(at)
    string.stop(at + length + 0.02)
  }
  riffle(audio, { at, length, pitch }, volume)
}

/** Paper that runs over a thumb: noise in grains, the coarser the thicker, at no regular distance. */
function riffle(audio: AudioContext, { at, length, pitch }: { at: number; length: number; pitch: number }, into: AudioNode): void {
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate)
  const data = samples.getChannelData(0)
  const grain = audio.sampleRate / (pitch / 4)
  let loud = 0
  for (let sample = 0, until = 0; sample < data.length; sample++) {
    if (sample >= until) {
      until = sample + grain * (0.5 + Math.random())
      loud = 0.4 + 0.6 * Math.random()
    }
    data[sample] = (Math.random() * 2 - 1) * loud * 0.5
  }
  const paper = audio.createBufferSource()
  paper.buffer = samples
  const band = audio.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = Math.min(6000, pitch * 4)
  band.Q.value = 0.8
  paper.connect(band).connect(into)
  paper.start(at)
}

const BEATS: Record<CallKind | 'words', number[]> = {
  more: [30, 50, 120],
  less: [120, 50, 30],
  stop: [50, 40, 50, 40, 50],
  words: [70],
}

/** A call is felt too, each in its own rhythm. */
export const feelCall = (call: CallKind | null): void => vibrate(BEATS[call ?? 'words'])
