"""The server of an evening: `touchwood serve` but for a clock that can be put forward, and bots' pauses that suit it.

python -m tests.endurance.server PORT DATA AHEAD_MS TIMES_FASTER
"""

import sys
from pathlib import Path

from touchwood.server.bots import Tempo
from touchwood.server.clocks import FastClock, SetForward
from touchwood.server.serve import ServerSettings, serve


def main() -> None:
    port, ahead, times = int(sys.argv[1]), int(sys.argv[3]), int(sys.argv[4])
    clock = SetForward(FastClock(times), ahead)
    tempo = Tempo() if times == 1 else Tempo(0, 0, 0)
    serve(ServerSettings(data=Path(sys.argv[2]), host="127.0.0.1", port=port, clock=clock, tempo=tempo))


if __name__ == "__main__":
    main()
