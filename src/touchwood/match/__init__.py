"""Matches: a record of choices and chance from which everything else is derived. Start with `match.py`."""
