"""Quick servers as processes that can be killed: `python -m tests.server.run_quick PORT METRICS DATA`.

Importing takes longer than all the rest, so one process imports once and forks a server for each line "start" it reads.
It answers with the server's process id; to "wait" it answers how the server ended.
"""

import os
import sys
from pathlib import Path

import uvicorn

from tests.server import luck
from tests.server.running import quick_settings
from touchwood.games.discovery import all_games
from touchwood.server.serve import listen, make_app, uvicorn_config
from touchwood.server.settings import ServerSettings


def serve_here(settings: ServerSettings) -> None:
    app = make_app(settings)
    with app.metrics.served_at(settings.metrics):
        uvicorn.Server(uvicorn_config(app, settings)).run(sockets=[listen(settings.host, settings.port)])


def main() -> None:
    settings = quick_settings(Path(sys.argv[3]), port=int(sys.argv[1]), metrics=sys.argv[2])
    all_games()
    process = 0
    for number, line in enumerate(sys.stdin):
        if line.strip() == "start":
            process = os.fork()
            if process == 0:
                luck.begin(f"line {number}")
                with luck.dealt_by_name():
                    serve_here(settings)
                os._exit(0)
            print(process, flush=True)
        else:
            print(os.waitpid(process, 0)[1], flush=True)


if __name__ == "__main__":
    main()
