"""Every screen of the page, each with the way to it. The checks for everyone and the screenshots go through them.

A screen is a function that takes a stage and gives a phone which shows it; `@screen` puts it into `SCREENS` under its
name. `shell.py` has what comes before a match, `table.py` what is around every game, and each game has a module.
`occasions.py` has what comes up now and then: `@occasion` puts it into `OCCASIONS`.
"""

from tests.browser.screens import clips, crane, occasions, piles, plain, shell, table, tag
from tests.browser.screens.stage import OCCASIONS, SCREENS, Screen, Stage

__all__ = [
    "OCCASIONS",
    "SCREENS",
    "Screen",
    "Stage",
    "clips",
    "crane",
    "occasions",
    "piles",
    "plain",
    "shell",
    "table",
    "tag",
]
