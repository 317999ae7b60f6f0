"""The files of another commit, in a temporary folder."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent


@contextmanager
def unpacked(revision: str, *folders: str) -> Iterator[Path]:
    """Not a worktree: git would have to be told when it is gone, also by a script that was killed."""
    with TemporaryDirectory(prefix="touchwood-checkout-") as folder:
        root = subprocess.run(
            ["git", "rev-parse", "--show-toplevel"], cwd=HERE, capture_output=True, text=True, check=True
        ).stdout.strip()
        packed = subprocess.run(["git", "archive", revision, *folders], cwd=root, stdout=subprocess.PIPE, check=False)
        if packed.returncode:
            sys.exit(f"git has no files of {revision}")
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        yield Path(folder)
