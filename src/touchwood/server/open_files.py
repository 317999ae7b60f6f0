"""How many files, and so connections, the process may have open."""

from contextlib import suppress
from typing import Final

RESERVED_FILES: Final = 128
"""Files that are no connections: the store, workers, logs, the page's own files while they are read."""


def raise_open_files() -> int | None:
    """Raise the limit as far as is allowed without asking anybody; the limit. None: this system has no such thing."""
    try:
        import resource
    except ModuleNotFoundError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == hard:
        return soft
    # Some systems name a hard limit that they do not grant.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def most_connections(files: int | None, wanted: int) -> int:
    """As many as are wanted and there are files for; a machine without a limit has enough."""
    return wanted if files is None or files < 0 else max(1, min(wanted, files - RESERVED_FILES))
