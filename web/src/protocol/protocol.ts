// Made by `python -m touchwood.server.schema --typescript`. Do not edit.

export const PROTOCOL = 1;
export const Close = {
  SHUTTING_DOWN: 1012,
  UNREADABLE: 4000,
  UNKNOWN: 4001,
  TOO_MANY: 4002,
  TOO_SLOW: 4003,
  KICKED: 4004,
  NO_HELLO: 4005,
  UNAVAILABLE: 4006,
  BROKEN: 4007,
  TURNED_AWAY: 4008,
  OTHER_PHONE: 4009,
} as const;

export type FromClient = Hello | Ping | Act | Laying | GoOn | Build | AskHint | Talk | Emote | AddEntropy | TakeBack | AnswerTakeBack | AnswerGuest | Leave | Rematch | Start | SitOut | Rename | ChooseBadge | Lock | Pause | Kick | Mute | HandOver | AddBot | Configure;

export type FromServer = Welcome | Waiting | Update | Accepted | Refused | Choices | Hint | Pong | BeingLaid | WentOn | Announced;

export type StreamEvent = GameEvent | PlayerJoined | PlayerLeft | MatchStarted | MatchOver | Talked | Emoted | HostChanged | Paused | Resumed | StandInSeated | SeatHandedBack | TakeBackAsked | TakeBackDenied | TookBack | GuestAsked | GuestTurnedAway | TimeRanOut | SteppedAside | OtherPhoneAsked | PhoneChanged | SeatReclaimed | ToldOnce;

/** Stored for good. What is new comes as an `Update`, maybe before this. */
export interface Accepted {
  type: "Accepted";
  id: string;
}

/** A move. Also a sealed pick and the answer that is shown later; the last one before the showing counts. */
export interface Act {
  type: "Act";
  id: string;
  decision: number;
  action: unknown;
}

/** Host: seat a bot. In the lobby only. */
export interface AddBot {
  type: "AddBot";
  id: string;
  bot: string;
}

/** A device's share in the deal: after the commitment was shown, before the start, once a seat. */
export interface AddEntropy {
  type: "AddEntropy";
  id: string;
  entropy: string;
}

/** Where others reach this server: a host who opened the page as localhost hands out the address in the network. */
export interface AddressShown {
  address: string;
}

/** From whoever runs the server, to everybody: that it will be started again, for example. Nothing of the match. */
export interface Announced {
  type: "Announced";
  text: string;
}

/** Let in a guest who came late, or not; or say that it is, or is not, the one whose seat they ask for. */
export interface AnswerGuest {
  type: "AnswerGuest";
  id: string;
  request: number;
  lets_in: boolean;
}

/** Consent to a take-back or deny it; the one who asked may deny it too. */
export interface AnswerTakeBack {
  type: "AnswerTakeBack";
  id: string;
  request: number;
  consents: boolean;
}

/** What would the strongest bot do? Only against bots alone; the record tells of it. Answered by `Hint`. */
export interface AskHint {
  type: "AskHint";
  id: string;
  decision: number;
}

export interface Badge {
  colour: string;
  shape: string;
}

/** What stood behind a choice, by what its seat knew: the label `because.<code>` of the game, and what fills it. */
export interface Because {
  code: string;
  facts: Record<string, number | string>;
}

/** What another seat has laid so far, to be seen moving. It is no event: it has no number, is told again only to who
    comes while it lasts, and is void as soon as the seat has acted. */
export interface BeingLaid {
  type: "BeingLaid";
  seat: number;
  action: unknown;
}

/** Asks what may be added to a composite action. Answered by `Choices`; changes nothing. */
export interface Build {
  type: "Build";
  id: string;
  builder: string;
  parts: (number)[];
}

export interface Choice {
  number: number;
  choice: unknown;
  text: string;
}

/** What may be added to a composite action, and the action itself as soon as the parts make one. */
export interface Choices {
  type: "Choices";
  id: string;
  choices: (Choice)[];
  action: unknown;
}

/** In the lobby, for oneself: one that no other person has, by its place in `TableShown.badges`. */
export interface ChooseBadge {
  type: "ChooseBadge";
  id: string;
  badge: number;
}

/** Times in milliseconds, counted from when this was sent. Built only from what the viewer knows anyway. */
export interface ClockShown {
  since: number;
  limit: number | null;
  yours: number | null;
  answer: number | null;
  is_running: boolean;
}

/** Host, in the lobby: options and settings, whole. */
export interface Configure {
  type: "Configure";
  id: string;
  options: Record<string, unknown>;
  settings: Settings;
}

/** A seat's way through a match, luck apart from skill: what the deal gave, what was made of it, and the rest. */
export interface Course {
  seat: number;
  began: number;
  ended: number;
  even: number;
  dealt: Estimate;
  cost: Estimate;
  rest: Estimate;
}

/** How the points of a finished match went. */
export interface CourseShown {
  points: ((number)[])[];
}

export interface CreateTable {
  game: string;
  name: string;
  options?: Record<string, unknown>;
  settings?: Settings;
  bots?: (string)[];
}

/** Talk without words: limited, muted and hushed as talk is. */
export interface Emote {
  type: "Emote";
  id: string;
  shows: EmoteKind;
}

/** Eight drawings; what each says is in the words of the table. */
export type EmoteKind = "bravo" | "cheers" | "hello" | "hmm" | "laugh" | "luck" | "ouch" | "wow";

/** Talk without words. */
export interface Emoted {
  type: "Emoted";
  k: number;
  seat: number;
  shows: EmoteKind;
}

/** The body of every HTTP answer that says no. */
export interface ErrorShown {
  code: string;
  facts: Record<string, number | string | (number | string)[]>;
  sentence: string;
}

/** What something brought or cost, with half the width of its 95% interval (0: exact). */
export interface Estimate {
  amount: number;
  margin: number;
}

/** How somebody has done in all matches the group has played so far, at this table and those before. */
export interface EveningShown {
  name: string;
  seat: number | null;
  shares: string;
  matches: number;
}

/** Something in the match, as this viewer hears it. Sentences: section `events`. */
export interface GameEvent {
  type: "GameEvent";
  k: number;
  event: unknown;
}

export interface GameShown {
  name: string;
  title: string;
  credit: string;
  rules_version: number;
  fewest: number;
  most: number;
  options: Record<string, unknown>;
  defaults: Record<string, unknown>;
  presets: Record<string, Record<string, unknown>>;
  bots: (string)[];
  languages: (string)[];
  lessons: (LessonOffered)[];
  puzzles: Record<string, number>;
}

/** This seat has read how a round went. Told to all others (`WentOn`), so that it lies there until everybody has;
    nothing waits for it, and nothing is written down. */
export interface GoOn {
  type: "GoOn";
  id: string;
  card: number;
}

/** Somebody would like to take over this bot's seat. */
export interface GuestAsked {
  type: "GuestAsked";
  k: number;
  seat: number;
  name: string;
}

/** A guest who waits to be let in. */
export interface GuestShown {
  request: number;
  seat: number;
  name: string;
  consented: (number)[];
  is_own_seat: boolean;
}

/** By somebody, by time, or because the guest gave up. One who is let in has `PlayerJoined`. */
export interface GuestTurnedAway {
  type: "GuestTurnedAway";
  k: number;
  name: string;
}

/** Host: make another seat the host. */
export interface HandOver {
  type: "HandOver";
  id: string;
  seat: number;
}

/** No figures: players can see this too, and whoever counts devices can be sent Morse by somebody who comes and
    goes. */
export interface Health {
  status: string;
  version: string;
}

/** The first message of a connection, and the only one that carries a secret. */
export interface Hello {
  type: "Hello";
  table: string;
  token: string;
  seen?: number | null;
  language?: string;
}

/** What the strongest bot would do, as it sees the seat's own view. */
export interface Hint {
  type: "Hint";
  id: string;
  bot: string;
  action: unknown;
  text: string;
  percent: number | null;
  margin: number | null;
  other: string | null;
  other_action: unknown;
  other_percent: number | null;
  because: Because | null;
}

export interface HostChanged {
  type: "HostChanged";
  k: number;
  seat: number;
}

export interface JoinTable {
  name: string;
  seat?: number | null;
  is_own_seat?: boolean;
}

/** One choice, judged by what its seat could know then. */
export interface Judgement {
  entry: number;
  seat: number;
  action: string;
  cost: number;
  best: (string)[];
  margin: number | null;
  is_turning_point: boolean;
  because: Because | null;
  is_close: boolean;
}

/** Host: send somebody, or a bot, away from a seat. */
export interface Kick {
  type: "Kick";
  id: string;
  seat: number;
}

/** Who may take over a bot's seat in a running match. */
export type LateGuests = "ask" | "nobody";

/** What an action has come to that is not whole yet: cards laid so far. Where the game says that it is open all
    others see it (`BeingLaid`), and where it can the clock goes on from here. Nothing is written down: a newer one
    replaces it, `Act` makes it void, and a server that starts again has forgotten it. */
export interface Laying {
  type: "Laying";
  id: string;
  decision: number;
  action: unknown;
  touched?: number | null;
}

/** Give up the seat for good. In a running match a bot goes on in it. A guest who waits to be let in gives up. */
export interface Leave {
  type: "Leave";
  id: string;
}

export interface LegalAction {
  action: unknown;
  text: string;
}

export interface LessonOffered {
  name: string;
  when: Record<string, unknown>;
  players: [number, number] | null;
  next: string | null;
  is_brief: boolean;
}

/** Where a lesson stands. Sentences: section `lesson`. */
export interface LessonShown {
  done: number;
  of: number;
  notes: (Note)[];
  say: string | null;
  point: (string)[];
}

/** Host: let nobody new in, or again. */
export interface Lock {
  type: "Lock";
  id: string;
  locked: boolean;
}

/** All that a viewer has heard at a table so far; what is not told again is left out (`ToldOnce`). */
export interface LogRead {
  events: (GameEvent | PlayerJoined | PlayerLeft | MatchStarted | MatchOver | Talked | Emoted | HostChanged | Paused | Resumed | StandInSeated | SeatHandedBack | TakeBackAsked | TakeBackDenied | TookBack | GuestAsked | GuestTurnedAway | TimeRanOut | SteppedAside | OtherPhoneAsked | PhoneChanged | SeatReclaimed | ToldOnce)[];
}

/** A proof or a review that is still being made: how many steps are done, of how many (0: not known yet). */
export interface LookingBackShown {
  done: number;
  of: number;
  chances: (WinChance)[];
}

/** The seed is shown now; the record can be fetched. */
export interface MatchOver {
  type: "MatchOver";
  k: number;
}

export interface MatchStarted {
  type: "MatchStarted";
  k: number;
}

export interface Mute {
  type: "Mute";
  id: string;
  seat: number;
  muted: boolean;
}

/** Where the group went on. */
export interface NextTable {
  table: string;
  code: string;
  game: string | null;
  asked_by: number | null;
  coming: (number)[];
  undecided: (number)[];
}

/** Something told between two steps; the learner goes on with a tap. */
export interface Note {
  say: string;
  point: (string)[];
}

/** A table on which a puzzle is played out, against a bot that plays perfectly. */
export interface OpenPuzzle {
  game: string;
  name: string;
  puzzle: string;
}

export interface OptionsTried {
  idle: (string)[];
  bots: (string)[];
}

/** Where a fork was taken from. */
export interface Origin {
  record: string;
  entry: number;
  seat: number | null;
  is_dealt_anew: boolean;
}

/** Somebody says they are the one who sits here, on another phone. */
export interface OtherPhoneAsked {
  type: "OtherPhoneAsked";
  k: number;
  seat: number;
}

/** Who may have their own seat on another phone, with the first one lost or empty. */
export type OtherPhones = "ask" | "nobody";

/** How hurried the clock is; how long a decision takes in itself is the game's word. */
export type Pace = "brisk" | "normal" | "relaxed";

/** Host: stop all clocks, or let them go on. */
export interface Pause {
  type: "Pause";
  id: string;
  paused: boolean;
}

export interface Paused {
  type: "Paused";
  k: number;
}

export type Phase = "lobby" | "over" | "playing";

/** Whoever sits here goes on with another phone; the first one has no seat any more. */
export interface PhoneChanged {
  type: "OtherPhoneTaken";
  k: number;
  seat: number;
}

export interface Ping {
  type: "Ping";
  id: string;
}

/** A table that a device has a place at already: its own group's, to which a code has led it anew. */
export interface PlaceFound {
  table: string;
  code: string;
  tokens: (string)[];
}

/** What if: a new table from a moment of a finished match. */
export interface PlayOn {
  name: string;
  entry: number;
  seat: number;
  bots: (string)[];
  is_dealt_anew?: boolean;
}

export interface PlayerJoined {
  type: "PlayerJoined";
  k: number;
  seat: number;
  name: string;
}

/** Of their own will, or sent away. In the lobby later seats move up by one. */
export interface PlayerLeft {
  type: "PlayerLeft";
  k: number;
  seat: number;
  name: string;
  was_kicked: boolean;
}

export interface Pong {
  type: "Pong";
  id: string;
}

/** A position from which whoever is to choose wins by perfect play, and by nothing less. */
export interface PuzzleShown {
  name: string;
  level: string;
  seat: number;
  view: unknown;
  legal: (LegalAction)[];
  keeps: (unknown)[];
}

/** With the token of a seat, or the watch key. */
export interface ReadLog {
  token: string;
}

/** Nothing happened, and why. */
export interface Refused {
  type: "Refused";
  id: string | null;
  code: string;
  rule: string | null;
  facts: Record<string, number | string | (number | string)[]>;
  sentence: string;
}

/** After the end: a new table for the same group, to which everybody is asked; each one's token opens it too. Asked
    already, `comes` answers: to come is to say `Hello` there, not to come gives the seat up. */
export interface Rematch {
  type: "Rematch";
  id: string;
  game?: string | null;
  comes?: boolean;
}

/** In the lobby, for oneself. */
export interface Rename {
  type: "Rename";
  id: string;
  name: string;
}

/** A finished match just after one of its entries. Everything is open now. */
export interface ReplayEntry {
  n: number;
  newest: number;
  entry: Record<string, unknown> | null;
  text: string | null;
  events: (unknown)[];
  view: unknown;
  hash: string;
}

export interface Result {
  points: (number)[];
  shares: (string)[];
  seed: string;
  hash: string;
}

/** How far behind a returning client was. */
export type Resume = "events" | "start_over" | "up_to_date";

export interface Resumed {
  type: "Resumed";
  k: number;
}

/** What each choice of a finished match cost, with all that a device needs to put the choices into words. */
export interface ReviewShown {
  judgements: (Judgement)[];
  facts: Record<string, number | string>;
  chances: (WinChance)[];
  unit: "percent" | "points" | "tenths";
  assumes: "ahead" | "perfect" | "quick";
  courses: (Course)[];
  game: string;
  actions: Record<string, unknown>;
}

export interface Rule {
  number: string | null;
  text: string;
}

export interface Rulebook {
  title: string;
  sections: (Section)[];
}

export interface SeatHandedBack {
  type: "SeatHandedBack";
  k: number;
  seat: number;
}

/** The first phone has its seat back: it was not its owner who went on with another one. */
export interface SeatReclaimed {
  type: "SeatReclaimed";
  k: number;
  seat: number;
}

export interface SeatShown {
  name: string;
  badge: Badge;
  bot: string | null;
  is_present: boolean;
  is_kept: boolean;
  is_muted: boolean;
  is_invited: boolean;
  sits_out: boolean;
}

/** A place at a table. The token is shown this once. */
export interface Seated {
  table: string;
  code: string;
  seat: number;
  token: string;
  is_waiting: boolean;
}

export interface Section {
  title: string;
  rules: (Rule)[];
}

/** What the host sets besides the options of the game. */
export interface Settings {
  watching: Watching;
  most_seats: number | null;
  clock_seconds: number | null;
  keep_after_seconds: number | null;
  late_guests: LateGuests;
  other_phones: OtherPhones;
  pace: Pace | null;
  hints: boolean;
}

/** In the lobby, for oneself, or the host for somebody: look on this time, or play after all. */
export interface SitOut {
  type: "SitOut";
  id: string;
  seat: number;
  sits_out: boolean;
}

/** The match as this viewer may know it. */
export interface Situation {
  view: unknown;
  asked: boolean;
  decision: number;
  legal: (LegalAction)[];
  builders: (string)[];
  sealed: unknown;
  can_take_back: boolean;
  hash: string;
  result: Result | null;
  lesson?: LessonShown;
  worth?: Record<string, number>;
}

/** Somebody is away for long; a bot plays on in the seat. */
export interface StandInSeated {
  type: "SeatKept";
  k: number;
  seat: number;
}

/** Host: begin, as soon as enough sit. */
export interface Start {
  type: "Start";
  id: string;
  without_missing?: boolean;
}

export interface StartLesson {
  game: string;
  name: string;
  lesson?: string;
}

/** A person of the group looks on in this match. Later seats move up by one. */
export interface SteppedAside {
  type: "SteppedAside";
  k: number;
  seat: number;
  name: string;
}

/** What a code tells: enough to join, nothing about who sits there. */
export interface TableFound {
  code: string;
  game: string;
  phase: Phase;
  seats: number;
  most_seats: number;
  open_seats: (number)[];
  can_join: boolean;
  why_not: string | null;
  can_watch: boolean;
  origin: Origin | null;
}

/** The table itself, the same for everybody (but for the watch key, which only seats get). */
export interface TableShown {
  table: string;
  code: string;
  game: string;
  rules_version: number;
  phase: Phase;
  seats: (SeatShown)[];
  host: number | null;
  options: Record<string, unknown>;
  settings: Settings;
  is_locked: boolean;
  is_paused: boolean;
  watchers: number;
  watch_key: string | null;
  commitment: string;
  entropy: (string)[];
  take_back: TakeBackShown | null;
  guest: GuestShown | null;
  next_table: NextTable | null;
  lesson?: string;
  puzzle?: string;
  evening: (EveningShown)[];
  badges: (Badge)[];
  looking_on: (string)[];
}

/** Take back one's own last choice: at once while that is free, else the others are asked. */
export interface TakeBack {
  type: "TakeBack";
  id: string;
}

export interface TakeBackAsked {
  type: "TakeBackAsked";
  k: number;
  seat: number;
}

/** By somebody, by time, or because the match ended. */
export interface TakeBackDenied {
  type: "TakeBackDenied";
  k: number;
  seat: number;
}

/** A take-back that waits for consent. */
export interface TakeBackShown {
  request: number;
  seat: number;
  consented: (number)[];
}

export interface Talk {
  type: "Talk";
  id: string;
  text: string;
}

export interface Talked {
  type: "Talked";
  k: number;
  seat: number;
  text: string;
}

/** What follows was chosen by the clock. Not told where it would give away a secret. */
export interface TimeRanOut {
  type: "TimeRanOut";
  k: number;
  seat: number;
}

/** What a device holds seats by, at whatever tables. */
export interface TokensHeld {
  tokens: (string)[];
}

/** In the place of what is not told again while the match runs: everybody has to know it by themselves. */
export interface ToldOnce {
  type: "ToldOnce";
  k: number;
}

export interface TookBack {
  type: "TookBack";
  k: number;
  seat: number;
}

/** What would these options of a game mean? */
export interface TryOptions {
  options?: Record<string, unknown>;
  players?: number;
}

/** What is new. The numbers of the events go on from the last one; snapshots are sent whole when they changed. */
export interface Update {
  type: "Update";
  you: number | null;
  events: (GameEvent | PlayerJoined | PlayerLeft | MatchStarted | MatchOver | Talked | Emoted | HostChanged | Paused | Resumed | StandInSeated | SeatHandedBack | TakeBackAsked | TakeBackDenied | TookBack | GuestAsked | GuestTurnedAway | TimeRanOut | SteppedAside | OtherPhoneAsked | PhoneChanged | SeatReclaimed | ToldOnce)[];
  table: TableShown | null;
  situation: Situation | null;
  clock: ClockShown | null;
}

/** The record, computed again. */
export interface VerifiedShown {
  holds: boolean;
  entries: number;
  proof: string | null;
  is_start_given: boolean;
  hash: string | null;
  problem: string | null;
  facts: Record<string, number | string | (number | string)[]>;
}

/** The answer to the `Hello` of a guest who waits to be let in: nothing of the match, until `Welcome` comes. */
export interface Waiting {
  type: "Waiting";
}

export interface WatchTable {
  table: string;
  code: string;
  watch_key: string;
}

/** Who may watch. */
export type Watching = "code" | "link" | "nobody";

/** The answer to `Hello`: everything as it stands, and what was missed. */
export interface Welcome {
  type: "Welcome";
  protocol: number;
  you: number | null;
  resume: Resume;
  k: number;
  events: (GameEvent | PlayerJoined | PlayerLeft | MatchStarted | MatchOver | Talked | Emoted | HostChanged | Paused | Resumed | StandInSeated | SeatHandedBack | TakeBackAsked | TakeBackDenied | TookBack | GuestAsked | GuestTurnedAway | TimeRanOut | SteppedAside | OtherPhoneAsked | PhoneChanged | SeatReclaimed | ToldOnce)[];
  table: TableShown;
  situation: Situation | null;
  clock: ClockShown | null;
}

/** Another seat has read how a round went. No event either: it has no number, and is told once. */
export interface WentOn {
  type: "WentOn";
  seat: number;
  card: number;
}

/** How likely a seat was to win after a choice of its own, by what it knew then; entry 0: as it was dealt. */
export interface WinChance {
  entry: number;
  seat: number;
  percent: number;
  margin: number;
}
