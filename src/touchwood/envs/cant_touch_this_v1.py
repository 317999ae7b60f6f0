"""Can't Touch This for PettingZoo, by version 1 of its rules for ever."""

from touchwood.envs.pettingzoo import pinned

__all__ = ["RULES_VERSION", "env", "parallel_env", "raw_env"]

RULES_VERSION = 1

env, raw_env, parallel_env = pinned("cant_touch_this", RULES_VERSION)
