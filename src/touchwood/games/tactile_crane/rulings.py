"""What has changed in the rules of Tactile Crane since version 1: a function for each change, with what it was and why.

Matches begun under an older version go on by it, so the rules ask here.
"""

from typing import Final

VERSIONS: Final = (1,)
