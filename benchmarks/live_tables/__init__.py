"""The parts of `tables.py` and `best_at_once.py`: servers to measure, and clients that play there.

`connection.py` is a bare WebSocket, `table.py` what is measured at a table, `ours.py` and `theirs.py` the two
ways to talk, `load.py` plays many tables in one process. `serve_ours.py` and `serve_theirs.mjs` are the servers.
`others.py` and `thinkers.py` are the clients of `best_at_once.py`, which tells them what to do (`told.py`).
"""
