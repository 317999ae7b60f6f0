"""Live tables: every game played over the wire by people and bots.

What travels is in `protocol/`; how a table stands is in `table/`, pure and without sockets; `rooms/` keeps tables in
memory, `store/` keeps them for good, `app.py` and `websocket.py` let people in. Start with `protocol/`, then `table`.
"""
