"""Where tables are kept for good. `interface.py` says what a store does, `sqlite.py` does it with one file."""
