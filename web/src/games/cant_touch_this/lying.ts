/** What lies on a card, to be drawn. */
import type { Badge } from '../../protocol/protocol'
import type { Clip, Preview } from '../../protocol/games/cant_touch_this'

/** A clip on the card. */
export interface Lying {
  clip: Clip
  badge: Badge | null
  kind?: 'lying' | 'ghost'
  /** Slides in as the n-th of those that come with this picture. */
  order?: number
}

/** What every clip would bring, by its name. */
export type Previews = ReadonlyMap<string, Preview>
