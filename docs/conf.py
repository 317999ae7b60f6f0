"""The site of the docs: these pages and the docstrings of what is public. `make docs` builds it into build/docs."""

import re
from pathlib import Path
from typing import Any

from touchwood import __version__

project = "Touchwood"
author = "the authors of Touchwood"
copyright = f"2026, {author}"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Touchwood {version}"
html_copy_source = False
myst_heading_anchors = 3

# Docstrings put code in single backticks, and their blocks are pictures as often as Python.
default_role = "code"
highlight_language = "text"
# An example may leave something out with an ellipsis.
suppress_warnings = ["misc.highlighting_failure"]
autodoc_member_order = "bysource"
# Docstrings of the libraries that environments are written for are in other markup, and have pages of their own.
autodoc_inherit_docstrings = False
autodoc_default_options = {"members": True, "undoc-members": True}


def take_rules_of_games(app: Any, config: object) -> None:
    """The RULES.md of every game there is becomes a page below games/rules."""
    pages = Path(app.srcdir) / "games" / "rules"
    pages.mkdir(exist_ok=True)
    for rules in (Path(app.srcdir).parent / "src" / "touchwood" / "games").glob("*/RULES.md"):
        include = f"```{{include}} ../../../{rules.relative_to(Path(app.srcdir).parent)}\n```\n"
        (pages / f"{rules.parent.name}.md").write_text(include, encoding="utf-8")


def link_rules_of_games(app: Any, page: str, text: list[str]) -> None:
    """Where the repository is read a game's page links to RULES.md beside the code; here that is a page of the site."""
    text[0] = re.sub(r"\(\.\./\.\./src/touchwood/games/(\w+)/RULES\.md\)", r"(rules/\1.md)", text[0])


def mark_code(app: Any, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """An indented block below a colon is code, as in Markdown; docutils wants two colons for that."""
    for number, (line, blank, block) in enumerate(zip(lines, lines[1:], lines[2:], strict=False)):
        if line.endswith(":") and not line.endswith("::") and not blank and block.startswith("    "):
            lines[number] += ":"


def leave_out_fields(app: Any, what: str, name: str, value: object, *_: object) -> tuple[str, None] | None:
    """A value's fields stand below it, each with its words; all of them in one line say nothing more."""
    return ("", None) if isinstance(value, type) else None


def setup(app: Any) -> None:
    app.connect("config-inited", take_rules_of_games)
    app.connect("source-read", link_rules_of_games)
    app.connect("autodoc-process-docstring", mark_code)
    app.connect("autodoc-process-signature", leave_out_fields)
