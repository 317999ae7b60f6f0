"""Live tables: every game played over the wire by people and bots.

What travels is in `protocol.py`; how a table stands is in `table/`, pure and without sockets; `rooms/` keeps tables in
memory, `store/` keeps them for good, `app.py` and `socket.py` are the doors. Start with `protocol.py`, then `table/`.
"""
