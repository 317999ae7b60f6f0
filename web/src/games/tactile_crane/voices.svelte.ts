/**
 * The voices of the audience, as the challenger hears them: spoken where the browser can speak. A caller can be muted,
 * and words of their own can be hidden, which is kept on this device.
 */
import { settings, type Language } from '../../device/settings.svelte'
import { keep, recall } from '../../device/storage'
import type { Call } from '../../protocol/games/tactile_crane'

const SPOKEN: Record<Language, string> = { en: 'en-GB', ja: 'ja-JP' }
const KEPT = 'crane.hides_words'

export function speak(text: string, seat: number): void {
  if (!settings.sound || typeof speechSynthesis === 'undefined' || typeof SpeechSynthesisUtterance === 'undefined') return
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = SPOKEN[settings.language]
  utterance.rate = 1.1
  utterance.pitch = 0.75 + (seat % 6) * 0.15
  speechSynthesis.speak(utterance)
}

export function hush(): void {
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel()
}

class Ears {
  private muted = $state<Record<string, number[]>>({})
  hidesWords = $state(recall(KEPT, false))

  isMuted(table: string, seat: number): boolean {
    return this.muted[table]?.includes(seat) ?? false
  }

  mute(table: string, seat: number, isMuted: boolean): void {
    const others = (this.muted[table] ?? []).filter((one) => one !== seat)
    this.muted[table] = isMuted ? [...others, seat] : others
  }

  hideWords(isHidden: boolean): void {
    this.hidesWords = isHidden
    keep(KEPT, isHidden)
  }

  hears(table: string, call: Pick<Call, 'seat' | 'words'>): boolean {
    return !this.isMuted(table, call.seat) && !(this.hidesWords && call.words !== null)
  }
}

export const ears = new Ears()
