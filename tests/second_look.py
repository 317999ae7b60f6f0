"""A second look at a few failures: `make second-look`, after a `make test` that failed.

`.ci/run` asks here whether the code is broken or a test hung on luck. What failed is run once more, one test after the
other with nothing beside it. A fault of the code fails again. What passes now is named as a test that hangs on luck: a
fault too, to be found by `make hunt`, but of the test, and it keeps nothing else from landing. `make test` itself
forgives nothing, and more than a few failures at once are never luck. Nor is a run that broke off: what it did not
come to is not known to pass.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
TESTS_ENDED = ROOT / ".stamps" / "tests-ended"
"""Where `make test` keeps the code with which pytest ended; make's own is 2, whatever happened."""
SOME_FAILED = "1"
"""Pytest's code for: all tests ran, and some failed. Others: broken off, an error of its own, killed."""
MOST = 4


def why_no_second_look(failed: list[str], ended: str) -> str | None:
    if not ended:
        return "No test ran: something before the tests failed."
    if ended != SOME_FAILED:
        return f"Pytest ended with {ended}: it did not come to the end of the tests."
    if broken := [name for name in failed if "::" not in name]:
        return f"No test, and yet it failed: {', '.join(broken)}."
    if not failed:
        return "No test failed that could be run again."
    if len(failed) > MOST:
        return f"{len(failed)} tests failed; more than {MOST} are not luck."
    return None


def main() -> int:
    failed: list[str] = sorted(json.loads(LAST_FAILED.read_text())) if LAST_FAILED.exists() else []
    ended = TESTS_ENDED.read_text().strip() if TESTS_ENDED.exists() else ""
    reason = why_no_second_look(failed, ended)
    if reason is not None:
        print(reason)
        return 1
    print("Once more, alone:", *failed, sep="\n  ", flush=True)
    code = subprocess.run([sys.executable, "-m", "pytest", "-n", "0", *failed], cwd=ROOT).returncode
    if code == 0:
        print("These hang on luck; hunt them (`make hunt`):", *failed, sep="\n  ")
    return code


if __name__ == "__main__":
    sys.exit(main())
