"""For all tests: no luck and no stopwatch. Hypothesis tries the same examples in every run, and none is too slow."""

import gc

from hypothesis import settings

settings.register_profile("touchwood", deadline=None, derandomize=True)
settings.load_profile("touchwood")

# Python looks for garbage after every 700 things that stayed, for a sixteenth of all the time.
gc.set_threshold(20_000, 20, 20)
