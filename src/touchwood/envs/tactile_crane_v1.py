"""Tactile Crane Championship for PettingZoo, by version 2 of its rules for ever."""

from touchwood.envs.pettingzoo import pinned

__all__ = ["RULES_VERSION", "env", "parallel_env", "raw_env"]

RULES_VERSION = 2

env, raw_env, parallel_env = pinned("tactile_crane", RULES_VERSION)
