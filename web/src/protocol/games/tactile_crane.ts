// Made by `python -m touchwood.server.schema --typescript`. Do not edit.

export type AnyAction = CloseEyes | PlaceBet | Grab | Release | Lift | PressBarred | OpenEyes | EndWithoutOutcome | CallOut | Say | ChooseJackpot;
export type AnyEvent = FirstChallengerNamed | CardsTraded | CardFlipped | EyesClosed | BetPlaced | BetChanged | BetsOpened | BundleGrabbed | BundleFelt | BundleSeen | BundleReleased | BundleDropped | GrabWasted | CallMade | WordsCalled | EyesOpened | TurnEndedWithoutOutcome | BundleLifted | CardsCounted | BetsRevealed | GrabTaken | JackpotTaken | LeftoversAdded | CardsReturned | BetPaid | JackpotShared | BetAchieved | JackpotRefilled | ExtraTurnsBegan | DeckRanOut | TurnLimitReached | GameEnded;
export type GameView = View;
export type GameOptions = Options;

/** What an audience player places: one of three bet cards, or nothing. */
export type Bet = "high" | "just" | "low" | "nothing";

/** Two players: a right bet card is set aside. */
export interface BetAchieved {
  type: "BetAchieved";
  seat: number;
  bet: Bet;
}

/** Told to the bettor alone. */
export interface BetChanged {
  type: "BetChanged";
  seat: number;
  bet: Bet;
}

/** A right HIGH or LOW, paid from the deck. */
export interface BetPaid {
  type: "BetPaid";
  seat: number;
  bet: Bet;
  cards: number;
}

export interface BetPlaced {
  type: "BetPlaced";
  seat: number;
  bet: Bet | null;
}

/** All bets are in: the audience, and nobody else, sees them. By seat; None is the challenger. */
export interface BetsOpened {
  type: "BetsOpened";
  bets: (Bet | null)[];
}

/** Everybody sees the bets. By seat; None is the challenger. */
export interface BetsRevealed {
  type: "BetsRevealed";
  bets: (Bet | null)[];
}

/** The barred finger was pressed with a bundle in the hand. */
export interface BundleDropped {
  type: "BundleDropped";
  seat: number;
}

/** Told to the challenger alone. In thousandths of a card. */
export interface BundleFelt {
  type: "BundleFelt";
  seat: number;
  feel: number;
}

export interface BundleGrabbed {
  type: "BundleGrabbed";
  seat: number;
  grabs_left: number | null;
  pinch: number | null;
}

export interface BundleLifted {
  type: "BundleLifted";
  seat: number;
}

export interface BundleReleased {
  type: "BundleReleased";
  seat: number;
}

/** Told to one audience seat alone. In thousandths of a card. */
export interface BundleSeen {
  type: "BundleSeen";
  seat: number;
  look: number;
}

/** What somebody called in the present turn: one of the three calls, or words. */
export interface Call {
  seat: number;
  attempt: number;
  call: CallKind | null;
  words: string | null;
}

/** The calls that have a word of their own. */
export type CallKind = "less" | "more" | "stop";

export interface CallMade {
  type: "CallMade";
  seat: number;
  call: CallKind;
}

/** The audience's, out of turn. */
export interface CallOut {
  type: "CallOut";
  call: CallKind;
}

/** How true a player's calls were: the last one on each bundle that was lifted and counted (6.6). */
export interface CallRecord {
  right: number;
  wrong: number;
  unselfish: number;
}

export interface CardFlipped {
  type: "CardFlipped";
  seat: number;
  number: number;
  finger: Finger;
}

export interface CardsCounted {
  type: "CardsCounted";
  seat: number;
  number: number;
  held: number;
  result: Result;
}

/** The rest of a grab that was too high went back into the deck. */
export interface CardsReturned {
  type: "CardsReturned";
  cards: number;
}

/** So many won cards went back into the deck, for a multiplier card. */
export interface CardsTraded {
  type: "CardsTraded";
  seat: number;
  cards: number;
}

/** How the turns of a player as challenger ended. */
export interface ChallengeRecord {
  low: number;
  exact: number;
  high: number;
  without_outcome: number;
}

/** The challenger's: which jackpot to take, or (`leftovers=challenger`) to add to. */
export interface ChooseJackpot {
  type: "ChooseJackpot";
  jackpot: Jackpot;
}

/** The challenger's, before the bets. */
export interface CloseEyes {
  type: "CloseEyes";
}

/** No card to flip, and none to be had by a trade. */
export interface DeckRanOut {
  type: "DeckRanOut";
}

/** What the clock does for a challenger who is out of time or whose connection stays lost. No number. */
export interface EndWithoutOutcome {
  type: "EndWithoutOutcome";
}

/** A tie for the most cards: these take one more turn each, in this order. */
export interface ExtraTurnsBegan {
  type: "ExtraTurnsBegan";
  seats: (number)[];
}

export interface EyesClosed {
  type: "EyesClosed";
  seat: number;
}

/** Somebody peeked. */
export interface EyesOpened {
  type: "EyesOpened";
  seat: number;
}

/** The face of an instruction card: how many cards to grab, and without which finger. */
export interface Face {
  number: number;
  finger: Finger;
}

/** A grab as its challenger knows it. */
export interface Felt {
  pinch: number;
  feel: number | null;
}

/** The finger that a card bars. */
export type Finger = "index" | "little" | "middle" | "ring" | "thumb";

/** What the hand still reaches when a finger is barred, in hundredths (4.3). */
export interface FingerReach {
  thumb: number;
  index: number;
  middle: number;
  ring: number;
  little: number;
}

/** How much a grab slips when a finger is barred: a sigma in thousandths (4.4). */
export interface FingerSlip {
  thumb: number;
  index: number;
  middle: number;
  ring: number;
  little: number;
}

export interface FirstChallengerNamed {
  type: "FirstChallengerNamed";
  seat: number;
}

export interface GameEnded {
  type: "GameEnded";
  points: (number)[];
  winners: (number)[];
}

/** Close the fingers by so many thousandths; what is held is released first. */
export interface Grab {
  type: "Grab";
  pinch: number;
}

export interface GrabTaken {
  type: "GrabTaken";
  seat: number;
  cards: number;
}

/** The barred finger was pressed with an empty hand. */
export interface GrabWasted {
  type: "GrabWasted";
  seat: number;
  grabs_left: number | null;
}

/** The numbers of the hand model (RULES.md 4). */
export interface Hand {
  reach: number;
  gain: number;
  feel: number;
  look: number;
  finger: FingerReach;
  slip: FingerSlip;
}

export type Jackpot = "left" | "right";

export interface JackpotRefilled {
  type: "JackpotRefilled";
  jackpot: Jackpot | null;
  cards: number;
}

/** A right JUST, paid from the other jackpot. */
export interface JackpotShared {
  type: "JackpotShared";
  seat: number;
  jackpot: Jackpot;
  cards: number;
}

export interface JackpotTaken {
  type: "JackpotTaken";
  seat: number;
  jackpot: Jackpot | null;
  cards: number;
}

/** The shortfall or the excess went to a jackpot. */
export interface LeftoversAdded {
  type: "LeftoversAdded";
  jackpot: Jackpot | null;
  cards: number;
}

/** Lift the bundle out of the deck: the challenge is finished. */
export interface Lift {
  type: "Lift";
}

/** Peek. No move for bots and environments, so it has no number. */
export interface OpenEyes {
  type: "OpenEyes";
}

export interface Options {
  first: number | "random";
  patience: number;
  multiplier: number;
  leftovers: "challenger" | "smaller";
  achieve: "any_three" | "kinds";
  equal_turns: boolean;
  hand: Hand;
}

/** A finished turn, as everybody saw it. */
export interface PastTurn {
  challenger: number;
  face: Face;
  held: number | null;
  bets: (Bet | null)[];
}

/** What is awaited, and of whom. */
export type Phase = "bets" | "eyes" | "feel" | "first" | "flip" | "gain" | "grab" | "jackpot" | "look" | "over" | "slip";

/** The audience's, in secret. Nothing is what the clock bets, and has no number. */
export interface PlaceBet {
  type: "PlaceBet";
  bet: Bet;
}

/** Use the finger that is not allowed. */
export interface PressBarred {
  type: "PressBarred";
}

/** Let the bundle go, to grab again. */
export interface Release {
  type: "Release";
}

/** How many cards were counted, against the number on the card. */
export type Result = "exact" | "high" | "low";

/** A call in words of one's own. No number. */
export interface Say {
  type: "Say";
  words: string;
}

/** A player, as everybody sees them. */
export interface SeenPlayer {
  won: number;
  multipliers: number;
  cards: number;
  bet_cards: [number, number, number];
  achieved: [number, number, number];
  peeks: number;
  challenges: ChallengeRecord;
  calls: CallRecord;
  has_bet: boolean;
  bet: Bet | null;
}

/** Somebody who looks on. There is one kind, and it sees least. */
export type Spectator = "spectator";

export interface TurnEndedWithoutOutcome {
  type: "TurnEndedWithoutOutcome";
  seat: number;
}

export interface TurnLimitReached {
  type: "TurnLimitReached";
  turns: number;
}

export interface View {
  viewer: number | Spectator;
  options: Options;
  phase: Phase;
  challenger: number | null;
  players: (SeenPlayer)[];
  deck: number;
  jackpots: (number)[];
  multipliers: number;
  first: number | null;
  turns: number;
  tied: (number)[];
  out: (Face)[];
  last: PastTurn | null;
  face: Face | null;
  attempts: number;
  spent: number;
  is_holding: boolean;
  looked: number;
  calls: (Call)[];
  felt: (Felt)[];
  looks: (number)[];
  counted: number | null;
  winners: (number)[] | null;
  won_by: WonBy | null;
  version?: number;
}

/** The ways of winning. Those who are equal in what decides share the win, whichever way it is. */
export type WonBy = "bet_cards" | "both_bet_cards" | "enough_cards" | "extra_turns" | "most_cards";

export interface WordsCalled {
  type: "WordsCalled";
  seat: number;
  words: string;
}
