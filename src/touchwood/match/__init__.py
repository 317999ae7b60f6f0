"""A match and its record: played, dealt, written down, replayed and verified. Start with `match.py`."""

from touchwood.match.dealer import CommittedDealer, PlainDealer, seed_from_number
from touchwood.match.files import read_record, write_record
from touchwood.match.match import Match
from touchwood.match.record import Player, Record, parse_record
from touchwood.match.replay import Proof, Verified, verify

__all__ = [
    "CommittedDealer",
    "Match",
    "PlainDealer",
    "Player",
    "Proof",
    "Record",
    "Verified",
    "parse_record",
    "read_record",
    "seed_from_number",
    "verify",
    "write_record",
]
