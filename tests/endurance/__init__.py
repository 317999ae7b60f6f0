"""An evening compressed: many tables, bad connections, hostile guests, kills, a full disk and a wrong clock.

`make endurance` runs it for an hour (`python -m tests.endurance --help`), `test_endurance.py` for some seconds. Start
with `evening.py`; `people.py` plays, `guests.py` misbehaves, `harm.py` breaks things, `accounts.py` checks at the end.
"""
