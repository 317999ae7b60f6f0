/** A card handed on: the link to it, who has played it, and opening it to play alone. */
import { myGames } from '../../device/storage'
import type { RecordHeader } from '../../proof/verify'
import { readRecord, readReplay } from '../../wire/http'
import { linkTo } from '../../route.svelte'
import { isFirstTime } from '../../screens/lessons'
import { openLesson, openTable } from '../../screens/opening'
import type { GameView } from '../../protocol/games/cant_touch_this'
import type { GameShown } from '../../protocol/protocol'
import type { Again } from '../game'
import { cardOfName, nameOfCard, type NamedCard } from './cards'
import { readDeck } from './deck'
import { friendResults, isComparable, keepFriend, ownResult, type FriendResult } from './played'

const GAME = 'cant_touch_this'
/** A link is passed on and on; it does not grow without end. */
const MOST_IN_LINK = 6

export const openCard = (game: GameShown, { edition, rows }: Pick<NamedCard, 'edition' | 'rows'>): Promise<void> =>
  openTable({ game, bots: [], isStarted: true, options: { edition, card: rows } })

/** A card one comes to: whoever has never played the game is shown how, and led back to the card. */
export async function meetCard(game: GameShown, card: Pick<NamedCard, 'edition' | 'rows'>): Promise<void> {
  const isStranger = isFirstTime(game) && !myGames().some((one) => one.game === GAME)
  if (!isStranger) return openCard(game, card)
  const what = nameOfCard(card.edition, card.rows, await readDeck())
  return openLesson(game, undefined, { at: 'challenge', game: GAME, what })
}

/** The card of a finished match once more; null: it was not played as it is printed. */
export async function againOf(view: GameView): Promise<Again | null> {
  if (!isComparable(view)) return null
  const edition = view.options.edition
  const rows = view.grid.join('/')
  return { what: nameOfCard(edition, rows, await readDeck()), open: (game) => openCard(game, { edition, rows }) }
}

/** A link names the card and the tables it was played at, never a score: nobody reads there what to beat. */
export function linkOf(card: string): string {
  const own = ownResult(card)
  const tables = [...(own ? [own.table] : []), ...friendResults(card).map(({ table }) => table)].slice(0, MOST_IN_LINK)
  return linkTo({ at: 'challenge', game: GAME, what: [card, tables.join('.')].filter(Boolean).join('/') })
}

/** The card and the tables of a link's `what`; null: it names no card. */
export async function readLink(what: string): Promise<{ name: string; card: NamedCard; tables: string[] } | null> {
  const [name = '', tables = ''] = what.split('/')
  const card = cardOfName(name, await readDeck())
  return card && { name, card, tables: tables.split('.').filter(Boolean) }
}

/** Somebody's finished match on this card, from its record; null: it is of another card, or no longer there. */
async function resultAt(table: string, name: string): Promise<FriendResult | null> {
  try {
    const lines = (await readRecord(table)).trimEnd().split('\n')
    const { header } = JSON.parse(lines[0]!) as { header: RecordHeader }
    const [end, deck] = await Promise.all([readReplay(table, (JSON.parse(lines.at(-1)!) as { n: number }).n, null), readDeck()])
    const view = end.view as GameView
    if (header.game !== GAME || !isComparable(view) || nameOfCard(view.options.edition, view.grid.join('/'), deck) !== name) return null
    return { table, name: header.seats[0]!.name, score: view.players[0]!.sheet.total }
  } catch {
    return null
  }
}

/** Asks for what is not known yet of those who came with a link, and keeps it. */
export async function findFriends(name: string, tables: readonly string[]): Promise<FriendResult[]> {
  const known = new Set(friendResults(name).map(({ table }) => table))
  const found = await Promise.all(tables.filter((table) => !known.has(table)).map((table) => resultAt(table, name)))
  for (const one of found) if (one) keepFriend(name, one)
  return friendResults(name)
}
