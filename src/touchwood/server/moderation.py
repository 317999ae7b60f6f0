"""Whom and what an operator keeps out: addresses, names, and tables that are closed. In a file beside the tables."""

import ipaddress
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from touchwood.core.refusals import InputError
from touchwood.core.shown_text import skeleton
from touchwood.core.values import Value

FILE: Final = "moderation.json"
ANYBODY: Final = "*"


def is_one_of(address: str, known: Sequence[str]) -> bool:
    """Whether the address is among these, which are addresses, networks, or "*"."""
    if ANYBODY in known or address in known:
        return True
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        # A server that listens on "::" sees those of IPv4 so.
        parsed = parsed.ipv4_mapped
    return any(network is not None and parsed in network for network in map(_network, known))


@lru_cache(maxsize=1_000)
def _network(written: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """None: it is neither an address nor a network."""
    try:
        return ipaddress.ip_network(written, strict=False)
    except ValueError:
        return None


def _check_addresses(written: Sequence[str]) -> None:
    """Raises `InputError` for what would keep nobody out."""
    for each in written:
        if each != ANYBODY and _network(each) is None:
            raise InputError("bad_address", address=each)


class Blocked(Value, frozen=True):
    addresses: tuple[str, ...] = ()
    """Addresses or networks."""
    names: tuple[str, ...] = ()
    """And all that look like them."""
    tables: tuple[str, ...] = ()
    """Closed: kept as they are, and nobody gets in."""


class Moderation:
    def __init__(self, folder: Path | None = None) -> None:
        """Without a folder it is forgotten with the process.

        Raises `InputError` if there is a file and it cannot be read: who was kept out would be let in.
        """
        self._file = None if folder is None else folder / FILE
        self.blocked = Blocked()
        if self._file is not None and self._file.exists():
            try:
                self.blocked = msgspec.json.decode(self._file.read_bytes(), type=Blocked)
                _check_addresses(self.blocked.addresses)
            except (OSError, msgspec.DecodeError, InputError) as error:
                raise InputError("file_unreadable", file=str(self._file), reason=str(error)) from None

    def bans_address(self, address: str) -> bool:
        return bool(self.blocked.addresses) and is_one_of(address, self.blocked.addresses)

    def bans_name(self, name: str) -> bool:
        return bool(self.blocked.names) and skeleton(name) in {skeleton(banned) for banned in self.blocked.names}

    def closes(self, table: str) -> bool:
        return table in self.blocked.tables

    def block(self, kind: str, what: str) -> None:
        """`kind`: a field of `Blocked`. It holds, also over restarts, when this returns. Raises `InputError`."""
        if kind == "addresses":
            _check_addresses([what])
        others = [each for each in getattr(self.blocked, kind) if each != what]
        self._write(msgspec.structs.replace(self.blocked, **{kind: (*others, what)}))

    def unblock(self, kind: str, what: str) -> None:
        others = tuple(each for each in getattr(self.blocked, kind) if each != what)
        self._write(msgspec.structs.replace(self.blocked, **{kind: others}))

    def _write(self, blocked: Blocked) -> None:
        """Whole or not at all, whatever happens meanwhile."""
        if self._file is not None:
            half = self._file.with_suffix(".new")
            with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(blocked), indent=2))
                file.flush()
                os.fsync(file.fileno())
            half.replace(self._file)
        self.blocked = blocked
