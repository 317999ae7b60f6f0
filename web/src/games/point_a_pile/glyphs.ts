/**
 * What stands on a card in signs that need no language: numbers, letters of colours and small drawings, in the order they
 * are read. `crossed` means "not". A sign means one thing wherever it stands: the crown is the Headpointer's, on plates
 * and on cards.
 */
import type { Card, Colour } from '../../protocol/games/point_a_pile'
import { signed } from './signed'

export type Drawing = keyof typeof DRAWINGS
export type Sign =
  | { text: string }
  | { colour: Colour }
  | { drawing: Drawing; crossed?: true }

/** Lines in a field of 20 x 20. */
export const DRAWINGS = {
  card: 'M5 2h10v16H5zM8 6h4M8 9h4',
  blank: 'M5 2h10v16H5z',
  alike: 'M2 4h4v12H2zM8 4h4v12H8zM14 4h4v12h-4z',
  all: 'M2 2h7v7H2zM11 2h7v7h-7zM2 11h7v7H2zM11 11h7v7h-7z',
  last: 'M2 10h11M9 5l5 5-5 5M18 3v14',
  crown: 'M2 6l4 4 4-7 4 7 4-4-2 11H4z',
  podium: 'M2 10h5v8H2zM7 4h6v14H7zM13 13h5v5h-5z',
  shield: 'M10 2l7 2v6c0 4-3 6-7 8-4-2-7-4-7-8V4z',
  shy: 'M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM6 8l2 1M14 8l-2 1M7 13q3-2 6 0',
  bolt: 'M12 2L4 11h5l-2 7 9-10h-5z',
  left: 'M18 10H3M8 4l-6 6 6 6',
  sides: 'M2 10h16M6 5l-4 5 4 5M14 5l4 5-4 5',
  pile: 'M3 13h14v4H3zM4 8h12v5H4zM3 3h14v5H3z',
  clock: 'M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM10 5v5l4 2',
  text: 'M3 4h14M3 8h14M3 12h14M3 16h8',
  toTheEnd: 'M2 3h5v14H2zM9 10h9M14 6l4 4-4 4',
  swap: 'M3 6h13M12 2l4 4-4 4M17 14H4M8 10l-4 4 4 4',
  steal: 'M10 2v9M6 8l4 4 4-4M3 12v6h14v-6',
  bin: 'M4 5h12M8 5V2h4v3M5 5l1 13h8l1-13',
  fist: 'M4 8h12v6c0 3-2 4-4 4H8c-2 0-4-1-4-4zM7 8V5h3v3M10 8V4h3v4M13 8V5h3v4',
  merge: 'M10 2v7M6 6l4 4 4-4M3 12h14M3 17h14',
  upDown: 'M6 3v14M2 7l4-4 4 4M14 17V3M10 13l4 4 4-4',
  redo: 'M16 4v5h-5M16 9a7 7 0 1 0 0 5',
  move: 'M2 14c2-8 10-8 12-3M9 9l6 3 2-6',
  drop: 'M10 2c5 6 6 8 6 11a6 6 0 0 1-12 0c0-3 1-5 6-11z',
  pay: 'M2 7h16v9H2zM10 14a2.500 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M5 4h10',
} as const

const text = (value: string): Sign => ({ text: value })
const drawn = (drawing: Drawing): Sign => ({ drawing })
const not = (drawing: Drawing): Sign => ({ drawing, crossed: true })

/** What the set is known by, before its signs. */
export const MARK_OF: Partial<Record<Card['set'], Drawing>> = { point_a_police: 'shield', dont_a_touchme: 'shy', wait_a_minute: 'bolt' }

const EXPANSIONS: Partial<Record<Card['kind'], Sign[]>> = {
  not_last_colour: [drawn('last'), not('drop')],
  last_colour: [drawn('last'), drawn('drop')],
  not_left_neighbour: [not('left')],
  a_neighbour: [drawn('sides')],
  leader_not_largest: [drawn('podium'), not('pile')],
  last_points_later: [drawn('clock')],
  text_not_text: [drawn('last'), not('text')],
  plain_not_plain: [drawn('last'), not('blank')],
  only_headpointer: [drawn('crown')],
  not_headpointer: [not('crown')],
  not_a_leader: [not('podium')],
  fewer_than_5_cards: [text('<5'), drawn('card')],
  more_than_5_cards: [text('>5'), drawn('card')],
  without_my_colour: [not('drop')],
  with_my_colour: [drawn('drop')],
  without_shy_cards: [not('shy')],
  swap: [drawn('swap')],
  steal: [drawn('steal')],
  headpointer: [drawn('crown')],
  discard: [drawn('bin')],
  battle: [drawn('fist')],
  merge: [drawn('merge')],
  switch: [drawn('upDown')],
  reorder: [drawn('toTheEnd')],
  take_all: [drawn('pile')],
  take_none: [not('pile')],
  redo: [drawn('redo')],
  change_of_mind: [drawn('move')],
  draw_more: [text('+6')],
  colour_stop: [not('drop')],
  no_actions: [not('bolt')],
  trade: [drawn('pay')],
}

export function signsOf(card: Card): Sign[] {
  const points = signed(card.points ?? 0)
  const colour: Sign[] = card.of_colour ? [{ colour: card.of_colour }] : []
  if (card.set !== 'base') return EXPANSIONS[card.kind] ?? []
  switch (card.kind) {
    case 'score':
      return [text(points)]
    case 'colour_match':
      return [text(`${points}×`), ...colour]
    case 'all_colours':
      return [text(points), drawn('all')]
    case 'colour_group':
      return [text(`${points}:${card.needs}`), drawn('alike')]
    case 'colour_count':
      return [text(`${points}:${card.needs}`), ...colour]
    case 'card_count':
      return [text(`${points}:${card.needs}`), drawn('card')]
    case 'textless_match':
      return [text(`${points}×`), drawn('blank')]
    case 'last_card':
      return [text(points), drawn('last')]
    case 'headpointer':
      return [text(points), drawn('crown')]
    default:
      return []
  }
}

/** The same on the body of a card, where there is room for two lines: what it brings, and what it needs. */
export function linesOf(card: Card): Sign[][] {
  const signs = signsOf(card)
  if (card.set !== 'base' || card.needs === null) return [signs]
  return [[text(signed(card.points ?? 0))], [text(`${card.needs}×`), ...signs.slice(1)]]
}
