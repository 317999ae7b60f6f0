"""The parts of `benchmarks/tables.py`: servers to measure, and one client that speaks to both.

`line.py` is a WebSocket as bare as can be, `table.py` what is measured at a table, `ours.py` and `theirs.py` the two
ways to talk, `load.py` plays many tables in one process. `serve_ours.py` and `serve_theirs.mjs` are the servers.
"""
