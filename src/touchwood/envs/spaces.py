"""Spaces of Gymnasium for choices and observations."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from touchwood.envs.setup import Setup

Array = np.ndarray[Any, Any]


class LegalDiscrete(spaces.Discrete):
    """The numbers of all choices. Without a mask `sample` draws one that is legal now: it can always be played."""

    def __init__(self, setup: Setup, legal_now: Callable[[], Array | None]) -> None:
        super().__init__(setup.choices.count)
        self._legal_now = legal_now

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self._legal_now()
        return super().sample(mask, probability)


def box_of(setup: Setup) -> spaces.Box:
    """The row of numbers that the game's encoder makes, with the bounds its slices state."""
    low = np.concatenate([np.full(each.size, each.low) for each in setup.slices])
    high = np.concatenate([np.full(each.size, each.high) for each in setup.slices])
    # What is the same under these options all along still needs room to be a box.
    return spaces.Box(low.astype(np.int16), np.maximum(high, low + 1).astype(np.int16), dtype=np.int16)


def mask_of(setup: Setup, legal: list[int]) -> Array:
    mask = np.zeros(setup.choices.count, np.int8)
    mask[legal] = 1
    return mask


def describe(setup: Setup) -> str:
    """The table of a game's observation: where each slice begins, its length, its bounds, its meaning."""
    lines, at = [f"{'from':>5} {'size':>4} {'low':>6} {'high':>6}  name: meaning"], 0
    for each in setup.slices:
        lines.append(f"{at:>5} {each.size:>4} {each.low:>6} {each.high:>6}  {each.name}: {each.meaning}")
        at += each.size
    return "\n".join(lines)
