/** A feeling, given to hand and ear at once. */
import { vibrate } from '../../device/offers'
import { sounding } from '../../device/sound'
import type { CallKind } from '../../protocol/games/tactile_crane'
import { lengthOf, pitchOf, purrOf } from './feeling'

export function purr(feel: number): void {
  vibrate(purrOf(feel))
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
  volume.connect(audio.destination)
  // Two strings slightly out of tune rub against each other like paper; there is no beat that could be counted.
  for (const detuned of [-9, 8]) {
    const string = audio.createOscillator()
    string.type = 'triangle'
    string.frequency.value = pitch
    string.detune.value = detuned
    string.connect(volume)
    string.start(at)
    string.stop(at + length + 0.02)
  }
}

const BEATS: Record<CallKind | 'words', number[]> = {
  more: [30, 50, 120],
  less: [120, 50, 30],
  stop: [50, 40, 50, 40, 50],
  words: [70],
}

/** A call is felt too, each in its own rhythm. */
export const feelCall = (call: CallKind | null): void => vibrate(BEATS[call ?? 'words'])
