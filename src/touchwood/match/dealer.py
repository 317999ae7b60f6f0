"""The dealer: chance that nobody can steer and anybody can check.

    1. A secret seed of 32 bytes is drawn and stored.
    2. Its commitment, SHA-256("touchwood seed" newline seed), goes into the header and is shown.
    3. The players' devices may add entropy in the open; it goes into the header too.
    4. Draw n takes its numbers from the stream HMAC-SHA256(seed, "draw", header hash, n, block), block = 0, 1, 2, ...
    5. After the match the seed is shown and all of this can be computed again.

Entries have few possible contents (six kinds of card, three picks), so a bare hash of one could be guessed from. Each
entry is therefore hashed with a salt, HMAC-SHA256(seed, "salt", header hash, n), which only the dealer knows before
the seed is shown.

n counts the draws on the way now in force. Talk, clocks and take-backs do not move it: after a take-back the same n
gives the same numbers, so taking back never buys another deal.

What this proves and what not is in docs/records.md.
"""

import hmac
import secrets
from collections.abc import Iterator
from random import Random
from typing import Protocol

from touchwood.core.chance import Below, Outcome
from touchwood.core.lesson import Falls, Lesson
from touchwood.core.refusals import InputError
from touchwood.core.values import sha256
from touchwood.match.record import CommittedDeal, PlainDeal

SEED_BYTES = 32
SALT_BYTES = 16


class Dealer(Protocol):
    """Gives the source of chance for the n-th draw of a match, and the salt for the hash of its n-th entry."""

    def source(self, header_hash: str, draw: int) -> Below: ...
    def salt(self, header_hash: str, n: int) -> str: ...


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_from_number(number: int) -> bytes:
    """A repeatable seed for tests and `--seed N`. Whoever knows the number knows the deal."""
    return sha256(b"touchwood numbered seed\n", str(number).encode())


def commitment(seed: bytes) -> str:
    return sha256(b"touchwood seed\n", seed).hex()


class CommittedDealer:
    """Draws from a secret seed by a keyed stream."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._keyed = hmac.new(seed, digestmod="sha256")
        """The key's own share of the work, done once."""

    def deal(self, entropy: tuple[str, ...] = ()) -> CommittedDeal:
        return CommittedDeal(commitment(self.seed), entropy)

    def source(self, header_hash: str, draw: int) -> Below:
        numbers = self._numbers(b"draw" + bytes.fromhex(header_hash) + draw.to_bytes(8, "big"))

        def below(bound: int) -> int:
            # A number in the last, incomplete run of `bound` would favour small results: draw again.
            whole_runs = (1 << 64) // bound * bound
            return next(number for number in numbers if number < whole_runs) % bound

        return below

    def salt(self, header_hash: str, n: int) -> str:
        message = b"salt" + bytes.fromhex(header_hash) + n.to_bytes(8, "big")
        return self._digest(message)[:SALT_BYTES].hex()

    def _digest(self, message: bytes) -> bytes:
        keyed = self._keyed.copy()
        keyed.update(message)
        return keyed.digest()

    def _numbers(self, message: bytes) -> Iterator[int]:
        """64-bit numbers, big-endian, four from each block."""
        block = 0
        while True:
            digest = self._digest(message + block.to_bytes(8, "big"))
            yield from (int.from_bytes(digest[start : start + 8], "big") for start in range(0, 32, 8))
            block += 1


class NoDealer:
    """Stands in where the seed is not known: a match can be followed as far as its record goes, and no further."""

    def source(self, header_hash: str, draw: int) -> Below:
        raise InputError("seed_unknown")

    def salt(self, header_hash: str, n: int) -> str:
        raise InputError("seed_unknown")


class ScriptedDealer:
    """Nothing is drawn: what falls stands in the script of a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    def source(self, header_hash: str, draw: int) -> Below:
        raise InputError("seed_unknown")

    def salt(self, header_hash: str, n: int) -> str:
        return ""

    def outcome(self, n: int) -> Outcome:
        """Of the draw after entry `n`."""
        step = self.lesson.step(n)
        if not isinstance(step, Falls):
            raise InputError("lesson_off_script", entry=n + 1)
        return step.outcome


class PlainDealer:
    """Draws from Python's own generator, seeded anew for each draw: quick, repeatable, and no proof of anything."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._random = Random()

    def deal(self) -> PlainDeal:
        return PlainDeal(self.seed)

    def source(self, header_hash: str, draw: int) -> Below:
        self._random.seed(self.seed << 32 | draw)
        return self._random.randrange

    def salt(self, header_hash: str, n: int) -> str:
        return ""
