/**
 * What the screen of a game is. Each game has a folder here, found by its name (the server's), with
 *
 *   index.ts       exports `screen: GameScreen`; loaded when a table of the game is opened
 *   Cover.svelte   the drawing of its box on the start screen; loaded at once, so keep it small. Within `.plays` it shows
 *                  the table for a moment: `--loop` long, beginning `--after`, ending as it began
 *   words/cover.json   optional: what one does in it, one line a language
 *   Today.svelte   optional: what is new every day; loaded at once
 *   Challenge.svelte   optional: something handed on by a link
 *   Puzzles.svelte   optional: positions to win from, one by one or against the clock
 *
 * A screen draws the view and offers the legal actions. It knows no rules: what cannot be done is what is not in
 * `legal`, and why not is asked of the server by trying (`act` of a move that is not legal is answered by a sentence).
 */
import type { Component } from 'svelte'
import type { Language } from '../device/settings.svelte'
import type { Chances } from '../proof/verify'
import type { Choices, GameShown, LegalAction, SeatShown } from '../protocol/protocol'
import type { Catalogue, TaggedEvent, Words } from '../i18n/catalogue'
import type { EndingOfGame } from '../motion/ending'
import type { RunningClock } from '../wire/table.svelte'

export type Mode =
  | 'play' // a seat
  | 'watch' // looking on, on a device of one's own
  | 'big' // the big screen in the room: wide, public, nothing to press
  | 'replay' // a finished match, entry by entry

export interface GameProps<V = any, A = any> {
  /** The server's name of the game, its legal actions with their texts, the composite actions that can be built, all that
   * happened, which question of this seat it is, and the drawings the game lends: what the general screen needs, and no other. */
  game?: string
  offered?: readonly LegalAction[]
  builders?: readonly string[]
  story?: () => readonly string[]
  decision?: number
  faceOf?: FaceOf
  /** The table's long id, under which a finished match can be read. */
  table: string
  /** What this viewer may know. */
  view: V
  /** The table waits for this seat. */
  asked: boolean
  /** The match is over; games with phases say so themselves. */
  isOver?: boolean
  /** What may be done now, as `act` takes it. */
  legal: readonly A[]
  /** The game's events that came with this view, to be shown moving; empty when there is nothing to show. */
  fresh: readonly TaggedEvent[]
  /** One's own answer that will be shown when its time is up. */
  sealed: A | null
  /** The game's events so far, as far as this device has heard them. */
  heard?: () => readonly TaggedEvent[]
  seats: readonly SeatShown[]
  you: number | null
  /** The game's catalogue and the screen's, with the players' names, for this listener. */
  words: Words
  clock: RunningClock | null
  /** The last event as a sentence. */
  last: string
  mode: Mode
  /** Something is sent and not answered yet. */
  isBusy: boolean
  /** The phone is passed around: what lies open to all stays on its side. */
  isShared?: boolean
  /** Sends a move; false if the misclick guard swallowed it. */
  act: (action: A) => boolean
  /** Why the last move was not taken, to be said at its place too. */
  refused?: string | null
  /** What may follow the parts of a composite action chosen so far, by their numbers; null: nothing to build now. */
  build?: (builder: string, parts: readonly number[]) => Promise<Choices | null>
  /** Shows the table what was laid so far of an action that is not whole yet; the clock goes on from there, and from the part touched last (counted from 1). */
  laying?: (action: A, touched: number | null) => void
  /** What another seat has laid so far; it may belong to a question that is over, or not shown yet. */
  laid?: { seat: number; action: A } | null
  /** By seat, the newest card of a round they have read; and this seat has read one. */
  wentOn?: ReadonlyMap<number, number>
  goOn?: (card: number) => void
  openLog?: () => void
  /** What things would add to one's points now, by their names, where the table allows hints. */
  worth?: Readonly<Record<string, number>>
  /** The connection to the server is lost; what is done meanwhile waits. */
  isConnectionLost?: boolean
  /** A lesson says what happens: what the table would tell by itself at the end gives way to it. */
  isLesson?: boolean
  /** Said while the screen still shows how something went, so that the result waits for it, and a shared phone too. */
  onshowing?: (isShowing: boolean) => void
  /** Said while the screen counts something out, so that nobody hears the end before it is there to be seen. */
  onsuspense?: (isInSuspense: boolean) => void
  /** Said while this player may hear nothing but the game itself: table talk and what lies behind the screen wait. */
  onhush?: (isHushed: boolean) => void
}

/** A table as somebody hears it: what this viewer may know, in a sentence or two each. */
export interface Heard {
  /** Whose turn it is, and for what. */
  status: string
  /** What is one's own: a hand, a row, a bet. */
  mine: string
  /** What lies on the table for all. */
  table: string
  /** Who has how much, by name. */
  score: string
}

export interface Hearing<V = any, A = any> {
  view: V
  you: number | null
  asked: boolean
  isOver?: boolean
  legal: readonly A[]
  seats: readonly SeatShown[]
  words: Words
  /** What the server says things would add to one's points now, by their names, where the table allows hints. */
  worth?: Readonly<Record<string, number>>
}

export interface OptionFieldProps {
  value: unknown
  words: Words
  disabled?: boolean
  onset: (value: unknown) => void
}

/** A piece by what the view calls it, under the options of the match. */
export interface PieceProps {
  value: string
  options: Record<string, unknown>
}
/** The drawing of a piece; null: it has none. */
export type FaceOf = (value: string, options: Record<string, unknown>) => Component<PieceProps> | null

/** Looking back at a finished match; shown in a sheet from the result. */
export interface ReviewProps<V = any> {
  table: string
  /** The end of the match. */
  view: V
  seats: readonly SeatShown[]
  you: number | null
  words: Words
  /** How it ended: each seat's share of the win, as the table tells it. */
  shares: readonly string[]
  nameOf?: GameScreen['nameOf']
  /** The puzzle that was played out, if it was one. */
  puzzle?: string
}

/** A match that can be tried again as it was, by oneself and by friends. */
export interface Again {
  /** The game's own words for it, as a challenge's link has them. */
  what: string
  open: (game: GameShown) => Promise<void>
}

/** Something of a game that was handed on by a link (`#/challenge/<game>/<what>`, `#/puzzles/<game>/<what>`). */
export interface ChallengeProps {
  game: GameShown
  /** The game's own words for it. */
  what: string
}

/** A turn or a round that may still be going on. */
export interface ChapterProps<V = any> {
  /** Those of it that may still be told. */
  events: readonly TaggedEvent[]
  view: V
  seats: readonly SeatShown[]
  words: Words
}

/** What a result does not say by its points alone. */
export interface Explained {
  /** Why the winners have won. */
  why: string
  /** What each player's points are made of, by seat. */
  points: readonly string[]
}

/** Options of a match by name, each with the value it has to have. */
export type Chosen = Readonly<Record<string, unknown>>

/** Something that is told only where the options are so (`when`) or are not so (`unless`). */
export interface Conditional {
  when?: Chosen
  unless?: Chosen
}
/** A `{name}` in it is the value of that option. */
export type Paragraph = string | (Conditional & { text: string })

export interface RulesSection extends Conditional {
  /** What the outline calls it; the same in every language. */
  id?: string
  title: string
  text: Paragraph[]
  picture?: string
}

/** The rules of a game, to be read by people: a page of short sections with pictures. */
export interface RulesText {
  title: string
  sections: RulesSection[]
}

/** Draws a picture that is named in the rules. */
export type RulePicture = Component<{ name: string }>

/** Of each section: which rules of RULES.md it tells (a number stands for all below it), and at which moments it is what one
 * would look up. */
export type RulesOutline = Readonly<Record<string, { covers: readonly string[]; moments?: readonly string[] }>>

/** What a thing on the table is, what it does and what it is worth now. */
export interface About {
  title: string
  text: readonly string[]
  /** Where RULES.md has more. */
  rule?: string
}

export interface GameScreen {
  Table: Component<GameProps>
  /** Words of the screen itself; the game's own come from the server. */
  words: (language: Language) => Promise<Catalogue>
  /** All of these with what the options of a match add, such as the names of cards that a table has brought along. */
  wordsWith?: (words: Words, options: Record<string, unknown>) => Words
  rules: (language: Language) => Promise<RulesText>
  outline?: RulesOutline
  /** Which moment of the outline it is, where the phase alone does not tell. */
  momentOf?: (view: any) => string
  /** Draws the pictures named in the rules. */
  picture?: () => Promise<RulePicture>
  /** Drawings of pieces for the general screen. */
  faceOf?: FaceOf
  /** What a choice is called in a hint and in the review, where the general screen's sentence says too little; null: that one. */
  nameOf?: (action: any, words: Words) => string | null
  /** What each choice was worth, where the game can tell. */
  review?: () => Promise<Component<ReviewProps>>
  /** The result in words, beside the points. */
  explain?: (view: any, words: Words) => Explained
  /** What the result begins with instead of a list of points, where points alone say little; null: the list it is. */
  outcome?: (view: any, puzzle?: string) => Promise<Component<ReviewProps>> | null
  /** How a match ends on the table, before its result is told in a sheet. */
  ending?: () => Promise<EndingOfGame>
  /** The same once more, for who played alone; null: this match was by chance, or by rules of its own. */
  again?: (view: any) => Promise<Again | null>
  /** The first match: which hint (a label of `words`) fits what is on the table now; null: none. */
  hint?: (view: any, asked: boolean) => string | null
  /** Fields of its own for options that no general one fits, by their names. */
  optionFields?: Readonly<Record<string, Component<OptionFieldProps>>>
  /** What the lobby offers for options that could be any text. */
  optionChoices?: Readonly<Record<string, readonly string[]>>
  /** The table in words, for who hears it. */
  hear?: (hearing: Hearing) => Heard
  /** An event told with the table as it is then and what happened before it, where its own facts say too little, or too much;
   * null: the catalogue's sentence. */
  tellEvent?: (event: TaggedEvent, view: any, words: Words, before: () => readonly TaggedEvent[]) => string | null
  /** Kinds of events that are told together where they come in a row, by one name; others only with their own kind. */
  alike?: Readonly<Record<string, string>>
  /** Kinds that everybody must hear: never told by a number alone, as others are where too much happens at once. */
  mattering?: readonly string[]
  /** Kinds that say who has won, and no more than the result does: heard once, with it. */
  toldByResult?: readonly string[]
  /** Whose voice an event is, where somebody calls out; 'muted' if this device does not want to hear it. */
  voiceOf?: (event: TaggedEvent, table: string) => number | 'muted' | null
  /** What players have to remember by themselves: it is told once and not again. */
  isToRemember?: (event: TaggedEvent, view: any) => boolean
  /** On a phone that is passed around: whether what this player is about to see or do is not for the others' eyes. Without
   * this function it always is. */
  hides?: (view: any) => boolean
  /** Where a turn or a round of the log begins: by any name, and what it is called; null: it goes on. */
  chapter?: (event: TaggedEvent, words: Words) => { of: string; title: string } | null
  /** A turn or a round at one glance, above its events in the log. */
  Chapter?: Component<ChapterProps>
  /** What something is that carries this name as `data-about`; null: there is nothing to tell of it now. */
  about?: (thing: string, hearing: Hearing) => About | null
  /** What could fall at each draw, so that the deal can be checked here. */
  chances?: Chances
}
