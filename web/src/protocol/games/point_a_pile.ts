// Made by `python -m touchwood.server.schema --typescript`. Do not edit.

export type AnyAction = LayOut | SplitPile | Point | PointAtEmptySpace | KeepFingerUp | Trigger | Pass | Throw | ThrowByLot;
export type AnyEvent = HeadpointerNamed | MissionDealt | DiscardsShuffled | CardDrawn | PilesLaid | PileSplit | PileLies | RuleCameInForce | WorstPointLater | Pointed | PileShown | EmptySpaceShown | NoFingerShown | PutOut | PileScored | PileSetAside | AsideScored | AsideDiscarded | HeadpointerPassed | WindowOpened | ChoiceMade | WindowClosed | ActionTriggered | ActionReturned | ActionLost | ActionSpent | DrawGrew | HeadpointerTaken | ActionsStopped | PilesMerged | ColourStopped | PilesSwapped | FingerMoved | PileWon | BattleBegan | Threw | ThrownByLot | ThrowShown | BattleGoesOn | CardGiven | CardStolen | CardDiscarded | CardsSwitched | CardMovedToEnd | RoundRedone | MissionFulfilled | CardsRanOut | RoundLimitReached | GameEnded;
export type GameView = View;
export type GameOptions = Options;

/** Its card had left the row, so it did not happen; to the own player alone. */
export interface ActionLost {
  type: "ActionLost";
  seat: number;
  card: string;
}

/** It had become impossible and does not count; to the own player alone. */
export interface ActionReturned {
  type: "ActionReturned";
  seat: number;
  card: string;
}

/** After its effect the card goes to the discard pile. */
export interface ActionSpent {
  type: "ActionSpent";
  seat: number;
  card: string;
}

/** With all that it names; `whose` row, and which cards of rows. */
export interface ActionTriggered {
  type: "ActionTriggered";
  seat: number;
  card: string;
  piles: (number)[];
  colour: Colour | null;
  whose: number | null;
  cards: (string)[];
}

export interface ActionsStopped {
  type: "ActionsStopped";
}

/** What a redo goes back to. The deck and the missions have not changed since. */
export interface AfterDraw {
  rows: ((string)[])[];
  discard: (string)[];
  hand: (string)[];
  headpointer: number;
  acted: (number)[];
}

export interface AsideDiscarded {
  type: "AsideDiscarded";
  cards: (string)[];
}

/** Alone at empty space: all that was set aside. */
export interface AsideScored {
  type: "AsideScored";
  seat: number;
  cards: (string)[];
}

export interface BattleBegan {
  type: "BattleBegan";
  pile: number;
  seats: (number)[];
}

export interface BattleGoesOn {
  type: "BattleGoesOn";
  seats: (number)[];
}

/** One line of a card list. */
export interface Card {
  card: string;
  set: CardSet;
  kind: Kind;
  points: number | null;
  needs: number | null;
  of_colour: Colour | null;
  colour: Colour | null;
}

/** Out of the row of `owner`. */
export interface CardDiscarded {
  type: "CardDiscarded";
  owner: number;
  card: string;
}

export interface CardDrawn {
  type: "CardDrawn";
  seat: number;
  card: string;
}

/** By a trade, to the end of the other row. */
export interface CardGiven {
  type: "CardGiven";
  seat: number;
  to: number;
  card: string;
}

export interface CardMovedToEnd {
  type: "CardMovedToEnd";
  seat: number;
  card: string;
}

/** The base game and its four expansions. */
export type CardSet = "base" | "complete_a_mission" | "dont_a_touchme" | "point_a_police" | "wait_a_minute";

export interface CardStolen {
  type: "CardStolen";
  seat: number;
  victim: number;
  card: string;
}

export interface CardsRanOut {
  type: "CardsRanOut";
}

export interface CardsSwitched {
  type: "CardsSwitched";
  seat: number;
  other: number;
  card: string;
  for_card: string;
}

/** In a window; to the own player alone. */
export interface ChoiceMade {
  type: "ChoiceMade";
  seat: number;
  card: string | null;
}

export type Colour = "blue" | "green" | "purple" | "red";

export interface ColourStopped {
  type: "ColourStopped";
  colour: Colour;
  cards: (string)[];
}

/** A pile that several want and that waits for its split. */
export interface Contest {
  cards: (string)[];
  seats: (number)[];
}

/** The discards went back into the deck before the draw. */
export interface DiscardsShuffled {
  type: "DiscardsShuffled";
  count: number;
}

export interface DrawGrew {
  type: "DrawGrew";
  count: number;
}

/** A finger is shown: it points at empty space. */
export interface EmptySpaceShown {
  type: "EmptySpaceShown";
  seat: number;
}

export interface FingerMoved {
  type: "FingerMoved";
  seat: number;
  pile: number | null;
}

/** Why a pick is invalid. */
export interface Foul {
  finger: number;
  reason: string;
  card: string;
}

export interface GameEnded {
  type: "GameEnded";
  points: (number)[];
  winners: (number)[];
}

export type Hand = "paper" | "rock" | "scissors";

export interface HeadpointerNamed {
  type: "HeadpointerNamed";
  seat: number;
}

/** With the number of the round that begins; without one the game ends, and the new Headpointer counts as that. */
export interface HeadpointerPassed {
  type: "HeadpointerPassed";
  seat: number;
  round: number | null;
}

export interface HeadpointerTaken {
  type: "HeadpointerTaken";
  seat: number;
}

/** An action chosen in a window. What is named by its place in a row is fixed when it is chosen. */
export interface Intent {
  seat: number;
  trigger: Trigger;
  cards: (string)[];
  fingers: (number)[];
}

/** No finger: what the clock does. Legal, but nobody is offered it. */
export interface KeepFingerUp {
  type: "KeepFingerUp";
}

/** What a card does; unique within its set (`HEADPOINTER` is a kind of base card and a kind of action). */
export type Kind = "a_neighbour" | "all_colours" | "battle" | "card_count" | "cards_12" | "cards_8_points_4" | "change_of_mind" | "colour_count" | "colour_group" | "colour_match" | "colour_same" | "colour_stop" | "discard" | "draw_more" | "each_colour_2" | "each_colour_cards_6" | "each_colour_points_6" | "fewer_than_5_cards" | "green_5_purple_3" | "headpointer" | "last_card" | "last_colour" | "last_points_later" | "leader_not_largest" | "merge" | "more_than_5_cards" | "no_actions" | "not_a_leader" | "not_headpointer" | "not_last_colour" | "not_left_neighbour" | "only_headpointer" | "plain" | "plain_not_plain" | "points_10" | "red_5_blue_3" | "redo" | "reorder" | "score" | "steal" | "swap" | "switch" | "take_all" | "take_none" | "text_6" | "text_not_text" | "textless_5" | "textless_match" | "trade" | "with_my_colour" | "without_my_colour" | "without_shy_cards";

/** The cards drawn, in piles; each pile bottom to top. */
export interface LayOut {
  type: "LayOut";
  piles: ((string)[])[];
}

export interface MissionDealt {
  type: "MissionDealt";
  seat: number;
  mission: string | null;
}

export interface MissionFulfilled {
  type: "MissionFulfilled";
  seat: number;
  mission: string;
}

export interface NoFingerShown {
  type: "NoFingerShown";
  seat: number;
}

export interface Options {
  point_a_police: boolean;
  complete_a_mission: boolean;
  dont_a_touchme: boolean;
  wait_a_minute: boolean;
  memory: boolean;
  target: number;
  first: number | "random";
  round_limit: number;
  shy_pile_limit: number;
  deck: (string | Card)[];
}

/** No action in this window. */
export interface Pass {
  type: "Pass";
}

/** What is awaited, and of whom. The second group is passed through inside a step and never waited in. */
export type Phase = "after_layout" | "after_picks" | "after_round" | "before_draw" | "contests" | "draw" | "draw_begins" | "first" | "first_pointing" | "layout" | "lot" | "missions" | "over" | "picks_settle" | "pointing" | "round_begins" | "round_ends" | "round_settles" | "split" | "throw" | "throw_lot";

export interface Pile {
  place: number;
  cards: (string)[];
}

/** A pile as it was laid, bottom to top; told after `PilesLaid` and `PileSplit`, pile by pile. */
export interface PileLies {
  type: "PileLies";
  pile: number;
  cards: (string)[];
}

/** `cards` are now the end of the row, in this order. */
export interface PileScored {
  type: "PileScored";
  seat: number;
  pile: number;
  cards: (string)[];
}

export interface PileSetAside {
  type: "PileSetAside";
  cards: (string)[];
}

/** A finger is shown: it points at a pile. */
export interface PileShown {
  type: "PileShown";
  seat: number;
  pile: number;
}

export interface PileSplit {
  type: "PileSplit";
  seat: number;
  count: number;
  pointers: (number)[];
}

/** By an action; it leaves the table now and is scored with the single picks. */
export interface PileWon {
  type: "PileWon";
  seat: number;
  pile: number;
}

export interface PilesLaid {
  type: "PilesLaid";
  seat: number;
  count: number;
}

export interface PilesMerged {
  type: "PilesMerged";
  pile: number;
  onto: number;
}

export interface PilesSwapped {
  type: "PilesSwapped";
  pile: number;
  other: number;
}

export interface Point {
  type: "Point";
  pile: number;
}

export interface PointAtEmptySpace {
  type: "PointAtEmptySpace";
}

/** To others only that the finger is down; that it was moved later is told to nobody else. */
export interface Pointed {
  type: "Pointed";
  seat: number;
  pile: number | null;
}

/** A pile won by an action in the present pointing; scored together with the single picks. */
export interface Prize {
  seat: number;
  pile: Pile;
}

/** An invalid pick: out of the round. */
export interface PutOut {
  type: "PutOut";
  seat: number;
  reason: string;
  card: string;
}

/** What a seat can reach in the window that is open. */
export interface Reach {
  seat: number;
  headpointer: number;
  usable: (Usable)[];
  lengths: (number)[];
  piles: (number)[];
  contested: (number)[];
  finger: number | null;
  partners: (number)[];
  won: ((number)[])[];
}

export interface RoundLimitReached {
  type: "RoundLimitReached";
  rounds: number;
}

/** Everything since the draw is undone. */
export interface RoundRedone {
  type: "RoundRedone";
  seat: number;
  hand: (string)[];
}

/** For this round, from the Headpointer's last scored card. */
export interface RuleCameInForce {
  type: "RuleCameInForce";
  card: string;
}

/** What one card of a row is worth now, and why. */
export interface ScoreLine {
  card: string;
  points: number;
  count: number;
}

export interface SeenBattle {
  seat: number;
  card: string;
  place: number;
  seats: (number)[];
  thrown: number;
  own_throw: Hand | null;
  by_lot: (number)[];
}

/** A player as the viewer sees them. */
export interface SeenPlayer {
  row: (string)[] | null;
  last: string | null;
  length: number;
  points: number | null;
  sheet: (ScoreLine)[] | null;
  has_mission: boolean;
  mission: string | null;
  ruled_out: (string)[];
}

/** Somebody who looks on. There is one kind, and it sees least. */
export type Spectator = "spectator";

/** A contested pile, in smaller piles; each bottom to top. */
export interface SplitPile {
  type: "SplitPile";
  piles: ((string)[])[];
}

/** To others only that the throw is made. */
export interface Threw {
  type: "Threw";
  seat: number;
  hand: Hand | null;
}

export interface Throw {
  type: "Throw";
  hand: Hand;
}

/** What the clock throws: chance names the hand when all throws are in. No number, and not for people. */
export interface ThrowByLot {
  type: "ThrowByLot";
}

export interface ThrowShown {
  type: "ThrowShown";
  seat: number;
  hand: Hand;
}

/** Time was up: chance has named the hand. */
export interface ThrownByLot {
  type: "ThrownByLot";
  seat: number;
  hand: Hand;
}

/** Trigger an action card of one's row. Which of the other fields are needed depends on its kind. */
export interface Trigger {
  type: "Trigger";
  card: string;
  piles: (number)[];
  colour: Colour | null;
  seat: number | null;
  places: (number)[];
}

/** An action card of the row that belongs to the open window. */
export interface Usable {
  card: string;
  kind: Kind;
  place: number;
}

export interface View {
  viewer: number | Spectator;
  options: Options;
  phase: Phase;
  asked: (number)[];
  headpointer: number | null;
  rounds: number;
  players: (SeenPlayer)[];
  leaders: (number)[] | null;
  worst: (number)[] | null;
  deck_size: number;
  discard: (string)[];
  to_draw: number;
  draw_more: number;
  hand: (string)[];
  most_piles: number | null;
  rule: string | null;
  piles: (Pile)[];
  pointers: (number)[];
  later: (number)[];
  ready: (number)[];
  fingers: (number | null)[];
  fouls: (Foul)[];
  out: (number)[];
  at_empty: (number)[];
  contests: (Contest)[];
  aside: (string)[];
  prizes: (Prize)[];
  won: ((string)[])[] | null;
  acted: (number)[];
  are_actions_stopped: boolean;
  choice: Trigger | Pass | null;
  pending: Intent | null;
  reach: Reach | null;
  battle: SeenBattle | null;
  shown: (number | null)[];
  thrown: (Hand | null)[];
  after_draw: AfterDraw | null;
  winners: (number)[] | null;
  version?: number;
}

export interface WindowClosed {
  type: "WindowClosed";
  window: Phase;
}

export interface WindowOpened {
  type: "WindowOpened";
  window: Phase;
}

export interface WorstPointLater {
  type: "WorstPointLater";
  later: (number)[];
}
