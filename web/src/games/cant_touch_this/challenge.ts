/** A card handed on: the link to it, who has played it, and opening it to play alone. */
import { readCourse, readRecord } from '../../wire/http'
import { linkTo } from '../../route.svelte'
import { openTable } from '../../screens/opening'
import type { GameShown } from '../../protocol/protocol'
import { cardOfName, nameOfCard, type NamedCard } from './cards'
import { readDeck } from './deck'
import { friendResults, keepFriend, ownResult, type FriendResult } from './played'

const GAME = 'cant_touch_this'
/** A link is passed on and on; it does not grow without end. */
const MOST_IN_LINK = 6

export const openCard = (game: GameShown, { edition, rows }: Pick<NamedCard, 'edition' | 'rows'>): Promise<void> =>
  openTable({ game, bots: [], isStarted: true, options: { edition, card: rows } })

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
    const [record, course, deck] = await Promise.all([readRecord(table), readCourse(table), readDeck()])
    const header = JSON.parse(record.slice(0, record.indexOf('\n'))) as { options: { edition: 1 | 2; card: string }; seats: { name: string }[] }
    const score = course.points.at(-1)?.[0]
    if (score === undefined || header.seats.length !== 1 || nameOfCard(header.options.edition, header.options.card, deck) !== name) return null
    return { table, name: header.seats[0]!.name, score }
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
