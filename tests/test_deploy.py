"""What operators are given: the unit, the container's recipe and the smoke test fit the server they are for."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.server.running import quick_settings, serving
from touchwood.cli.command import make_parser
from touchwood.server.page import page_folder
from touchwood.server.settings import all_settings, read_settings

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "deploy" / "touchwood.service"
RECIPE = (ROOT / "deploy" / "Containerfile").read_text()
WORST_EXPOSURE = 20
"""In tenths: 2.0 of 10."""


def flags_of(command: str) -> dict[str, str]:
    """What a command line of `touchwood serve` sets. Fails if the command does not take it."""
    words = shlex.split(command)
    assert words[0] == "/opt/touchwood/bin/touchwood"
    given = vars(make_parser().parse_args(words[1:]))
    return {setting.name: given[setting.name] for setting in all_settings() if given.get(setting.name) is not None}


def taken_by_the_build() -> tuple[str, ...]:
    """`hatch_build.py` runs where hatchling is; this is a line of it."""
    (line,) = re.findall(r"^TAKEN_FROM = (.*)$", (ROOT / "hatch_build.py").read_text(), re.MULTILINE)
    (example,) = re.findall(r'^EXAMPLE = "(.*)"$', (ROOT / "hatch_build.py").read_text(), re.MULTILINE)
    return (*re.findall(r'"([\w/]+)"', line), example)


def test_the_unit_starts_the_server_behind_the_proxy_of_the_docs() -> None:
    unit = UNIT.read_text()
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert command is not None
    settings = read_settings(flags_of(command[1]), {}).settings
    docs = (ROOT / "docs" / "hosting.md").read_text()
    assert f"proxy_pass http://{settings.host}:{settings.port};" in docs
    assert f"reverse_proxy {settings.host}:{settings.port}\n" in docs
    assert settings.trusted_proxies == (settings.host,)
    files = re.search(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE)
    assert files is not None
    assert int(files[1]) > settings.limits.connections + 1_000


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze: apt-get install systemd")
def test_the_unit_is_closed_to_all_it_does_not_need() -> None:
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={WORST_EXPOSURE}", str(UNIT)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout.splitlines()[-1:] or ran.stderr


def test_the_recipe_copies_what_there_is_and_builds_what_is_offered() -> None:
    for line in re.findall(r"^COPY (?!--from)(.*)$", RECIPE, re.MULTILINE):
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists(), source
            assert f"!{source}" in (ROOT / ".containerignore").read_text().splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {*taken_by_the_build(), "pyproject.toml", "hatch_build.py", project["readme"], *project["license-files"]}
    copied = {word for line in re.findall(r"^COPY (?!--from)(.*)$", RECIPE, re.MULTILINE) for word in line.split()[:-1]}
    assert needed <= copied, "a wheel is built from these"
    extras = project["optional-dependencies"]
    for given in re.findall(r"EXTRAS=([\w,]+)", RECIPE):
        assert set(given.split(",")) <= set(extras)


def test_the_recipe_starts_a_server_on_the_port_and_folder_it_opens() -> None:
    environment = dict(
        pair.split("=") for line in re.findall(r"^ENV (.*)$", RECIPE, re.MULTILINE) for pair in line.split()
    )
    given = read_settings({}, environment)
    assert not given.ignored
    (port,) = re.findall(r"^EXPOSE (\d+)$", RECIPE, re.MULTILINE)
    (folder,) = re.findall(r"^VOLUME (\S+)$", RECIPE, re.MULTILINE)
    assert (str(given.settings.port), str(given.settings.data)) == (port, folder)
    entry = json.loads(re.findall(r"^ENTRYPOINT (.*)$", RECIPE, re.MULTILINE)[0])
    command = json.loads(re.findall(r"^CMD (.*)$", RECIPE, re.MULTILINE)[0])
    assert flags_of(shlex.join([*entry, *command])) == {}
    health = json.loads(re.findall(r"^HEALTHCHECK .*?CMD (.*)$", RECIPE, re.MULTILINE)[0])
    compile(health[-1], "HEALTHCHECK", "exec")
    assert f":{port}/health" in health[-1]


@pytest.mark.skipif(not (page_folder() / "index.html").is_file(), reason="the page is not built: make page")
def test_the_smoke_test_is_content_with_a_server_that_works(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as address:
        command = [sys.executable, str(ROOT / "deploy" / "smoke_test.py"), address]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "a move was made and kept" in ran.stdout


def test_a_match_goes_on_over_an_upgrade(tmp_path: Path) -> None:
    """The rehearsal of docs/hosting.md, from this installation to itself; without workers, which would have to warm."""
    command = [sys.executable, str(ROOT / "deploy" / "rehearse_upgrade.py"), sys.prefix, sys.prefix]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TOUCHWOOD_BOT_WORKERS": "0"}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "The match went on."
