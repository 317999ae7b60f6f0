"""Whole matches: they end in time, the win is shared out, and what is replayed is what was played."""

from fractions import Fraction

from touchwood.core.game import OVER
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR
from touchwood.core.values import canonical_json
from touchwood.match.dealer import PlainDealer
from touchwood.match.match import Match
from touchwood.match.record import Record, entry_line, header_line, parse_record
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Run, random_move

CHECK = "matches"


def check_ends(run: Run) -> None:
    """Matches end within the stated bound (the walk itself sees to that), and then somebody has won."""
    game, players = run.game, run.scenario.players
    for match in run.matches:
        final = match[-1]
        if game.waiting_for(final.state) is not OVER:
            if game.longest(run.options, players) is None:
                continue
            raise Nonconformance(CHECK, "end", "a match ends", run.place(final))
        returns = game.returns(final.state)
        shares_fit = len(returns) == players and all(type(share) in (Fraction, int) for share in returns)
        if not shares_fit or (players > 1 and (sum(returns) != 1 or min(returns) < 0)):
            rule = "each seat has its share of the win, and all of them make 1"
            raise Nonconformance(CHECK, "returns", rule, run.place(final), returns=[str(share) for share in returns])


def check_points(run: Run) -> None:
    for position in run.positions:
        points = run.game.points(position.state)
        if len(points) != run.scenario.players or not all(type(number) is int for number in points):
            rule = "points are one whole number a seat"
            raise Nonconformance(CHECK, "points", rule, run.place(position), points=points)


def check_defaults(run: Run) -> None:
    """What a clock or a leaver does is legal whenever the seat is asked."""
    game = run.game
    for position in run.positions:
        waiting = game.waiting_for(position.state)
        for seat in waiting if isinstance(waiting, tuple) else ():
            view = game.view(position.state, seat)
            for name, choose in (("default_action", game.default_action), ("absent_action", game.absent_action)):
                if choose is None:
                    continue
                action = choose(view)
                if action is None and name == "absent_action":
                    continue
                if (refusal := game.why_illegal(position.state, seat, action)) is not None:
                    rule = f"the {name} is legal whenever the seat is asked"
                    place = run.place(position, seat)
                    raise Nonconformance(CHECK, name, rule, place, action=action, refusal=refusal)


def check_options(run: Run) -> None:
    """The game's own options are good at every number of players it names, and at no other."""
    game, options = run.game, run.game.options_type()
    for players in game.player_counts:
        if (error := game.why_not_options(options, players)) is not None:
            rule = "the options as they come are good at every number of players"
            raise Nonconformance(CHECK, "options", rule, run.place(), players=players, error=str(error))
    try:
        options_from_mapping(game, {}, game.player_counts[-1] + 1)
    except InputError:
        return
    raise Nonconformance(CHECK, "options", "no other number of players is allowed", run.place())


def check_replay(run: Run) -> None:
    """A match written down, read again and replayed has the same state, events and views after every entry."""
    names = [f"Player {seat + 1}" for seat in run.seats]
    for number in range(run.scenario.matches):
        rng = run.rng("replay", number)
        dealer = PlainDealer(rng.randrange(2**32))
        live = Match.start(run.game, players=names, options=run.options, dealer=dealer, version=run.version)
        while (move := random_move(run, live.state, rng)) is not None and move.actor is not None:
            if len(live.lines) > 2_000:
                break
            live.act(move.actor, move.choice)
        record = parse_record(_written(live.record))
        again = Match(run.game, record.header, live.dealer)
        for n, line in enumerate(record.lines, start=1):
            events = again.follow(line)
            for subject, played, replayed in (
                ("state", live.positions[n].state, again.state),
                ("events", live.applied[n - 1].events, events),
                ("hash", live.positions[n].hash, again.position.hash),
                ("view", run.game.view(live.positions[n].state, SPECTATOR), again.view(SPECTATOR)),
            ):
                if canonical_json(played) != canonical_json(replayed):
                    rule = "a replay equals the match as it was played, at every entry"
                    place = run.place()
                    facts = {"match": number, "entry": n, "played": played, "replayed": replayed}
                    raise Nonconformance(CHECK, f"replay {subject}", rule, place, **facts)


def _written(record: Record) -> bytes:
    return header_line(record.header) + b"".join(entry_line(line) for line in record.lines)
