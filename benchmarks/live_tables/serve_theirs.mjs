// boardgame.io's server, in memory, with a card game of hidden hands much like TAG: the same deck, hands of the same
// size, draw, then play or discard, sets of three letters, IT. Left out: Gool answers, Freeze. `node serve_theirs.mjs PORT`
//
// What could cost it extra is off: undo, delta states, logging. PlayerView.STRIP_SECRETS is its own way to hide hands.
import { createRequire } from "node:module";

const require = createRequire(process.cwd() + "/");
const { Server, Origins } = require("boardgame.io/server");
const { PlayerView, INVALID_MOVE } = require("boardgame.io/core");

const DECK = { T: 18, A: 18, G: 18, TAG: 7, Gool: 6, Freeze: 4 };
const LETTERS = ["T", "A", "G"];
const HAND = 3;

function setup({ ctx, random }) {
  const deck = random.Shuffle(Object.entries(DECK).flatMap(([kind, count]) => Array(count).fill(kind)));
  const players = {};
  const seats = [];
  for (let seat = 0; seat < ctx.numPlayers; seat++) {
    players[seat] = { hand: deck.splice(0, HAND) };
    seats.push({ handSize: HAND, front: [], sets: 0, tags: 0, points: 0 });
  }
  return { secret: { deck }, players, seats, deckSize: deck.length, discard: [], it: null, streak: 0, hasPlayed: false, step: "draw" };
}

function draw({ G, playerID }, pile) {
  if (G.step !== "draw") return INVALID_MOVE;
  const from = pile === "deck" ? G.secret.deck : G.discard;
  if (from.length === 0) return INVALID_MOVE;
  take(G, playerID, from);
  G.step = "card";
}

function take(G, playerID, from) {
  G.players[playerID].hand.push(from.pop());
  G.seats[playerID].handSize++;
  G.deckSize = G.secret.deck.length;
}

function fromHand(G, playerID, kind) {
  const hand = G.players[playerID].hand;
  const at = hand.indexOf(kind);
  if (G.step !== "card" || at < 0) return false;
  hand.splice(at, 1);
  G.seats[playerID].handSize--;
  return true;
}

function play({ G, playerID, events }, kind) {
  const seat = G.seats[playerID];
  if (!LETTERS.includes(kind) && kind !== "TAG") return INVALID_MOVE;
  if (!fromHand(G, playerID, kind)) return INVALID_MOVE;
  G.hasPlayed = true;
  if (kind === "TAG") {
    seat.tags++;
    G.step = "it";
  } else {
    if (seat.front.includes(kind)) G.discard.push(kind);
    else seat.front.push(kind);
    if (seat.front.length === LETTERS.length) {
      seat.front = [];
      seat.sets++;
    }
    events.endTurn();
  }
  score(G);
}

function discard({ G, playerID, events }, kind) {
  if (!fromHand(G, playerID, kind)) return INVALID_MOVE;
  G.discard.push(kind);
  events.endTurn();
}

function giveIt({ G, events }, to) {
  if (G.step !== "it" || !(to in G.seats)) return INVALID_MOVE;
  G.it = to;
  score(G);
  events.endTurn();
}

function score(G) {
  G.seats.forEach((seat, number) => (seat.points = seat.sets + seat.tags - (G.it === String(number) ? 3 : 0)));
}

const hidden = (move) => ({ move, client: false, redact: true });

const game = {
  name: "tag",
  disableUndo: true,
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  moves: { draw: hidden(draw), play: hidden(play), discard: hidden(discard), giveIt: hidden(giveIt) },
  turn: {
    onBegin: ({ G, ctx }) => {
      // As in TAG: with the deck empty the top of the discard pile is drawn without a question.
      if (G.secret.deck.length > 0) G.step = "draw";
      else {
        if (G.discard.length > 0) take(G, ctx.currentPlayer, G.discard);
        G.step = "card";
      }
    },
    onEnd: ({ G }) => {
      G.streak = G.hasPlayed ? 0 : G.streak + 1;
      G.hasPlayed = false;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.secret.deck.length === 0 && G.streak >= ctx.numPlayers) return { points: G.seats.map((seat) => seat.points) };
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("serving") });
