/** How somebody alone did: the card by its name, what is kept of it, and what is handed on. */
import { shareText } from '../../device/offers'
import type { Words } from '../../i18n/catalogue'
import { toasts } from '../../parts/toasts.svelte'
import type { GameView } from '../../protocol/games/cant_touch_this'
import { addressForOthers } from '../../wire/address.svelte'
import { dateOfCard, today } from './daily'
import { readDeck, type Edition } from './deck'
import { isComparable, keepOwn } from './played'
import { outcomeToShare } from './sharing'

export interface Named {
  card: string
  /** The day it is the card of; null: it was not chosen as one. */
  date: string | null
}

export const scoreOf = ({ players }: GameView): number => players[0]!.sheet.total

export async function nameCard({ grid, options }: Pick<GameView, 'grid' | 'options'>): Promise<Named> {
  const [deck, { nameOfCard }] = await Promise.all([readDeck(), import('./cards')])
  const edition = options.edition as Edition
  const rows = grid.join('/')
  return { card: nameOfCard(edition, rows, deck), date: options.card.includes('/') ? dateOfCard(rows, deck, { edition }) : null }
}

/** Once a table, however often it is looked at. */
export function keepOutcome(view: GameView, table: string, { card, date }: Named): void {
  if (isComparable(view) && view.phase === 'over') keepOwn(card, { score: scoreOf(view), table, day: date === today() ? date : null })
}

export async function shareOutcome(view: GameView, words: Words, { named, best }: { named: Named | null; best: number | null }): Promise<void> {
  const { linkOf } = await import('./challenge')
  const link = named && isComparable(view) ? linkOf(named.card) : addressForOthers()
  const text = outcomeToShare(words, { date: named?.date ?? null, score: scoreOf(view), best, rating: view.rating, link })
  const done = await shareText(text)
  if (done === 'copied') toasts.show(words.label('page.shared'))
  else if (done === 'shown') toasts.show(text)
}
