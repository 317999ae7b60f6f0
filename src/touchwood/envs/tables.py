"""Makes docs/envs-tables.md: for each game that has an encoder the choices and the observation, as they are
numbered.

python -m touchwood.envs.tables > docs/envs-tables.md
"""

import re
from collections.abc import Iterator
from itertools import groupby

from touchwood.core.encoding import Slice
from touchwood.envs.setup import Setup, setup_of
from touchwood.games.discovery import all_games

_NUMBER = re.compile(r"\d")

_HEAD = """# Actions and observations of every game with an encoder

Made by `python -m touchwood.envs.tables`; a test holds it to the code. Options as they come, the fewest players that
play against each other. Other options and more players make other tables: `describe()` prints the observation of an
environment, `action_text(number)` says what a number means. What the numbers mean to a learner is in
[envs.md](envs.md).
"""


def tables() -> str:
    return _HEAD + "".join(_of_game(setup_of(game)) for game in all_games() if game.encoder is not None)


def _of_game(setup: Setup) -> str:
    actions = "\n".join(f"| {first} | {text} |" for first, text in _ranges(setup))
    rows = "\n".join(
        f"| {at} | {each.size} | {each.low} to {each.high} | {each.name} | {each.meaning} |"
        for at, each in _placed(setup)
    )
    return f"""
## {setup.game.title}, {setup.players} players

{setup.choices.count} choices:

| number | choice |
| --- | --- |
{actions}

{sum(each.size for each in setup.slices)} numbers:

| from | how many | bounds | name | meaning |
| --- | --- | --- | --- | --- |
{rows}
"""


def _ranges(setup: Setup) -> Iterator[tuple[str, str]]:
    """Choices whose texts begin alike, together: `grab 0 … grab 1000`."""
    choices = setup.choices
    for _, alike in groupby(range(choices.count), key=lambda number: _NUMBER.split(choices.text(number))[0]):
        numbers = list(alike)
        if len(numbers) <= 3:
            yield from ((str(number), choices.text(number)) for number in numbers)
        else:
            first, last = numbers[0], numbers[-1]
            yield f"{first}-{last}", f"{choices.text(first)} … {choices.text(last)}"


def _placed(setup: Setup) -> Iterator[tuple[int, Slice]]:
    at = 0
    for each in setup.slices:
        yield at, each
        at += each.size


if __name__ == "__main__":
    print(tables(), end="")
