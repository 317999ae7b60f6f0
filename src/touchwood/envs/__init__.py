"""Environments for learning: every game for PettingZoo, Gymnasium and OpenSpiel, from the same rules.

`node.py` is how a match is walked; the adapters only dress it. docs/envs.md is for those who use them.
"""
