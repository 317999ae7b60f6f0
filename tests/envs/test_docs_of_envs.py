"""What docs/envs.md shows runs as it stands, and the tables are those of the code."""

import re
from pathlib import Path

import pytest

from touchwood.envs.tables import tables

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", (DOCS / "envs.md").read_text(), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_runs_as_it_stands(example: str) -> None:
    exec(compile(example, "envs.md", "exec"), {})


def test_there_is_an_example_for_each_library() -> None:
    assert len(EXAMPLES) == 5


def test_tables_are_those_of_the_code() -> None:
    assert (DOCS / "envs-tables.md").read_text() == tables(), "python -m touchwood.envs.tables > docs/envs-tables.md"
