"""For all tests: no luck and no stopwatch. Hypothesis tries the same examples in every run, and none is too slow."""

from hypothesis import settings

settings.register_profile("touchwood", deadline=None, derandomize=True)
settings.load_profile("touchwood")
