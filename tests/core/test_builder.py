"""Composite actions, built at random."""

from random import Random

from touchwood.core.builder import Builder, build_at_random


def pile(most: int) -> Builder[None, None, tuple[int, ...], int]:
    """One to `most` numbers."""
    return Builder(
        name="pile",
        is_offered=lambda view: True,
        choices=lambda view, parts: range(9) if len(parts) < most else (),
        finish=lambda view, parts: parts or None,
        text=str,
        numbered=lambda options, seats: range(9),
    )


def test_what_is_built_at_random_is_whole_and_of_every_length() -> None:
    built = [build_at_random(pile(3), None, Random(seed)) for seed in range(40)]
    assert {len(parts) for parts in built} == {1, 2, 3}, "it stops early at times, and goes on at times"
    assert len({parts[0] for parts in built}) > 4
