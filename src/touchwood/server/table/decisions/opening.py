"""The first line of a table: a new one, a lesson's, a puzzle's, one that plays on from a moment of another
match, a rematch.
"""

import msgspec

from touchwood.bots import player_names
from touchwood.core.game import AnyGame
from touchwood.core.lesson import LESSON_BOT, find_lesson
from touchwood.core.refusals import InputError
from touchwood.games.discovery import find_game
from touchwood.match.dealer import commitment
from touchwood.match.forking import Branch
from touchwood.match.puzzling import branch_of, find_puzzle, opponent_of
from touchwood.server import protocol
from touchwood.server.protocol import LateGuests, Settings
from touchwood.server.table import log
from touchwood.server.table.decisions.bots import bot_seat
from touchwood.server.table.decisions.conditions import as_json, check_settings, checked_options, running, seats_at_most
from touchwood.server.table.evening import evening_so_far, group_of
from touchwood.server.table.log import SeatHeld
from touchwood.server.table.names import clean_name
from touchwood.server.table.seating import Seating
from touchwood.server.table.table import Table


def open_table(wanted: protocol.CreateTable, *, token_hash: str, seed: bytes, watch_key: str) -> log.Opened:
    """The first line of a new table."""
    game = find_game(wanted.game)
    check_settings(game, wanted.settings)
    options = checked_options(game, wanted.options, None)
    seats = [SeatHeld(clean_name(wanted.name), token_hash)]
    for bot in wanted.bots:
        seats.append(bot_seat(game, bot, seats, options, game.newest_version))
    if len(seats) > seats_at_most(game, wanted.settings):
        raise InputError("table_full", seats=seats_at_most(game, wanted.settings))
    return log.Opened(
        game.name, game.newest_version, options, wanted.settings, commitment(seed), watch_key, tuple(seats)
    )


def open_lesson(wanted: protocol.StartLesson, *, token_hash: str, watch_key: str) -> log.Opened:
    """The first line of a table for one learner and the partners of a lesson."""
    game = find_game(wanted.game)
    lesson = find_lesson(game, wanted.lesson)
    seats = (
        SeatHeld(clean_name(wanted.name), token_hash),
        *(SeatHeld(partner, bot=LESSON_BOT) for partner in lesson.partners),
    )
    settings = Settings(watching=protocol.Watching.NOBODY, stand_in_after_seconds=None, late_guests=LateGuests.NOBODY)
    options = checked_options(game, lesson.options, len(seats))
    return log.Opened(game.name, game.newest_version, options, settings, "", watch_key, seats, lesson=wanted.lesson)


def open_branch(wanted: protocol.PlayOn, branch: Branch, *, token_hash: str, seed: bytes, watch_key: str) -> log.Opened:
    """The first line of a table that plays on from a moment of another match: a person in the seat that asks, bots in
    all others. Friends come as latecomers do, and take over from a bot."""
    game = find_game(branch.game)
    if len(wanted.bots) != branch.seats - 1:
        raise InputError("fork_other_seats", seats=branch.seats, given=len(wanted.bots) + 1)
    settings, options = Settings(), as_json(branch.options)
    seats: list[SeatHeld] = []
    for bot in wanted.bots:
        seats.append(bot_seat(game, bot, seats, options, branch.rules_version))
    seats.insert(wanted.seat, SeatHeld(clean_name(wanted.name), token_hash))
    return log.Opened(
        game.name, branch.rules_version, options, settings, commitment(seed), watch_key, tuple(seats), branch=branch
    )


def open_puzzle(wanted: protocol.OpenPuzzle, *, token_hash: str, seed: bytes, watch_key: str) -> log.Opened:
    """The first line of a table on which a puzzle is played out: its solver, and a bot that plays perfectly."""
    game = find_game(wanted.game)
    puzzle = find_puzzle(game, wanted.puzzle)
    branch = branch_of(game, puzzle)
    person = SeatHeld(clean_name(wanted.name), token_hash)
    seats = [bot_seat(game, opponent_of(game), [person], as_json(branch.options), branch.rules_version)]
    seats.insert(puzzle.seat, person)
    settings = Settings(watching=protocol.Watching.NOBODY, stand_in_after_seconds=None, late_guests=LateGuests.NOBODY)
    return log.Opened(
        game.name,
        branch.rules_version,
        branch.options,
        settings,
        commitment(seed),
        watch_key,
        tuple(seats),
        branch=branch,
        puzzle=wanted.puzzle,
    )


def rematch(table: Table, *, seed: bytes, asked_by: str, game: str | None, host: int | None) -> log.Opened:
    """The first line of the table where the same group goes on, with the same tokens. Everybody but the one who asked
    (by the hash of their token) is invited; more people may sit in its lobby than can play."""
    seating, play = table.seating, running(table, may_be_over=True)
    next_game = play.game if game is None else find_game(game)
    options, settings = seating.options, seating.settings
    if next_game is not play.game:
        options = checked_options(next_game, {}, None)
        if settings.most_seats is not None:
            settings = msgspec.structs.replace(settings, most_seats=None)
    elif play.game.rematch_options is not None:
        options = as_json(play.game.rematch_options(play.position.state))
    seats = _carried_over(seating, next_game, asked_by)
    host_token = asked_by if host is None else seating.seats[host].token_hash
    return log.Opened(
        next_game.name,
        next_game.newest_version,
        options,
        settings,
        commitment(seed),
        seating.watch_key,
        seats,
        host=next((number for number, seat in enumerate(seats) if seat.token_hash == host_token), None),
        evening=evening_so_far(table),
        came_from=table.id,
    )


def _carried_over(seating: Seating, game: AnyGame, asked_by: str) -> tuple[SeatHeld, ...]:
    """All people, and as many of the bots this game knows as there is room for; everybody in the order they sat in."""
    group, bots = group_of(seating), player_names(game)
    room = game.player_counts[-1] - sum(one.bot is None for one in group)
    seats: list[SeatHeld] = []
    for one in group:
        if one.bot is None:
            seats.append(SeatHeld(one.name, one.token_hash, is_invited=one.token_hash != asked_by, badge=one.badge))
        elif one.bot in bots and room > 0:
            room -= 1
            seats.append(SeatHeld(one.name, None, one.bot, badge=one.badge))
    return tuple(seats)
