/** What the things on a table of TAG are, and what they are good for now. */
import type { AnyAction, GameView, Kind } from '../../protocol/games/tag'
import type { Words } from '../../i18n/catalogue'
import type { About, Hearing } from '../game'
import { Choices } from './choices'
import { seatTold } from './sentences'

export const KINDS: readonly Kind[] = ['T', 'A', 'G', 'TAG', 'Gool', 'Freeze']
const RULE_OF: Record<Kind | 'IT', string> = { T: '4.1', A: '4.1', G: '4.1', TAG: '4.5', Gool: '5.1', Freeze: '6.1', IT: '4.7' }

export function about(thing: string, hearing: Hearing<GameView, AnyAction>): About | null {
  const [what, name = ''] = thing.split(':')
  if (what === 'card') return ofCard(name as Kind | 'IT', hearing)
  if (what === 'seat') return ofSeat(Number(name), hearing)
  return ofPile(name, hearing)
}

/** Which cards have left the game, and of how many: whoever plays well counts them. */
export const outOfGame = ({ out, options }: GameView, words: Words): string[] =>
  KINDS.flatMap((kind, place) => (out[place] ? [words.part('about.out_of', { kind, count: out[place], of: options.deck[kind] })] : []))

function ofCard(kind: Kind | 'IT', { view, you, asked, legal, words, worth = {} }: Hearing<GameView, AnyAction>): About {
  const text = [words.label(`kind.${kind}`)]
  if (kind === 'IT') text.push(view.it === null ? words.label('it_in_middle') : words.label('heard.it', { seat: view.it }))
  const mine = you === null ? null : view.players[you]!
  if (kind !== 'IT' && mine?.hand?.includes(kind)) {
    if (kind.length === 1) text.push(mine.front.length ? words.label('heard.front', { front: mine.front }) : words.label('about.no_front'))
    const choices = new Choices(asked ? legal : [])
    if (choices.isChoosingCard && kind !== 'Gool' && !choices.can({ type: 'Play', kind })) text.push(words.label('about.only_discard'))
    const points = worth[`card:${kind}`]
    if (points) text.push(words.label('about.worth', { points }))
  }
  if (kind === 'Gool' || kind === 'Freeze') text.push(words.label('about.out', { count: view.out[KINDS.indexOf(kind)], of: view.options.deck[kind] }))
  return { title: words.word(kind), text, rule: RULE_OF[kind] }
}

function ofSeat(seat: number, { view, seats, words }: Hearing<GameView>): About {
  const { sets, tags, taken, hand } = view.players[seat]!
  const text = [
    words.ended(seatTold(view, seat, seats[seat]?.name ?? words.seat(seat), words)),
    words.label('page.kept_points', { sets, tags, it: view.it === seat ? '−3' : '0' }),
    hand !== null ? '' : taken.length ? words.label('heard.known_of', { seat, kinds: taken }) : words.label('page.known_none'),
  ]
  return { title: seats[seat]?.name ?? words.seat(seat), text: text.filter(Boolean), rule: '7.7' }
}

function ofPile(pile: string, { view, words }: Hearing<GameView>): About {
  const top = view.discard.at(-1)
  if (pile === 'discard') {
    const lies = top ? words.label('page.discard', { count: view.discard.length, top }) : words.label('page.discard_empty')
    return { title: words.label('about.discard'), text: [words.ended(lies), words.label('about.discard_told'), view.is_stalling ? words.label('stalling') : ''].filter(Boolean), rule: '2.6' }
  }
  return { title: words.label('about.deck'), text: [words.ended(words.label('page.deck', { count: view.deck_size })), ...ending(view, words)], rule: '7.4' }
}

/** What brings the end near, all of it: the streak also while the deck has cards, and the limit of turns where there is one. */
export function ending(view: GameView, words: Words): string[] {
  const out = outOfGame(view, words)
  const { stall_after: after } = view.options
  return [
    out.length ? words.label('about.all_out', { cards: out }) : words.label('about.none_out'),
    view.discards_to_end !== null ? words.label('discards_to_end', { count: view.discards_to_end }) : words.label('about.end_later', { players: view.players.length }),
    view.is_stalling ? words.label('stalling') : '',
    words.label('about.streak', { count: view.streak }),
    view.is_stalling || after === 0 || view.deck_size === 0 ? '' : words.label('about.stall_at', { count: after * view.players.length }),
    after === 0 ? words.label('about.turn_limit', { turn: view.turns + 1 }) : '',
  ].filter(Boolean)
}
