"""The time slice of this process: for how long it asks for a core at a time (Linux 6.12 and later; elsewhere nothing is
changed).

Who wakes with a shorter slice than that of whoever runs is given the core at once. With an equal one it waits until the
other's slice is over, however nice that one is, and the kernel looks for that at its clock's ticks only, every 4 ms on
many machines. So who works for long asks for long slices. How much of a core it gets on the whole depends on its
niceness, as before: it does not starve, as it would in the idle class, which it could not leave again either
(sched(7): that takes a privilege).
"""

import ctypes
import os
import platform
import struct
from typing import Final

LONGEST: Final = 0.1
"""Seconds; the kernel grants no more."""

# struct sched_attr of sched_setattr(2): size, policy, flags, nice, priority, runtime (the slice, in nanoseconds),
# deadline, period.
_ATTRIBUTES: Final = struct.Struct("=IIQiIQQQ")
_RUNTIME: Final = 5
_POLICY: Final = 1
_CALLS: Final = {"x86_64": (314, 315), "aarch64": (274, 275), "riscv64": (274, 275)}
"""By machine: the numbers of sched_setattr and sched_getattr, which the C library has only lately."""
_NANOSECONDS: Final = 1_000_000_000


def ask_for_slices_of(seconds: float) -> None:
    """Of the calling thread, and of what it starts from now on. If the kernel will not have it, all stays as it is."""
    attributes = _attributes(0)
    if attributes is None or attributes[_POLICY] not in (os.SCHED_OTHER, os.SCHED_BATCH):
        return
    asked = list(attributes)
    asked[_RUNTIME] = int(seconds * _NANOSECONDS)
    setting, _ = _CALLS[platform.machine()]
    _call(setting, 0, _ATTRIBUTES.pack(*asked), 0)


def slice_of(pid: int) -> float | None:
    """In seconds, 0: that of the thread that asks; None where it cannot be known."""
    attributes = _attributes(pid)
    return attributes[_RUNTIME] / _NANOSECONDS if attributes is not None and attributes[_RUNTIME] else None


def _attributes(pid: int) -> tuple[int, ...] | None:
    if platform.system() != "Linux" or platform.machine() not in _CALLS:
        return None
    _, getting = _CALLS[platform.machine()]
    found = ctypes.create_string_buffer(_ATTRIBUTES.size)
    return _ATTRIBUTES.unpack(found.raw) if _call(getting, pid, found, _ATTRIBUTES.size, 0) == 0 else None


def _call(number: int, *arguments: object) -> int:
    return int(ctypes.CDLL(None).syscall(ctypes.c_long(number), *arguments))
