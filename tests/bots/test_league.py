"""The league: mirrored deals, an order that a sequential test decides, and nothing lost when it is broken off."""

import sys
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from touchwood import find_game
from touchwood.bots.league import Cell, Pace, Tally, Verdict, is_known_within, play_deal, timed, verdict
from touchwood.cli import main
from touchwood.cli.league import markdown, plot, read

TAG = find_game("tag")
CELL = Cell("tag", TAG.newest_version, 2, (), "simple", "random")


def tally_of(*shares: float) -> Tally:
    tally = Tally()
    for share in shares:
        tally = tally.plus(share, Pace(10, 0.5, 0.1))
    return tally


def test_a_tally_knows_mean_and_spread() -> None:
    tally = tally_of(0.0, 0.5, 1.0, 0.5)
    assert tally.mean == 0.5
    assert tally.variance == pytest.approx(1 / 6)
    assert tally.half_width == pytest.approx(1.96 * (1 / 24) ** 0.5)
    assert tally.pace == Pace(40, 2.0, 0.1)
    assert tally.pace.milliseconds == 50


def test_few_deals_decide_nothing_and_many_do() -> None:
    assert verdict(tally_of(*[1.0] * 9), 2) is Verdict.OPEN
    assert verdict(tally_of(*[1.0] * 10), 2) is Verdict.STRONGER
    assert verdict(tally_of(*[0.5, 0.5] * 10), 2) is Verdict.NOT_STRONGER
    assert verdict(tally_of(*[0.0, 1.0] * 10), 2) is Verdict.OPEN
    assert verdict(tally_of(*[0.0, 1.0] * 100), 2) is Verdict.NOT_STRONGER
    assert verdict(tally_of(*[0.25, 0.5] * 40), 4) is Verdict.STRONGER


@pytest.mark.parametrize(("strength", "right"), [(0.5, Verdict.NOT_STRONGER), (0.6, Verdict.STRONGER)])
def test_the_test_errs_as_seldom_as_it_says(strength: float, right: Verdict) -> None:
    rng, errors = Random(1), 0
    for _ in range(200):
        tally = Tally()
        while (found := verdict(tally, 2)) is Verdict.OPEN:
            tally = tally.plus((rng.random() < strength) / 2 + (rng.random() < strength) / 2, Pace())
        errors += found is not right
    assert errors <= 200 * 0.08  # one in twenty, and what 200 tries leave to luck


def test_a_deal_is_played_in_every_seat_and_can_be_played_again() -> None:
    first, again = (play_deal(TAG, CELL, 5, Tally()) for _ in range(2))
    assert first.mean == again.mean
    assert first.mean in {0, 0.25, 0.5, 0.75, 1}
    assert first.pace.choices == again.pace.choices > 50
    # In every seat: a bot against itself has its even share of every deal.
    for players in (2, 3):
        itself = Cell("tag", TAG.newest_version, players, (), "simple", "simple")
        assert play_deal(TAG, itself, 1, Tally()).mean == pytest.approx(1 / players)


class Slow:
    """Chooses the first action, and says by the clock that it took so long."""

    def __init__(self, *seconds: float) -> None:
        self.seconds, self.now = list(seconds), 0.0

    def choose(self, view: object, actions: list[str], rng: Random) -> str:
        self.now += self.seconds.pop(0)
        return actions[0]


def test_the_longest_choice_is_not_the_first_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Slow(8.0, 0.25, 2.0, 1.0)
    monkeypatch.setattr("touchwood.bots.league.process_time", lambda: bot.now)
    first = timed(bot)
    for _ in range(3):
        first.choose(None, ["a"], Random())
    assert first.pace == Pace(3, 10.25, 2.0)
    again = timed(bot, is_warm=True)
    again.choose(None, ["a"], Random())
    assert again.pace == Pace(1, 1.0, 1.0)
    assert first.pace + again.pace == Pace(4, 11.25, 2.0)


def test_only_the_first_deal_of_a_bot_has_a_choice_that_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def noting(bot: Any, *, is_warm: bool) -> Any:
        begun.append(is_warm)
        return timed(bot, is_warm=is_warm)

    monkeypatch.setattr("touchwood.bots.league._WARM", set())
    monkeypatch.setattr("touchwood.bots.league.timed", noting)
    other = msgspec.structs.replace(CELL, bot="random")
    for deal, cell in enumerate((CELL, CELL, other)):
        play_deal(TAG, cell, deal, Tally())
    assert begun == [False, True, False]


def test_what_was_kept_without_the_longest_choice_never_gets_one() -> None:
    """It had the one that loads in it; what is played on top cannot tell what the longest was before."""
    kept = msgspec.json.decode(b'{"choices": 5, "seconds": 1.0, "longest": 0.4}', type=Pace)
    assert (kept + Pace(1, 0.1, 0.1)).longest_warm is None
    assert (Pace() + Pace(1, 0.1, 0.1)).longest_warm == 0.1
    text = markdown({CELL: Tally(1, 0.5, 0.25, kept), msgspec.structs.replace(CELL, players=3): tally_of(0.5)})
    assert "| open | 200.00 |  |\n" in text
    assert "| open | 50.00 | 100.0 |\n" in text


def test_a_share_is_known_within_a_width_once_its_interval_is_as_narrow() -> None:
    assert not is_known_within(tally_of(*[0.5] * 9), 2, 1.0)
    even = tally_of(*[0.0, 1.0] * 50)
    assert is_known_within(even, 2, even.half_width)
    assert not is_known_within(even, 2, 0.99 * even.half_width)
    # A row of equal results is not certainty.
    assert not is_known_within(tally_of(*[1.0] * 10), 2, 0.05)
    assert is_known_within(tally_of(*[1.0] * 100), 2, 0.05)


def test_a_league_until_a_share_is_known_goes_on_after_it_is_decided(tmp_path: Path) -> None:
    def deals_until(*how_long: str) -> int:
        kept = tmp_path / f"{'-'.join(how_long)}.jsonl"
        assert main(["league", "tag", "--bots", "random,simple", "--keep", str(kept), *how_long]) == 0
        (tally,) = read(kept).values()
        return tally.deals

    assert deals_until() == deals_until("--until", "decided") == 10
    assert deals_until("--until", "6%") > 10
    assert deals_until("--until", "6%", "--most", "24") == 12
    assert deals_until("--most", "6") == 3


def test_progress_is_told_as_it_comes_on_a_terminal_and_else_once_a_cell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    league = ["league", "tag", "--bots", "random,simple,random", "--matches", "6"]
    assert main(league) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "simple against random, 2 players",
        "random against simple, 2 players",
    ]
    assert "of 6 matches" in lines[0]

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(league) == 0
    first, second, rest = capsys.readouterr().err.split("\n")
    assert rest == ""
    for line in (first, second):
        told = line.removeprefix("\r").split("\r")
        assert [f"of {matches} matches" in each for each, matches in zip(told, (2, 4, 6, 6), strict=True)] == [True] * 4


def test_a_league_that_was_broken_off_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    league = ["league", "tag", "--bots", "random,simple", "--seed", "7"]
    assert main([*league, "--matches", "8", "--keep", str(whole)]) == 0
    for matches in ("2", "8"):
        assert main([*league, "--matches", matches, "--keep", str(parts)]) == 0
    (cell, tally), (other_cell, other_tally) = (*read(whole).items(), *read(parts).items())
    assert (cell, tally.deals, tally.mean) == (other_cell, other_tally.deals, other_tally.mean)
    assert (tally.deals, cell.bot, cell.against) == (4, "simple", "random")
    capsys.readouterr()


def test_a_league_stops_when_it_is_decided_and_writes_its_table_into_a_page(tmp_path: Path) -> None:
    kept, page = tmp_path / "kept.jsonl", tmp_path / "page.md"
    page.write_text("before\n<!-- made by touchwood league -->\nold\n<!-- end -->\nafter\n")
    asked = ["league", "tag", "--bots", "random,simple", "--keep", str(kept), "--docs", str(page)]
    assert main(asked) == 0
    (tally,) = read(kept).values()
    assert verdict(tally, 2) is Verdict.STRONGER
    assert tally.deals < 100
    text = page.read_text()
    assert text.startswith("before\n<!-- made by touchwood league -->\n")
    assert text.endswith("<!-- end -->\nafter\n")
    assert "old" not in text
    assert "| simple | random | 2 |" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tag", "--bots", "easy"], "at least two bots"),
        (["tag", "--bots", "easy,wizard"], "wizard"),
        (["tag", "--players", "9"], "9"),
        (["tag", "--until", "5"], "It was given 5."),
        (["tag", "--until", "0.0%"], "It was given 0.0%."),
        (["tag", "--until", "tired"], "It was given tired."),
        (["tag", "--most", "0"], "0 matches"),
        (["tag", "--matches", "-1"], "-1 matches"),
        (["tag", "--option", "nonsense=1"], "nonsense"),
        (["tag", "--keep", "{folder}/torn.jsonl"], "torn.jsonl"),
        (["tag", "--bots", "random,random", "--matches", "2", "--docs", "{folder}/page.md"], "page.md has no place"),
        ([], "Name a game"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "torn.jsonl").write_text('{"cell": {')
    (tmp_path / "page.md").write_text("nothing\n")
    assert main(["league", *[argument.replace("{folder}", str(tmp_path)) for argument in arguments]]) == 2
    assert said in capsys.readouterr().err


def test_so_many_matches_or_until_something_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["league", "tag", "--matches", "2", "--until", "decided"])
    assert ended.value.code == 2
    assert "--until: not allowed with argument --matches" in capsys.readouterr().err


def test_the_page_of_the_bots_says_and_shows_what_was_played() -> None:
    root = Path(__file__).parents[2]
    played = read(root / "benchmarks" / "league.jsonl")
    assert markdown(played) in (root / "docs" / "bots.md").read_text()
    assert plot(played) == (root / "docs" / "bots.svg").read_text()


def test_a_plot_marks_each_verdict_in_its_place() -> None:
    tallies = (tally_of(*[1.0] * 20), tally_of(*[0.5] * 20), tally_of(0.5))
    cells = [Cell("tag", 1, 2, (), f"bot {number}", "<other>") for number in range(3)]
    picture = ElementTree.fromstring(plot(dict(zip(cells, tallies, strict=True))))
    names = [each.text for each in picture.iter() if each.text and each.text.startswith("bot")]
    assert names == [f"bot {number} against <other>, 2 players" for number in range(3)]
    marks = [each for each in picture.iter() if each.tag.endswith(("circle", "rect"))][3:]
    assert [each.get("class") for each in marks] == ["stronger", "weaker", "open"]
    middles = [float(each.get("cx") or float(each.get("x", "")) + 4) for each in marks]
    assert middles[0] > middles[1] == middles[2]
