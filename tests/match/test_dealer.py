"""The dealer: unbiased, repeatable, and the same as its description."""

import hashlib
import hmac
from collections import Counter

import pytest

from touchwood.core.chance import Shuffle, Uniform, WeightedChoice, draw, is_possible, odds, total_weight
from touchwood.match.dealer import CommittedDealer, NoDealer, PlainDealer, commitment, new_seed, seed_from_number

HEADER = "ab" * 32


def test_the_stream_is_the_documented_one() -> None:
    """Computed here from docs/records.md alone: whoever writes a verifier in another language gets the same."""
    seed = bytes(range(32))
    message = b"draw" + bytes.fromhex(HEADER) + (5).to_bytes(8, "big") + (0).to_bytes(8, "big")
    block = hmac.new(seed, message, hashlib.sha256).digest()
    first, second = int.from_bytes(block[:8], "big"), int.from_bytes(block[8:16], "big")
    below = CommittedDealer(seed).source(HEADER, 5)
    assert (below(1000), below(7)) == (first % 1000, second % 7)
    assert commitment(seed) == hashlib.sha256(b"touchwood seed\n" + seed).hexdigest()
    salt = hmac.new(seed, b"salt" + bytes.fromhex(HEADER) + (9).to_bytes(8, "big"), hashlib.sha256).hexdigest()[:32]
    assert CommittedDealer(seed).salt(HEADER, 9) == salt


def test_a_number_that_would_favour_small_results_is_drawn_again() -> None:
    """With a bound just over half of 2^64 about half of the numbers are thrown away: each draw is the first of the
    documented stream that is smaller than the bound."""
    bound, seed = (1 << 63) + 1, seed_from_number(0)
    thrown_away = 0
    for k in range(50):
        message = b"draw" + bytes.fromhex(HEADER) + k.to_bytes(8, "big")
        stream = b"".join(hmac.digest(seed, message + block.to_bytes(8, "big"), "sha256") for block in range(20))
        numbers = [int.from_bytes(stream[start : start + 8], "big") for start in range(0, len(stream), 8)]
        expected = next(number for number in numbers if number < bound)
        thrown_away += numbers.index(expected)
        assert CommittedDealer(seed).source(HEADER, k)(bound) == expected
    assert thrown_away > 25


def test_a_seed_has_256_bits_of_its_own() -> None:
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()


def test_draws_depend_on_seed_header_and_number_alone() -> None:
    dealer = CommittedDealer(seed_from_number(1))
    assert dealer.source(HEADER, 3)(10**9) == dealer.source(HEADER, 3)(10**9)
    numbers = {
        dealer.source(HEADER, 3)(10**9),
        dealer.source(HEADER, 4)(10**9),
        dealer.source("cd" * 32, 3)(10**9),
        CommittedDealer(seed_from_number(2)).source(HEADER, 3)(10**9),
    }
    assert len(numbers) == 4


@pytest.mark.parametrize("chance", [WeightedChoice((3, 0, 1)), Uniform(4), Shuffle(3)], ids=lambda c: type(c).__name__)
@pytest.mark.parametrize("dealer", [CommittedDealer(seed_from_number(5)), PlainDealer(5)], ids=["committed", "plain"])
def test_every_outcome_falls_as_often_as_its_odds_say(chance, dealer) -> None:  # type: ignore[no-untyped-def]  # kinds of chance and of dealer, by the parameters above
    draws = 6000
    seen = Counter(draw(chance, dealer.source(HEADER, k)) for k in range(draws))
    expected = {outcome: draws * weight / total_weight(chance) for outcome, weight in odds(chance)}
    assert set(seen) == set(expected)
    chi_square = sum((seen[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())
    assert chi_square < 25  # beyond the 0.9999 quantile at five degrees of freedom, seeds are fixed
    assert all(is_possible(chance, outcome) for outcome in seen)


@pytest.mark.parametrize(
    ("chance", "impossible"),
    [
        (WeightedChoice((3, 0, 1)), [1, 3, -1, True, "0", None, (0,)]),
        (Uniform(4), [4, -1, False, 1.0, (1,)]),
        (Shuffle(3), [(0, 1), (0, 1, 1), (0, 1, 3), 0, [0, 1, 2]]),
    ],
)
def test_what_cannot_fall_is_no_possible_outcome(chance, impossible) -> None:  # type: ignore[no-untyped-def]  # kinds of chance, by the parameters above
    assert not any(is_possible(chance, outcome) for outcome in impossible)


def test_without_the_seed_nothing_can_be_drawn() -> None:
    with pytest.raises(Exception, match="seed_unknown"):
        NoDealer().source(HEADER, 0)
