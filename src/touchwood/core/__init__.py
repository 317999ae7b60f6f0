"""The contract of a game and the few values it is made of. Start with `game.py`."""
