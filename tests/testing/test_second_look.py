"""CI forgives a few failures that pass alone, and nothing else."""

from tests.second_look import MOST, why_no_second_look


def test_a_few_failures_are_looked_at_again() -> None:
    assert why_no_second_look(["tests/test_a.py::test_one"] * MOST) is None


def test_many_failures_are_no_luck() -> None:
    assert why_no_second_look(["tests/test_a.py::test_one"] * (MOST + 1)) == "5 tests failed; more than 4 are not luck."


def test_without_a_failed_test_something_else_is_broken() -> None:
    assert why_no_second_look([]) is not None
