// Made by `python -m touchwood.server.schema --typescript`. Do not edit.

export type AnyAction = Draw | StopDrawing | Play | Discard | GiveIt | LeaveIt | CallGool | LetStand;
export type AnyEvent = FirstPlayerNamed | CardDealt | CardDrawn | CardTaken | DrawingStopped | CardPlayed | CardDiscarded | SetCompleted | ItGiven | ItKept | ItLeft | GoolCalled | ItStood | TableFrozen | TableThawed | TurnSkipped | StallingRuleBegan | TurnLimitReached | GameEnded;
export type GameView = View;
export type GameOptions = Options;

/** Answer with a Gool: IT goes in front of the opponent instead. */
export interface CallGool {
  type: "CallGool";
}

export interface CardDealt {
  type: "CardDealt";
  seat: number;
  kind: Kind | null;
}

export interface CardDiscarded {
  type: "CardDiscarded";
  seat: number;
  kind: Kind;
}

/** From the deck. */
export interface CardDrawn {
  type: "CardDrawn";
  seat: number;
  kind: Kind | null;
}

export interface CardPlayed {
  type: "CardPlayed";
  seat: number;
  kind: Kind;
}

/** From the top of the discard pile, for all to see. */
export interface CardTaken {
  type: "CardTaken";
  seat: number;
  kind: Kind;
}

/** How many cards of each kind there are; the IT card is not one of them. The fields stand in the order of KINDS. */
export interface Deck {
  T: number;
  A: number;
  G: number;
  TAG: number;
  Gool: number;
  Freeze: number;
}

export interface Discard {
  type: "Discard";
  kind: Kind;
}

export interface Draw {
  type: "Draw";
  pile: Pile;
}

export interface DrawingStopped {
  type: "DrawingStopped";
  seat: number;
}

export interface FirstPlayerNamed {
  type: "FirstPlayerNamed";
  seat: number;
}

export interface GameEnded {
  type: "GameEnded";
  points: (number)[];
  winners: (number)[];
}

/** Put IT in front of a player: an opponent, who is asked for a Gool (also if IT lies there already), or oneself. */
export interface GiveIt {
  type: "GiveIt";
  to: number;
}

/** The tagged player answered with a Gool: IT now lies before the opponent `to`. */
export interface GoolCalled {
  type: "GoolCalled";
  seat: number;
  to: number;
}

/** IT now lies before the opponent `to`, who is asked for a Gool if the deck has any. */
export interface ItGiven {
  type: "ItGiven";
  seat: number;
  to: number;
}

/** Somebody put IT in front of themselves; nobody is asked. */
export interface ItKept {
  type: "ItKept";
  seat: number;
}

/** IT was left where it was; nobody is asked. */
export interface ItLeft {
  type: "ItLeft";
  seat: number;
}

/** The tagged player let it stand. */
export interface ItStood {
  type: "ItStood";
  seat: number;
}

/** The six kinds of card in the deck. IT is a card too, but never in the deck or in a hand. */
export type Kind = "A" | "Freeze" | "G" | "Gool" | "T" | "TAG";

/** Leave IT where it is; nobody is asked. */
export interface LeaveIt {
  type: "LeaveIt";
}

/** Answer without a Gool, held or not. */
export interface LetStand {
  type: "LetStand";
}

export interface Options {
  deck: Deck;
  first: number | "random";
  gool_chain: boolean;
  frozen_turns_count: boolean;
  stall_after: number;
  show_taken: boolean;
  tie_break: "it_then_tags" | "shared";
  answer_seconds: number;
}

/** What is awaited, and of whom. */
export type Phase = "answer" | "choose_card" | "choose_pile" | "deal" | "draw" | "first" | "move_it" | "over" | "return_draw";

export type Pile = "deck" | "discard";

export interface Play {
  type: "Play";
  kind: Kind;
}

/** A player as the viewer sees them. */
export interface SeenPlayer {
  hand: (Kind)[] | null;
  hand_size: number;
  taken: (Kind)[];
  front: (Kind)[];
  sets: number;
  tags: number;
  points: number;
}

export interface SetCompleted {
  type: "SetCompleted";
  seat: number;
}

/** Somebody who looks on. There is one kind, and it sees least. */
export type Spectator = "spectator";

/** From now on cards come from the deck only, until somebody plays or the deck is empty. */
export interface StallingRuleBegan {
  type: "StallingRuleBegan";
  streak: number;
}

/** The freezer's, in the return turn. */
export interface StopDrawing {
  type: "StopDrawing";
}

/** A Freeze lies in the middle: the others only discard until `seat` returns. */
export interface TableFrozen {
  type: "TableFrozen";
  seat: number;
}

/** The return turn is over and the Freeze has left the game. */
export interface TableThawed {
  type: "TableThawed";
  seat: number;
}

export interface TurnLimitReached {
  type: "TurnLimitReached";
  turns: number;
}

/** No card in hand and none to be had. */
export interface TurnSkipped {
  type: "TurnSkipped";
  seat: number;
}

export interface View {
  viewer: number | Spectator;
  options: Options;
  phase: Phase;
  asked: number | null;
  turn: number | null;
  players: (SeenPlayer)[];
  deck: (number)[] | null;
  deck_size: number;
  discard: (Kind)[];
  out: (number)[];
  it: number | null;
  tagger: number | null;
  freezer: number | null;
  is_return_turn: boolean;
  draws_left: number;
  has_played: boolean;
  streak: number;
  turns: number;
  is_stalling: boolean;
  discards_to_end: number | null;
  winners: (number)[] | null;
  version?: number;
}
