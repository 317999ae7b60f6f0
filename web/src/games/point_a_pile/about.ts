/** What the things on a table of Point-a-Pile are, and what they bring now. */
import type { AnyAction, GameView } from '../../protocol/games/point_a_pile'
import type { About, Hearing } from '../game'
import { cardsOf, nameOf, textOf } from './cards'
import { signed } from './signed'
import { pileLabel, seatLabel, type Table } from './sentences'
import { because } from './why'

const RULE_OF_SET = { base: '3.1', point_a_police: '7.1', complete_a_mission: '6.3', dont_a_touchme: '8.1', wait_a_minute: '9.1' } as const

export function about(thing: string, hearing: Hearing<GameView, AnyAction>): About | null {
  const { view, you, seats, words } = hearing
  const cardOf = cardsOf(view.options)
  const table: Table = { view, you, seats, words, cardOf }
  const [what, name = ''] = thing.split(':')
  switch (what) {
    case 'card':
      return ofCard(name, hearing, table)
    case 'pile':
      return ofPile(Number(name), hearing, table)
    case 'seat':
      return ofSeat(Number(name), hearing, table)
    case 'rule':
      return view.rule ? { title: words.label('page.rule'), text: [words.word(cardOf(view.rule).kind), words.label('about.rule')], rule: '7.1' } : null
    case 'empty':
      return { title: words.label('page.empty'), text: [words.label('about.empty'), words.label(view.aside.length ? 'about.aside' : 'about.nothing_aside', { count: view.aside.length })], rule: '2.11' }
    default:
      return { title: words.label('page.on_the_table'), text: [words.label('heard.deck', { count: view.deck_size }), words.label('about.deck')], rule: '2.1' }
  }
}

/** With what it brings in the row of whoever has it, or in which pile it lies. */
function ofCard(id: string, hearing: Hearing<GameView>, table: Table): About {
  const { view, words } = hearing
  const card = table.cardOf(id)
  const owner = view.players.findIndex((player) => player.row?.includes(id) || player.last === id)
  const line = owner < 0 ? undefined : view.players[owner]!.sheet?.find((each) => each.card === id)
  const text = [
    words.label(card.set === 'base' ? `about.kind.${card.kind}` : `page.why.${card.set}`, { points: signed(card.points ?? 0), needs: card.needs, of_colour: card.of_colour }),
    line ? because(card, line.count, words) : '',
    line ? words.label('about.brings', { seat: owner, points: signed(line.points) }) : '',
    // Whoever presses a card of a pile may mean the pile.
    ...view.piles.filter(({ cards }) => cards.includes(id)).flatMap(({ place }) => ofPile(place, hearing, table)!.text),
  ]
  return { title: nameOf(card, words).replace(/^./, (first) => first.toUpperCase()), text: [...new Set(text.filter(Boolean))], rule: RULE_OF_SET[card.set] }
}

function ofPile(place: number, { view, words, worth = {} }: Hearing<GameView>, table: Table): About | null {
  const pile = view.piles.find((each) => each.place === place)
  if (!pile) return null
  const foul = view.fouls.find((each) => each.finger === place)
  const text = [
    words.ended(pileLabel(table, pile, foul?.reason ?? null, [], worth[`pile:${place}`])),
    words.label('about.pile'),
  ]
  return { title: words.label('pile', { pile: place }), text: text.filter(Boolean), rule: '2.8' }
}

function ofSeat(seat: number, { view, seats, words }: Hearing<GameView>, table: Table): About {
  const { row, sheet } = view.players[seat]!
  const lines = (row ?? []).map((card, place) => words.part('about.line', { card: textOf(table.cardOf(card), words), points: signed(sheet?.[place]?.points ?? 0) }))
  const text = [
    words.ended(seatLabel(table, seat)),
    lines.length ? words.label('about.row', { cards: lines }) : '',
    view.headpointer === seat ? words.label('about.headpointer') : '',
    view.options.complete_a_mission ? words.label('about.mission') : words.label('about.target', { target: view.options.target }),
  ]
  return { title: seats[seat]?.name ?? words.seat(seat), text: text.filter(Boolean), rule: '4.1' }
}
