"""Our server as it is, on its own disk file: `python serve_ours.py PORT DATA CLOCK [--with-bots] [--pauses]`.

Two things differ from `touchwood serve`: no limits by address, since all clients come from one, and a clock that runs
CLOCK times as fast, so that tables do not stand still for the second in which a Gool may be answered. With bots they
have the workers they always have; without pauses they move as soon as they have thought, and not when people would.
"""

import sys
from dataclasses import fields
from pathlib import Path

from touchwood.server.bots import Tempo
from touchwood.server.clocks import FastClock
from touchwood.server.limits import Limits
from touchwood.server.serve import serve
from touchwood.server.settings import ServerSettings

KEPT = ("message_bytes", "hello_seconds")
NO_LIMITS = Limits(**{limit.name: 10**9 for limit in fields(Limits) if limit.name not in KEPT})
NO_PAUSES = Tempo(shortest=0, longest=0, listening=0, grain=0)


if __name__ == "__main__":
    port, data, times = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    serve(
        ServerSettings(
            data=data,
            host="127.0.0.1",
            port=port,
            clock=FastClock(times),
            limits=NO_LIMITS,
            tempo=Tempo() if "--pauses" in sys.argv else NO_PAUSES,
            bot_workers=None if "--with-bots" in sys.argv else 0,
        )
    )
