"""A view of Point-a-Pile drawn as text, 80 columns wide: for terminals, playthroughs and tests.

    Round 3   Headpointer: Bo   Deck: 30   Discards: 4

      Player   Points  Row
    ▸ 1 You         3  B01p B29b B06r
      2 Bo          1  B12p

    Pile 1   B03g B07g B44r*     1 2
    Pile 2   B15b                3

A card is its id and the first letter of its colour (in English); of a pile the last card is its top, of a row the last
one scored. `*` marks a top that is shy. Behind a pile stand the players whose finger is seen there.
"""

from collections.abc import Iterable, Iterator

from touchwood.core.cells import capitalised, cell_len, cut, left, right
from touchwood.core.seats import Seat, Spectator
from touchwood.core.words import Words
from touchwood.games.point_a_pile.cards import CardId, CardList, CardSet
from touchwood.games.point_a_pile.options import Options, card_list
from touchwood.games.point_a_pile.rules.scoring import ScoreLine
from touchwood.games.point_a_pile.state import EMPTY_SPACE, WINDOWS, Phase
from touchwood.games.point_a_pile.view import SeenPlayer, View

_WIDTH = 80
_NAME_WIDTH = 12
_GAP = "   "


def picture(seen: View, words: Words) -> str:
    cards = card_list(seen.options)
    lines = [_heading(seen, words), ""]
    lines += [*_players(seen, cards, words), ""]
    lines += _table(seen, cards, words)
    lines += _legend(seen, cards, words)
    lines += _own(seen, cards, words)
    lines += ["", *_awaited(seen, words)]
    return "\n".join(line.rstrip() for line in lines)


def card_label(cards: CardList, card: CardId) -> str:
    colour = cards.colour_of[card]
    return card + (colour.value[0] if colour is not None else "")


def card_text(cards: CardList, card: CardId, words: Words) -> str:
    """What stands on a card, in words."""
    known = cards[card]
    if known.set is not CardSet.BASE:
        return words.word(known.kind)
    colour = None if known.of_colour is None else known.of_colour.value
    return words.label(f"card.{known.kind}", points=known.points, needs=known.needs, of_colour=colour)


def piece_names(options: Options, words: Words) -> dict[str, str]:
    """Each card with its colour and what stands on it, "B42 red 2 for 2 purple"; missions have words already."""
    cards = card_list(options)
    return {card: _name(cards, card, words) for card in cards.by_id if cards[card].set is not CardSet.MISSION}


def _name(cards: CardList, card: CardId, words: Words) -> str:
    colour = cards.colour_of[card]
    return " ".join([card, *([] if colour is None else [words.word(colour)]), card_text(cards, card, words)])


def _labels(cards: CardList, listed: Iterable[CardId]) -> str:
    return " ".join(card_label(cards, card) for card in listed)


# -- Heading and players --------------------------------------------------------------------------------------------
def _heading(seen: View, words: Words) -> str:
    parts = [words.label("title", round=seen.rounds + 1)]
    if seen.headpointer is not None:
        parts.append(words.label("headpointer", seat=seen.headpointer))
    parts += [words.label("deck", count=seen.deck_size), words.label("discard", count=len(seen.discard))]
    return _GAP.join(parts)


def _players(seen: View, cards: CardList, words: Words) -> Iterator[str]:
    headings = [words.label("player"), words.label("points")]
    names = [cut(capitalised(words.seat(seat)), _NAME_WIDTH) for seat in range(len(seen.players))]
    name_width = max(cell_len(text) for text in (headings[0], *names)) + 2
    points_width = cell_len(headings[1])
    yield f"  {left(headings[0], name_width)}  {headings[1]}  {words.label('row')}"
    indent = " " * (name_width + points_width + 6)
    for seat, player in enumerate(seen.players):
        marker = "▸" if seat in seen.asked else " "
        scored = words.label("unknown_points") if player.points is None else str(player.points)
        row = list(_wrapped(_row_words(player, cards, words), _WIDTH - len(indent)))
        name = left(f"{seat + 1} {names[seat]}", name_width)
        yield f"{marker} {name}  {right(scored, points_width)}  {row[0]}"
        yield from (indent + rest for rest in row[1:])


def _row_words(player: SeenPlayer, cards: CardList, words: Words) -> list[str]:
    if player.last is None:
        return [words.label("no_cards")]
    if player.row is None:
        return words.label("buried", count=player.length, card=card_label(cards, player.last)).split(" ")
    return [card_label(cards, card) for card in player.row]


# -- The table ------------------------------------------------------------------------------------------------------
def _table(seen: View, cards: CardList, words: Words) -> Iterator[str]:
    if seen.rule is not None:
        yield words.label("rule", card=card_label(cards, seen.rule), rule=cards[seen.rule].kind.value)
    if seen.hand:
        yield from _wrapped(words.label("hand", cards=_labels(cards, seen.hand)).split(" "), _WIDTH)
    fingers = seen.fingers if any(finger is not None for finger in seen.fingers) else (None,) * len(seen.players)
    for pile in seen.piles:
        star = "*" if pile.cards[-1] in cards.shy else ""
        at = " ".join(str(seat + 1) for seat, finger in enumerate(fingers) if finger == pile.place)
        lines = list(_wrapped(f"{_labels(cards, pile.cards)}{star}".split(" "), _WIDTH - 24))
        yield f"{words.label('pile', pile=pile.place)}{_GAP}{lines[0]}{_GAP if at else ''}{at}"
        yield from (" " * 9 + rest for rest in lines[1:])
    at_empty = " ".join(str(seat + 1) for seat, finger in enumerate(fingers) if finger == EMPTY_SPACE)
    if at_empty:
        yield f"{words.label('empty')}{_GAP}{at_empty}"
    for contest in seen.contests:
        text = words.label("contest", cards=_labels(cards, contest.cards), seats=contest.seats)
        yield from _wrapped(text.split(" "), _WIDTH)
    if seen.aside:
        yield from _wrapped(words.label("aside", cards=_labels(cards, seen.aside)).split(" "), _WIDTH)
    if seen.out:
        yield from _wrapped(words.label("out", seats=seen.out).split(" "), _WIDTH)


def _legend(seen: View, cards: CardList, words: Words) -> Iterator[str]:
    """What stands on the cards of the table that have text."""
    lying = [*seen.hand, *(card for pile in seen.piles for card in pile.cards)]
    lying += [card for contest in seen.contests for card in contest.cards]
    with_text = [card for card in lying if card not in cards.textless]
    if with_text:
        yield ""
        yield from _in_columns([f"{card_label(cards, card)} {card_text(cards, card, words)}" for card in with_text])


# -- What is the viewer's own ---------------------------------------------------------------------------------------
def _own(seen: View, cards: CardList, words: Words) -> Iterator[str]:
    for foul in seen.fouls:
        pick = words.label("empty") if foul.finger == EMPTY_SPACE else words.label("pick", pile=foul.finger)
        yield words.label("foul", pick=pick, reason=foul.reason, card=card_label(cards, foul.card))
    for seat, player in enumerate(seen.players):
        if player.mission is not None and seat != seen.viewer:
            yield words.label("mission_of", seat=Seat(seat), mission=player.mission)
    if isinstance(seen.viewer, Spectator):
        return
    own = seen.players[seen.viewer]
    if own.mission is not None:
        yield words.label("own_mission", mission=own.mission)
    if own.sheet:
        yield ""
        yield words.label("own_row")
        yield from _in_columns([_sheet_line(line, cards, words) for line in own.sheet])
    if seen.reach is not None and seen.reach.usable:
        usable = ", ".join(f"{each.card} {words.word(each.kind)}" for each in seen.reach.usable)
        yield from _wrapped(words.label("actions", cards=usable).split(" "), _WIDTH)


def _sheet_line(line: ScoreLine, cards: CardList, words: Words) -> str:
    text = card_text(cards, line.card, words)
    return words.label("line", card=card_label(cards, line.card), text=text, points=line.points)


def _in_columns(cells: list[str]) -> Iterator[str]:
    """Two columns where they fit."""
    width = max(cell_len(cell) for cell in cells) + 3
    columns = max(1, (_WIDTH - 2) // width)
    for start in range(0, len(cells), columns):
        yield "  " + "".join(left(cell, width) for cell in cells[start : start + columns])


# -- What is awaited ------------------------------------------------------------------------------------------------
def _awaited(seen: View, words: Words) -> Iterator[str]:
    is_asked = seen.viewer in seen.asked
    if seen.winners is not None:
        yield from _wrapped(words.label("winners", count=len(seen.winners), seats=seen.winners).split(" "), _WIDTH)
    elif seen.phase in WINDOWS:
        decided = "window.decided" if seen.choice is not None else "window.they"
        yield words.label("window.you" if is_asked else decided)
    elif seen.phase in (Phase.LAYOUT, Phase.SPLIT):
        voice = "you" if is_asked else "they"
        yield words.label(f"{seen.phase.value}.{voice}", seat=seen.asked[0])
    elif seen.phase in (Phase.POINTING, Phase.THROW):
        voice = "you" if is_asked else "they"
        yield from _wrapped(words.label(f"{seen.phase.value}.{voice}", seats=seen.asked).split(" "), _WIDTH)
    else:
        yield words.label(seen.phase.value)


# -- Text in cells: Japanese signs are two wide ---------------------------------------------------------------------
def _wrapped(pieces: list[str], width: int) -> Iterator[str]:
    """At least one line, none wider than that unless a single piece is."""
    line = ""
    for piece in pieces:
        if line and cell_len(line) + 1 + cell_len(piece) > width:
            yield line
            line = piece
        else:
            line = f"{line} {piece}" if line else piece
    yield line
