// Made by `python -m touchwood.server.schema --typescript`. Do not edit.

export type AnyAction = KeepSide | TurnCard | Raise | Pass | PlaceClip;
export type AnyEvent = CardDrawn | CardLaid | DefenderNamed | SideKept | CardTurned | BidRaised | BidPassed | ClipPlaced | NoClipFits | DuelWon | SoloEnded;
export type GameView = View;
export type GameOptions = Options;

/** The bidding is over: `seat` goes second, `first` goes first and pays the bid. */
export interface BidPassed {
  type: "BidPassed";
  seat: number;
  first: number;
  bid: number;
}

export interface BidRaised {
  type: "BidRaised";
  seat: number;
  bid: number;
}

/** Chance has told which card of the deck lies on top; `number` counts from 1. */
export interface CardDrawn {
  type: "CardDrawn";
  number: number;
}

/** The card to be played lies open. */
export interface CardLaid {
  type: "CardLaid";
  grid: (string)[];
}

export interface CardTurned {
  type: "CardTurned";
  seat: number;
  grid: (string)[];
}

export type Cell = [number, number];

/** Edge, line (a column for N and S, a row for E and W) and depth (how many cells it covers). */
export type Clip = ["E" | "N" | "S" | "W", number, number];

/** Edge, line and depth are the clip's; `captured` goes from the edge inwards. */
export interface ClipPlaced {
  type: "ClipPlaced";
  seat: number;
  edge: "E" | "N" | "S" | "W";
  line: number;
  depth: number;
  captured: (Symbol)[];
}

export interface DefenderNamed {
  type: "DefenderNamed";
  seat: number;
}

/** `points` are by seat, the bid taken off. */
export interface DuelWon {
  type: "DuelWon";
  seat: number;
  points: (number)[];
  tied: number | null;
}

/** The defender's: play on the side of the card that lies up. */
export interface KeepSide {
  type: "KeepSide";
}

/** How many of each symbol a random card holds, under their letters: `mix.G=6`. A letter not named is not there. */
export interface Mix {
  "1": number;
  "2": number;
  P: number;
  S: number;
  G: number;
  B: number;
  "*": number;
  W: number;
}

/** The game ends before all clips are placed. */
export interface NoClipFits {
  type: "NoClipFits";
  clips_left: number;
}

export interface Options {
  edition: 1 | 2;
  columns: number;
  rows: number;
  mix: Mix | null;
  clips_each: number;
  card: string;
  gems_from_second: boolean;
  side_by_chance: boolean;
  first: number | "random";
}

/** Go second, at no cost. */
export interface Pass {
  type: "Pass";
}

/** What is awaited, and of whom. */
export type Phase = "bid" | "card" | "choose_side" | "clip" | "defender" | "over" | "side";

export interface PlaceClip {
  type: "PlaceClip";
  clip: Clip;
}

export interface Placed {
  seat: number;
  clip: Clip;
}

export type Preview = [Clip, number | null, string | null, Cell | null];

/** Bid one more than the standing bid. */
export interface Raise {
  type: "Raise";
}

/** The points one kind of symbol brings a player. */
export interface ScoreLine {
  symbol: Symbol;
  count: number;
  points: number;
  from_wilds: number;
  turned: number;
}

/** A player's points, line by line. The total is the sum of the lines less the penalty. */
export interface ScoreSheet {
  lines: (ScoreLine)[];
  penalty: number;
  total: number;
}

export interface SeenPlayer {
  clips: (Clip)[];
  clips_left: number;
  sheet: ScoreSheet;
  turned_bombs: (Cell)[];
}

export interface SideKept {
  type: "SideKept";
  seat: number;
}

export interface SoloEnded {
  type: "SoloEnded";
  seat: number;
  score: number;
  rating: string | null;
}

/** Somebody who looks on. There is one kind, and it sees least. */
export type Spectator = "spectator";

export type Symbol = "bomb" | "gem" | "one" | "poop" | "star" | "swirl" | "two" | "wild";

/** The defender's: play on the other side. */
export interface TurnCard {
  type: "TurnCard";
}

export interface View {
  viewer: number | Spectator;
  options: Options;
  phase: Phase;
  asked: number | null;
  card: number | null;
  side: number | null;
  grid: (string)[];
  other_side: (string)[] | null;
  defender: number | null;
  bid: number;
  first: number | null;
  placed: (Placed)[];
  players: (SeenPlayer)[];
  winner: number | null;
  rating: string | null;
  previews: (Preview)[];
}
