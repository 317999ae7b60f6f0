"""`python -m touchwood` is the command `touchwood`."""

import sys

from touchwood.cli import main

sys.exit(main())
