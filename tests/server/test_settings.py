"""Settings: one definition for flags, environment, file, `--show-settings` and the table in the docs."""

import socket
from pathlib import Path

import pytest

from touchwood.cli import main
from touchwood.core.refusals import InputError
from touchwood.server.sentences import say
from touchwood.server.serve import PORTS_TRIED, USUAL_PORT, listen
from touchwood.server.settings import ServerSettings, all_settings, read_settings, shown, with_table

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "touchwood.toml"
    path.write_text('keep_days = 1\nsockets_an_address = 100\norigins = ["https://a.example"]\nhost = "::1"\n')
    return path


def test_flags_go_before_the_environment_and_that_before_the_file(file: Path) -> None:
    environment = {"TOUCHWOOD_SETTINGS": str(file), "TOUCHWOOD_KEEP_DAYS": "2", "TOUCHWOOD_HOST": "127.0.0.2"}
    given = read_settings({"keep_days": "3"}, environment)
    assert given.settings.keep_days == 3
    assert given.settings.host == "127.0.0.2"
    assert given.settings.limits.sockets_an_address == 100
    assert given.settings.origins == ("https://a.example",)
    assert given.settings.bot_seconds == ServerSettings().bot_seconds
    assert {name: given.said_by[name] for name in ("keep_days", "host", "origins", "bot_seconds")} == {
        "keep_days": "--keep-days",
        "host": "TOUCHWOOD_HOST",
        "origins": f"{file}: origins",
        "bot_seconds": "default",
    }


def test_a_flag_names_another_file_than_the_environment(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("keep_days = 7\n")
    assert read_settings({}, {"TOUCHWOOD_SETTINGS": str(file)}, str(other)).settings.keep_days == 7


def test_every_setting_can_be_given_in_all_three_places(tmp_path: Path) -> None:
    samples = {"data": "here", "host": "::1", "public_url": "https://a.example", "metrics": "[::1]:9100"}
    for setting in all_settings():
        number = str((setting.default or 0) + 1) if setting.name not in samples and not setting.is_list else ""
        text = "https://a.example,https://b.example" if setting.is_list else samples.get(setting.name, number)
        in_file = '["https://a.example", "https://b.example"]' if setting.is_list else text
        path = tmp_path / f"{setting.name}.toml"
        path.write_text(f"{setting.name} = " + (f'"{in_file}"' if setting.name in samples else in_file))
        values = {
            getattr(given.settings.limits if setting.is_limit else given.settings, setting.name)
            for given in (
                read_settings({setting.name: text}, {}),
                read_settings({}, {setting.variable: text}),
                read_settings({}, {}, str(path)),
            )
        }
        assert len(values) == 1, setting.name
        assert values != {setting.default}, setting.name


@pytest.mark.parametrize(
    ("flags", "environment", "text", "says"),
    [
        ({"port": "x"}, {}, "", "--port cannot be x"),
        ({}, {"TOUCHWOOD_PORT": "65536"}, "", "TOUCHWOOD_PORT cannot be 65536"),
        ({"metrics": "9100"}, {}, "", "--metrics cannot be 9100"),
        ({}, {}, "keep_days = 0", "keep_days cannot be 0"),
        ({}, {}, 'keep_days = "30"', "keep_days cannot be 30"),
        ({}, {}, "keepdays = 30", "keepdays, which is no setting"),
        ({}, {}, "limits = {sockets = 1}", "limits, which is no setting"),
        ({}, {}, "keep_days = ", "cannot be read"),
    ],
)
def test_what_cannot_be_is_said_with_its_place(
    flags: dict[str, str], environment: dict[str, str], text: str, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "touchwood.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_settings(flags, environment, str(path))
    assert says in say(caught.value)


def test_what_is_shown_is_a_settings_file_with_the_same_settings(file: Path, tmp_path: Path) -> None:
    given = read_settings({"port": "0", "data": 'a "folder"'}, {"TOUCHWOOD_PROT": "1"}, str(file))
    lines = list(shown(given))
    assert "port = 0  # --port" in lines
    assert "# ignored: TOUCHWOOD_PROT is no setting" in lines
    again = tmp_path / "again.toml"
    again.write_text("\n".join(lines))
    read_again = read_settings({}, {}, str(again)).settings
    for setting in all_settings():
        if not setting.is_limit:
            assert getattr(read_again, setting.name) == getattr(given.settings, setting.name)
    assert read_again.limits == given.settings.limits


def test_the_command_shows_settings_and_does_not_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOUCHWOOD_KEEP_DAYS", "11")
    data = tmp_path / "data"
    assert main(["serve", "--show-settings", "--data", str(data)]) == 0
    assert "keep_days = 11  # TOUCHWOOD_KEEP_DAYS\n" in capsys.readouterr().out
    assert not data.exists()


def test_the_table_in_the_docs_is_the_definition() -> None:
    page = HOSTING.read_text(encoding="utf-8")
    assert page == with_table(page), "python -m touchwood.server.settings docs/hosting.md"


def test_a_port_given_by_hand_is_that_port_or_an_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InputError) as caught:
            listen("127.0.0.1", port)
    assert str(port) in say(caught.value)


def test_without_a_port_the_next_free_one_is_taken() -> None:
    first, second = listen("127.0.0.1", None), listen("127.0.0.1", None)
    with first, second:
        ports = [listening.getsockname()[1] for listening in (first, second)]
    assert USUAL_PORT <= ports[0] < ports[1] < USUAL_PORT + PORTS_TRIED


def test_an_address_that_is_not_ours_is_named() -> None:
    with pytest.raises(InputError) as caught:
        listen("203.0.113.1", 8_000)
    assert "203.0.113.1" in say(caught.value)
