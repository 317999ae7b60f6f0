"""The page, as built into the folder `page/`. Without one, a few words say how to build it.

Any address that is no file is the page itself: it finds its way from there. Files with a hash in their name never
change, so devices may keep them. Beside each text lies the same packed by Brotli, which browsers take over TLS and from
their own machine; for the others it is packed here, by gzip.
"""

import gzip
import mimetypes
import re
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from litestar import Response

_HASHED: Final = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.\w+$")
_WORTH_PACKING: Final = {"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"}
_SAFE_PART: Final = re.compile(r"^[\w@+-][\w@+.-]*$")

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Touchwood</title>
<h1>Touchwood is running</h1>
<p>The page has not been built into this installation. In the project's folder,
<code>make page</code> builds it; then start the server again.</p>
<p>Programs can play at once: see <code>docs/protocol.md</code>.</p>
</html>
"""


def page_folder() -> Traversable:
    return files("touchwood.server") / "page"


def page_response(path: str, folder: Traversable | None = None, *, accepts: str = "") -> Response[bytes]:
    """The file of that path, or the page; packed if the device accepts that (`accepts`: its Accept-Encoding)."""
    folder = folder or page_folder()
    path = path if _find(folder, path) else "index.html"
    found = _find(folder, path)
    content = NOT_BUILT.encode() if found is None else found.read_bytes()
    name = "index.html" if found is None else found.name
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    caching = "public, max-age=31536000, immutable" if _HASHED.search(name) else "no-cache"
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if kind in _WORTH_PACKING:
        offered = {coding.partition(";")[0].strip() for coding in accepts.split(",")}
        if "br" in offered and (beside := _find(folder, f"{path}.br")):
            content, headers["content-encoding"] = beside.read_bytes(), "br"
        elif "gzip" in offered:
            content, headers["content-encoding"] = _gzipped(content), "gzip"
    return Response(content, media_type=f"{kind}; charset=utf-8" if kind == "text/html" else kind, headers=headers)


@lru_cache(maxsize=256)
def _gzipped(content: bytes) -> bytes:
    """Only the page's own files are packed: nothing secret is in them, so their sizes tell nothing."""
    return gzip.compress(content, mtime=0)


def _find(folder: Traversable, path: str) -> Traversable | None:
    """A file inside the folder; parts that could lead out of it are no names of files."""
    found = folder
    for part in path.strip("/").split("/"):
        if not _SAFE_PART.match(part):
            return None
        found = found / part
    try:
        return found if found.is_file() else None
    except OSError:
        # A name too long for a file.
        return None
