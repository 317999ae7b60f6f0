"""Makes `fixtures/piles.jsonl`, a record in which the discards are drawn again:

python web/tests/point_a_pile/record.py web/tests/fixtures
"""

import sys
from pathlib import Path
from random import Random

from touchwood.games.discovery import find_game
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.view import default_action
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import entry_line, header_line


def main(folder: Path) -> None:
    game, choices = find_game("point_a_pile"), Random(1)
    options = Options(target=99, round_limit=11)
    match = Match.start(game, options=options, players=("Ana", "Bo", "Cy"), dealer=CommittedDealer(seed_from_number(7)))
    while not match.is_over:
        seat = match.asked[0]
        legal = match.legal_actions(seat)
        match.act(seat, choices.choice(legal) if legal else default_action(match.view(seat)))
    match.close()
    (folder / "piles.jsonl").write_bytes(header_line(match.header) + b"".join(map(entry_line, match.lines)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
