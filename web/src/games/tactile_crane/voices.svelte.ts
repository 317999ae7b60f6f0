/**
 * Whose voices are heard: a caller can be muted, and words of their own can be hidden, which is kept on this device. How
 * calls are heard is the announcer's business.
 */
import { keep, recall } from '../../device/storage'
import type { Call } from '../../protocol/games/tactile_crane'

const KEPT = 'crane.hides_words'

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
