"""The page, as built into the folder `page/`. Without one, a few words say how to build it.

Any address that is no file is the page itself: it finds its way from there. Files with a hash in their name never
change, so devices may keep them.
"""

import mimetypes
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from litestar import Response

_HASHED: Final = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.\w+$")
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


def page_response(path: str, folder: Traversable | None = None) -> Response[bytes]:
    """The file of that path, or the page."""
    folder = folder or page_folder()
    found = _find(folder, path)
    if found is not None:
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        is_fixed = bool(_HASHED.search(found.name))
        keep = "public, max-age=31536000, immutable" if is_fixed else "no-cache"
        return Response(found.read_bytes(), media_type=kind, headers={"cache-control": keep})
    index = _find(folder, "index.html")
    content = NOT_BUILT.encode() if index is None else index.read_bytes()
    return Response(content, media_type="text/html; charset=utf-8", headers={"cache-control": "no-cache"})


def _find(folder: Traversable, path: str) -> Traversable | None:
    """A file inside the folder; parts that could lead out of it are no names of files."""
    found = folder
    for part in path.strip("/").split("/"):
        if not _SAFE_PART.match(part):
            return None
        found = found / part
    return found if found.is_file() else None
