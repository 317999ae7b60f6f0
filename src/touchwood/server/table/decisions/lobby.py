"""What is settled before a match: entropy, names, badges, who sits out; and the start."""

import msgspec
from msgspec import UNSET

from touchwood.bots.finding import check_fits
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError
from touchwood.match.dealer import CommittedDealer
from touchwood.match.record import Deal, Header, Player, ScriptedDeal
from touchwood.server.protocol import Phase
from touchwood.server.table import log
from touchwood.server.table.decisions.conditions import check_name_is_free, checked_options, in_lobby, known_seat
from touchwood.server.table.decisions.leaving import go_from_lobby
from touchwood.server.table.decisions.plan import NOTHING, Plan, Planned, just, of_match
from touchwood.server.table.names import names_shown
from touchwood.server.table.play import Play
from touchwood.server.table.seating import Seating, seated_after
from touchwood.server.table.table import Table


def add_entropy(table: Table, seat: int, entropy: str) -> Plan:
    if table.seating.phase is not Phase.LOBBY:
        raise InputError("match_began")
    if any(giver == seat for giver, _ in table.seating.entropy):
        raise InputError("entropy_given")
    return just(log.EntropyGiven(seat, entropy))


def sit_out(table: Table, seat: int, *, sits_out: bool) -> Plan:
    in_lobby(table)
    held = table.seating.seats[known_seat(table, seat)]
    if held.bot is not None:
        raise InputError("not_a_person", seat=seat)
    return just(log.SatOut(seat, sits_out)) if held.sits_out != sits_out else NOTHING


def rename(table: Table, seat: int, name: str) -> Plan:
    in_lobby(table)
    others = [held for number, held in enumerate(table.seating.seats) if number != seat]
    check_name_is_free(name, others)
    return just(log.Renamed(seat, name)) if name != table.seating.seats[seat].name else NOTHING


def choose_badge(table: Table, seat: int, badge: int) -> Plan:
    in_lobby(table)
    owner = next((held for held in table.seating.seats if held.badge == badge), None)
    if owner is table.seating.seats[seat]:
        return NOTHING
    if owner is not None and owner.bot is None:
        raise InputError("badge_taken", name=owner.name)
    return just(log.BadgeChosen(seat, badge))


def start(table: Table, *, without_missing: bool = False) -> Plan:
    game = in_lobby(table)
    before, seating = _step_aside(table, without_missing=without_missing)
    options = checked_options(game, seating.options, len(seating.seats))
    version = _version_of(seating, game)
    for bot in {seat.bot for seat in seating.seats if seat.bot is not None}:
        check_fits(game, bot, options_from_mapping(game, options, len(seating.seats)), len(seating.seats), version)
    names = names_shown(seating.seats)
    players = tuple(Player(name, seat.bot) for name, seat in zip(names, seating.seats, strict=True))
    entropy = tuple(given for _, given in seating.entropy)
    deal: Deal = CommittedDealer(table.seed).deal(entropy)
    if seating.lesson is not None:
        deal = ScriptedDeal(seating.lesson)
    header = Header(game.name, version, options, players, deal)
    if (branch := seating.branch) is not None:
        header = msgspec.structs.replace(
            header,
            origin=UNSET if branch.origin is None else branch.origin,
            start=branch.start,
        )
    return [*before, Planned(log.Began(header)), *of_match(Play(header, table.seed).gone_on())]


def _version_of(seating: Seating, game: AnyGame) -> int:
    """A match begins under the newest rules, also where its table was opened before they came. A lesson's script and
    another match's moment belong to the rules they were opened with."""
    if seating.branch is not None:
        return seating.branch.rules_version
    return game.newest_version if seating.lesson is None else seating.rules_version


def _step_aside(table: Table, *, without_missing: bool) -> tuple[Plan, Seating]:
    """Who sits out goes from the seats just before the start, and so do those who were asked and have not come."""
    seating, plan = table.seating, [*NOTHING]
    missing = [seat.name for seat in seating.seats if seat.is_invited and not seat.sits_out]
    if missing and not without_missing:
        raise InputError("people_missing", names=", ".join(missing))
    for number, seat in reversed(list(enumerate(seating.seats))):
        if seat.sits_out or seat.is_invited:
            for planned in go_from_lobby(seating, number, log.SteppedAside(number)):
                seating = seated_after(seating, planned.entry, table.last_at)
                plan.append(planned)
    return plan, seating
