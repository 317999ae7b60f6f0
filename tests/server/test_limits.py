"""Limits as such: who is counted, and what guessers get."""

from dataclasses import replace

import pytest

from touchwood.server.limits import Limits, WrongCodes, limited_as
from touchwood.server.rooms.registry import CODE_LENGTH, CODE_LETTERS

DAY = 24 * 3_600.0


class Seconds:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def guesses_a_day(limits: Limits, *, addresses: int, days: int) -> float:
    """How many wrong codes guessers get answers to, who try at every minute with every address."""
    clock = Seconds()
    wrong = WrongCodes(limits, clock)
    tried = 0
    for _ in range(days * 24 * 60):
        clock.now += 60
        for number in range(addresses):
            while wrong.may_try(str(number)):
                wrong.was_wrong(str(number))
                tried += 1
    return tried / days


def test_all_guessers_together_get_no_more_than_the_docs_say() -> None:
    limits = replace(Limits(), wrong_codes_a_day=100, spare_wrong_codes_a_day=2)
    # Buckets are full at first, so the first day gives twice as much; over ten days that is a tenth.
    assert guesses_a_day(limits, addresses=20, days=10) == pytest.approx(1.1 * (100 + 20 * 2), rel=0.05)


def test_the_sum_in_the_docs() -> None:
    limits = Limits()
    a_year = 365 * (limits.wrong_codes_a_day + 1_000 * limits.spare_wrong_codes_a_day)
    assert len(CODE_LETTERS) ** CODE_LENGTH / a_year > 100, "lobbies open at once, for one found a year"


def test_one_guesser_shuts_out_nobody_else() -> None:
    wrong = WrongCodes(replace(Limits(), wrong_codes_a_minute=10**6, wrong_codes_a_day=50), Seconds())
    for _ in range(60):
        wrong.was_wrong("guesser")
    assert not wrong.may_try("guesser")
    assert wrong.may_try("somebody")
    wrong.was_wrong("somebody")
    assert wrong.may_try("somebody"), "mistyping once is no harm"


def test_a_guesser_with_65536_networks_has_no_more_to_spare_than_one_with_one() -> None:
    wrong = WrongCodes(replace(Limits(), wrong_codes_a_day=50), Seconds())
    for _ in range(50):
        wrong.was_wrong("somewhere")
    networks = [limited_as(f"2001:db8:1:{number:x}::1") for number in range(0, 65_536, 1_000)]
    tried = 0
    for network in networks:
        while wrong.may_try(network):
            wrong.was_wrong(network)
            tried += 1
    assert tried == Limits().spare_wrong_codes_a_day
    assert wrong.may_try(limited_as("2001:db8:2::1"))
    assert wrong.may_try("192.0.2.7")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("unknown", "unknown"),
    ],
)
def test_whom_limits_count(address: str, counted: str) -> None:
    assert limited_as(address) == counted
