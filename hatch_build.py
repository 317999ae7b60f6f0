"""Puts into the wheel what is not Python: the page, built with the Node that comes as a wheel (a build requirement; see
web/npm.py), and the example that `touchwood new` copies.

An editable install is left alone: there `make page` builds the page where the server finds it, and the example is where
it is.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE_IN_WHEEL = "touchwood/server/page"
EXAMPLE_IN_WHEEL = "touchwood/cli/my_game"
EXAMPLE = "examples/my_game"
TAKEN_FROM = ("web", "src", EXAMPLE)
"""Whoever builds a wheel somewhere else (a container) takes these there."""


class WheelHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        self._work = Path(tempfile.mkdtemp(prefix="touchwood-page-"))
        page = self._work / "page"
        build_page(Path(self.root), self._work / "copy", page)
        example, caches = self._work / "my_game", shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(Path(self.root) / EXAMPLE, example, ignore=caches)
        build_data["force_include"] |= {str(page): PAGE_IN_WHEEL, str(example): EXAMPLE_IN_WHEEL}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if (work := getattr(self, "_work", None)) is not None:
            shutil.rmtree(work, ignore_errors=True)


def build_page(root: Path, copy: Path, page: Path) -> None:
    """`npm ci` and `vite build` in a copy, so that building a wheel leaves nothing behind among the sources."""
    shutil.copytree(root / "web", copy / "web", ignore=shutil.ignore_patterns("node_modules"))
    # The page takes the games' own data (a deck of cards) from where the rules have it.
    shutil.copytree(root / "src", copy / "src", ignore=shutil.ignore_patterns("*.py", "__pycache__", "page"))
    for command in (["ci", "--silent", "--ignore-scripts"], ["run", "build"]):
        subprocess.run(
            [sys.executable, str(copy / "web" / "npm.py"), *command],
            env={**os.environ, "PAGE_OUT": str(page)},
            check=True,
        )
