"""Our server as it is, on its own disk file: `python serve_ours.py PORT DATA CLOCK`.

Two things differ from `touchwood serve`: no limits by address, since all clients come from one, and a clock that runs
CLOCK times as fast, so that tables do not stand still for the second in which a Gool may be answered.
"""

import sys
from dataclasses import fields
from pathlib import Path

from touchwood.server.clocks import FastClock
from touchwood.server.limits import Limits
from touchwood.server.serve import serve
from touchwood.server.settings import ServerSettings

KEPT = ("message_bytes", "hello_seconds")
NO_LIMITS = Limits(**{limit.name: 10**9 for limit in fields(Limits) if limit.name not in KEPT})


if __name__ == "__main__":
    port, data, times = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    serve(
        ServerSettings(data=data, host="127.0.0.1", port=port, clock=FastClock(times), limits=NO_LIMITS, bot_workers=0)
    )
