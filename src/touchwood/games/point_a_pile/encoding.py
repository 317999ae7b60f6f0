"""A view of Point-a-Pile as a row of numbers: what the kernel's `encode` writes, and more for the expansions in play.

Cards are numbered as `deck_of` lists them. A layout or a split that is being built already lies in its piles.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from touchwood.core.encoding import LARGEST, Encoder, Slice
from touchwood.core.kernel import NOBODY
from touchwood.core.seats import Seat, clockwise_from
from touchwood.games.point_a_pile import kernel
from touchwood.games.point_a_pile.actions import Hand
from touchwood.games.point_a_pile.building import most_cards_drawn, numbered_trigger_parts, piles_of
from touchwood.games.point_a_pile.cards import CardId, shipped_missions
from touchwood.games.point_a_pile.options import Options, deck_of
from touchwood.games.point_a_pile.packing import PHASES_OF_THE_BASE_GAME
from touchwood.games.point_a_pile.rules.reach import CardPart, Part
from touchwood.games.point_a_pile.state import Cards, Phase
from touchwood.games.point_a_pile.view import View

_PHASES = (*PHASES_OF_THE_BASE_GAME, *(phase for phase in Phase if phase not in PHASES_OF_THE_BASE_GAME))
_HANDS = tuple(Hand)
_PARTS_OF_A_TRIGGER_AND_NO_PLAYER = 3
"""Beside one place in a row for each player, as a trade names them."""


# -- What the row is made of ----------------------------------------------------------------------------------------
def slices(options: Options, seats: int) -> list[Slice]:
    cards, places, last = len(deck_of(options)), most_cards_drawn(options, seats), seats - 1
    named = " · ".join(f"{number} {phase.value}" for number, phase in enumerate(_PHASES))
    table = [
        Slice("phase", 1, 0, len(_PHASES) - 1, named),
        Slice("rounds", 1, 0, LARGEST, "finished"),
        Slice("to draw", 1, 0, cards, "cards still to be drawn"),
        Slice("deck", 1, 0, cards, "cards in it"),
        Slice("discard", 1, 0, cards, "cards in it"),
        Slice("piles", 1, 0, places, "of the present pointing, or laid so far"),
        Slice("aside", 1, 0, cards, "cards set aside"),
        Slice("contests", 1, 0, kernel.MOST_CONTESTS, "piles that wait for their split"),
        Slice("left to lay", 1, 0, cards, "cards that wait for a pile"),
        Slice("card in hand", 1, -1, cards - 1, "the card named for the next pile; -1: none"),
        Slice("headpointer", 1, -1, last, "-1: not named yet"),
    ]
    players = [
        each
        for step in range(seats)
        for each in (
            Slice(f"player {step} row", 1, 0, cards, "how many cards it has"),
            Slice(f"player {step} last", 1, -1, cards - 1, "the card scored last; -1: none"),
            Slice(
                f"player {step} finger",
                1,
                kernel.NO_FINGER,
                places,
                "at that place · 0 at empty space · -1 kept up, or down and not seen · -2 not pointing yet",
            ),
            Slice(f"player {step} is pointing", 1, 0, 1, "in the present pointing"),
            Slice(f"player {step} at empty space", 1, 0, 1, "in a pointing that is settled"),
            Slice(f"player {step} points", 1, -LARGEST, LARGEST, "as they stand"),
        )
    ]
    lying = [
        Slice("tops", places, -1, cards - 1, "the top card of the pile at each place; -1: none"),
        Slice("contested by", kernel.MOST_CONTESTS * seats, 0, 1, "for each contest, the next one first, by player"),
        Slice(
            "cards",
            cards,
            0,
            kernel.PILE + places,
            f"where each card lies: 0 deck or unknown · 1 discarded · 2 drawn · 3 aside · {kernel.ROW}-"
            f"{kernel.CONTEST - 1} row of player 0-5 · {kernel.CONTEST}-{kernel.PILE - 1} contest 0-3 · "
            f"{kernel.PILE} + place: pile",
        ),
    ]
    return [*table, *players, *lying, *_expansions(options, seats, cards)]


def _expansions(options: Options, seats: int, cards: int) -> Iterator[Slice]:
    if options.point_a_police:
        yield Slice("rule", 1, -1, cards - 1, "the card in force; -1: none")
        yield Slice("out", seats, 0, 1, "out of the round, by player")
        yield Slice("later", seats, 0, 1, "waits for the others to point, by player")
    if options.complete_a_mission:
        yield Slice("mission", 1, -1, len(shipped_missions()) - 1, "the own one; -1: none")
    if options.wait_a_minute:
        parts = len(numbered_trigger_parts(options, seats))
        yield Slice("acted", seats, 0, 1, "has had the action of the round, by player")
        yield Slice("actions stopped", 1, 0, 1, "no more actions in this round")
        yield Slice("has chosen", 1, 0, 1, "in this window")
        yield Slice("in battle", seats, 0, 1, "by player")
        yield Slice("own throw", 1, -1, len(_HANDS) - 1, f"{' · '.join(_HANDS)}; -1: none")
        yield Slice(
            "trigger",
            seats + _PARTS_OF_A_TRIGGER_AND_NO_PLAYER,
            -1,
            parts - 1,
            "the parts named so far, by their numbers; -1: none",
        )
        yield Slice("own seat", 1, 0, seats - 1, "by which a trigger names players: all others are counted from it")


# -- The row --------------------------------------------------------------------------------------------------------
def encode(seen: View, parts: tuple[Part, ...] = ()) -> list[int]:
    assert isinstance(seen.viewer, int), "a spectator learns nothing"
    options, seats, is_over = seen.options, len(seen.players), seen.phase is Phase.OVER
    numbers, around = _numbers(options), clockwise_from(seen.viewer, seats)
    is_laying = seen.phase in (Phase.LAYOUT, Phase.SPLIT)
    laid = piles_of(parts) if is_laying else []
    piles = {} if is_over else {pile.place: pile.cards for pile in seen.piles}
    piles |= {place: tuple(pile) for place, pile in enumerate(laid, start=1)}
    contests = () if is_over else seen.contests
    to_lay = seen.contests[0].cards if seen.phase is Phase.SPLIT else seen.hand
    row = [
        _PHASES.index(seen.phase),
        seen.rounds,
        seen.to_draw,
        seen.deck_size,
        len(seen.discard),
        len(piles),
        0 if is_over else len(seen.aside),
        len(contests),
        len(to_lay) - sum(map(len, laid)),
        _card_in_hand(parts, numbers) if is_laying else NOBODY,
        NOBODY if seen.headpointer is None else (seen.headpointer - seen.viewer) % seats,
    ]
    for seat in around:
        player = seen.players[seat]
        row += [
            player.length,
            NOBODY if player.last is None else numbers[player.last],
            kernel.NO_FINGER if is_over else _finger(seen, seat),
            seat in seen.pointers and not is_over,
            seat in seen.at_empty and not is_over,
            player.points or 0,
        ]
    row += [
        numbers[piles[place][-1]] if place in piles else NOBODY
        for place in range(1, most_cards_drawn(options, seats) + 1)
    ]
    for number in range(kernel.MOST_CONTESTS):
        contested = contests[number].seats if number < len(contests) else ()
        row += [seat in contested for seat in around]
    row += _places(seen, around, numbers, piles)
    return [int(number) for number in (*row, *_of_expansions(seen, around, numbers, parts))]


@lru_cache(maxsize=16)
def _numbers(options: Options) -> dict[CardId, int]:
    return {card: number for number, card in enumerate(deck_of(options))}


def _card_in_hand(parts: tuple[Part, ...], numbers: dict[CardId, int]) -> int:
    newest = parts[-1] if len(parts) % 2 else None
    return numbers[newest.card] if isinstance(newest, CardPart) else NOBODY


def _finger(seen: View, seat: Seat) -> int:
    finger = seen.fingers[seat]
    if finger is not None:
        return finger
    return kernel.KEPT_UP if seen.phase is Phase.POINTING and seat in seen.ready else kernel.NO_FINGER


def _places(
    seen: View, around: tuple[Seat, ...], numbers: dict[CardId, int], piles: dict[int, tuple[CardId, ...]]
) -> list[int]:
    """Where each card lies; later ones in this order lie on top of what was said before."""
    where, is_over = [kernel.DECK] * len(numbers), seen.phase is Phase.OVER

    def put(cards: Cards, place: int) -> None:
        for card in cards:
            where[numbers[card]] = place

    put(seen.discard, kernel.DISCARD)
    put(seen.hand, kernel.HAND)
    put(seen.aside, kernel.ASIDE)
    for step, seat in enumerate(around):
        player = seen.players[seat]
        put(player.row if player.row is not None else () if player.last is None else (player.last,), kernel.ROW + step)
    for number, contest in enumerate(seen.contests):
        put(contest.cards, kernel.ASIDE if is_over else kernel.CONTEST + number)
    for pile in seen.piles if is_over else ():
        put(pile.cards, kernel.ASIDE)
    for place, cards in piles.items():
        put(cards, kernel.PILE + place)
    for prize in seen.prizes:
        put(prize.pile.cards, kernel.ROW + around.index(prize.seat))
    return where


def _of_expansions(
    seen: View, around: tuple[Seat, ...], numbers: dict[CardId, int], parts: tuple[Part, ...]
) -> Iterator[int]:
    options, own = seen.options, seen.players[around[0]]
    if options.point_a_police:
        yield NOBODY if seen.rule is None else numbers[seen.rule]
        yield from (seat in seen.out for seat in around)
        yield from (seat in seen.later for seat in around)
    if options.complete_a_mission:
        yield NOBODY if own.mission is None else shipped_missions().index(own.mission)
    if options.wait_a_minute:
        yield from (seat in seen.acted for seat in around)
        yield seen.are_actions_stopped
        yield seen.choice is not None
        battle = seen.battle
        yield from (battle is not None and seat in battle.seats for seat in around)
        yield NOBODY if battle is None or battle.own_throw is None else _HANDS.index(battle.own_throw)
        yield from _trigger(options, len(around), () if seen.reach is None else parts)
        yield around[0]


def _trigger(options: Options, seats: int, parts: Sequence[Part]) -> list[int]:
    room = seats + _PARTS_OF_A_TRIGGER_AND_NO_PLAYER
    numbered = {part: number for number, part in enumerate(numbered_trigger_parts(options, seats))} if parts else {}
    named = [numbered[part] for part in parts]
    return named + [NOBODY] * (room - len(named))


ENCODER: Encoder[Options, View] = Encoder(slices=slices, encode=encode)
