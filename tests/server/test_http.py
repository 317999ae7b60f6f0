"""The HTTP endpoints: routes, refusals, limits, headers."""

import asyncio
import gzip
import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.players import play_all
from tests.server.running import NO_HURRY, free_address, quick_settings, serving
from tests.server.toys import PEBBLES, offered
from tests.server.wire import Client, create, seat_all
from touchwood.core.refusals import InputError, Refusal
from touchwood.core.words import Section
from touchwood.games.discovery import find_game, game_names
from touchwood.server.gateway import OF_ALL, security_headers
from touchwood.server.limits import Limits
from touchwood.server.metrics import Metrics
from touchwood.server.page import page_response
from touchwood.server.rooms.registry import CODE_LETTERS
from touchwood.server.sentences import catalogues, merged_catalogue, say
from touchwood.server.serve import greeting


def test_games_are_listed_with_options_bots_and_languages(server: str) -> None:
    listed = {game["name"]: game for game in httpx.get(f"{server}/api/games").json()}
    assert set(listed) == set(game_names())
    for name, shown in listed.items():
        game = find_game(name)
        assert shown["title"] == game.title
        assert (shown["fewest"], shown["most"]) == (game.player_counts[0], game.player_counts[-1])
        assert "random" in shown["bots"]
        assert "en" in shown["languages"]
        assert shown["options"]["$defs"]


def test_a_game_that_cannot_be_loaded_takes_no_other_along_and_the_operator_is_told(tmp_path: Path) -> None:
    outdated = EntryPoint("marbles", "nowhere.to.be.found:GAME", PEBBLES.group)
    with offered(outdated, PEBBLES), serving(quick_settings(tmp_path)) as address:
        listed = {game["name"] for game in httpx.get(f"{address}/api/games").json()}
        told = greeting("http://localhost:8000", None, devices=5)
        assert listed == {*game_names()} - {"marbles"}
    assert "pebbles" in listed
    assert [line for line in told if line.startswith("The game marbles of the package nowhere cannot be loaded.")]


def test_words_are_the_games_the_cores_and_the_tables(server: str) -> None:
    words = httpx.get(f"{server}/words/tag/en.json").json()
    assert "unknown_game" in words["problems"]
    assert "stale_decision" in words["problems"]
    assert "Talked" in words["table_events"]
    assert words["events"]
    assert words["refusals"]
    assert httpx.get(f"{server}/words/tag/xx.json").json()["code"] == "unknown_language"
    assert httpx.get(f"{server}/words/nothing/en.json").status_code == 404


def test_words_that_cannot_be_read_are_named_and_refusals_go_on(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A catalogue that was spoilt is a fault here, not of who asks."""
    (tmp_path / "en.json").write_text("{")
    monkeypatch.setattr("touchwood.server.sentences.find_game", lambda name: replace(find_game(name), words=tmp_path))
    catalogues.cache_clear()
    answer = httpx.get(f"{server}/words/tag/en.json")
    assert (answer.status_code, answer.json()["code"]) == (500, "catalogue_unreadable")
    assert "/en.json cannot be read: line 1, column 2" in answer.json()["sentence"]
    assert say(Refusal("not_your_turn", "2.1"), game="tag") == "not_your_turn"
    catalogues.cache_clear()


def test_a_code_has_six_letters_without_look_alikes_and_small_letters_do_too(server: str) -> None:
    seated = httpx.post(f"{server}/api/tables", json={"game": "tag", "name": "Ana"}).json()
    assert re.fullmatch(f"[{CODE_LETTERS}]{{6}}", seated["code"])
    assert not set("IOL01") & set(CODE_LETTERS)
    found = httpx.get(f"{server}/api/tables/{seated['code'].lower()}").json()
    assert found == {
        "code": seated["code"],
        "game": "tag",
        "phase": "lobby",
        "seats": 1,
        "most_seats": 6,
        "open_seats": [],
        "can_join": True,
        "can_watch": False,
        "why_not": None,
        "origin": None,
    }


def test_a_token_has_at_least_128_bits(server: str) -> None:
    tokens = {
        httpx.post(f"{server}/api/tables", json={"game": "tag", "name": "Ana"}).json()["token"] for _ in range(20)
    }
    assert len(tokens) == 20
    assert all(len(token) * 6 >= 128 for token in tokens)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "name": "Ana"}, 404, "unknown_game"),
        ({"game": "tag", "name": ""}, 400, "bad_request"),
        ({"game": "tag", "name": "x" * 21}, 400, "bad_request"),
        ({"game": "tag", "name": "\u202e"}, 400, "name_empty"),
        ({"game": "tag", "name": "Ana", "options": {"wings": 2}}, 400, "unknown_option"),
        ({"game": "tag", "name": "Ana", "options": {"stall_after": "x"}}, 400, "bad_option"),
        ({"game": "tag", "name": "Ana", "bots": ["oracle"]}, 400, "unknown_bot"),
        ({"game": "tag", "name": "Ana", "bots": ["random"] * 6}, 409, "table_full"),
        ({"game": "tag", "name": "Ana", "settings": {"most_seats": 50}}, 400, "bad_player_count"),
        ({"game": "tag", "name": "Ana", "settings": {"clock_seconds": 1}}, 400, "bad_request"),
        ({"game": "tag", "name": "Ana", "more": 1}, 400, "bad_request"),
        ([], 400, "bad_request"),
    ],
)
def test_what_is_wrong_with_a_new_table_is_said(server: str, body: object, status: int, code: str) -> None:
    answer = httpx.post(f"{server}/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert len(answer.json()["sentence"]) > 5


def test_watching_goes_by_the_tables_policy(server: str) -> None:
    async def run() -> None:
        for watching, can in (("nobody", False), ("link", False), ("code", True)):
            seated = await create(server, "tag", settings={"watching": watching})
            answer = httpx.post(f"{server}/api/tables/{seated.code}/watch")
            assert answer.status_code == (200 if can else 403)
            ana = await Client.of(server, seated).open()
            assert (ana.table["watch_key"] is None) == (watching == "nobody")
            if can:
                watcher = await Client(server, seated.table, answer.json()["watch_key"]).open()
                assert watcher.table["watch_key"] is None
                await ana.do("Configure", options={}, settings={"watching": "nobody"})
                assert await watcher.until_closed() == 4001
            await ana.close()

    asyncio.run(run())


def test_the_qr_leads_to_the_table(server: str) -> None:
    seated = httpx.post(f"{server}/api/tables", json={"game": "tag", "name": "Ana"}).json()
    drawn = httpx.get(f"{server}/api/tables/{seated['code']}/qr.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")


def test_only_so_many_qrs_are_drawn_for_one_address(tmp_path: Path) -> None:
    """Each for another host, so that none is there already: together they would take all of the server's time."""
    with serving(quick_settings(tmp_path, limits=replace(NO_HURRY, qr_codes_a_minute=3))) as address:
        seated = httpx.post(f"{address}/api/tables", json={"game": "tag", "name": "Ana"}).json()
        where = f"{address}/api/tables/{seated['code']}/qr.svg"
        answers = [httpx.get(where, headers={"host": f"host{number}.example"}).status_code for number in range(5)]
        assert answers == [200] * 3 + [429] * 2


def test_the_address_to_hand_out_is_good_for_others_too(tmp_path: Path) -> None:
    in_network = "http://192.168.1.4:8000"
    with serving(quick_settings(tmp_path), lan_url=in_network) as address:
        for host, handed_out in {
            "localhost:8000": in_network,
            "127.0.0.1:8000": in_network,
            "[::1]:8000": in_network,
            "table.local:8000": "http://table.local:8000",
        }.items():
            assert httpx.get(f"{address}/api/address", headers={"host": host}).json() == {"address": handed_out}


@pytest.mark.parametrize(
    ("asked_for", "said"),
    {
        "ja-JP,ja;q=0.9,en;q=0.8": "そのテーブルはありません。",
        "xx": "There is no such table.",
        "": "There is no such table.",
    }.items(),
)
def test_a_no_is_said_in_the_language_asked_for(server: str, asked_for: str, said: str) -> None:
    answer = httpx.get(f"{server}/api/tables/ZZZZZ", headers={"accept-language": asked_for})
    assert answer.json()["sentence"] == said


def test_guessing_codes_is_slowed_down(tmp_path: Path) -> None:
    limits = Limits(wrong_codes_a_minute=5)
    with serving(quick_settings(tmp_path, limits=limits)) as address:
        seated = httpx.post(f"{address}/api/tables", json={"game": "tag", "name": "Ana"}).json()
        answers = [httpx.get(f"{address}/api/tables/{'ABCDE'[:4]}{letter}").status_code for letter in "ABCDEFGH"]
        assert answers == [404] * 5 + [429] * 3
        assert httpx.get(f"{address}/api/tables/{seated['code']}").status_code == 429, "also when the guess is right"
        late = httpx.post(f"{address}/api/tables/{seated['code']}/join", json={"name": "Bo"})
        assert late.status_code == 429


def test_who_has_a_seat_comes_back_whatever_others_behind_the_address_guessed(tmp_path: Path) -> None:
    async def run(address: str) -> None:
        seated = await create(address, "tag")
        for _ in range(3):
            httpx.get(f"{address}/api/tables/ZZZZZZ")
        assert httpx.get(f"{address}/api/tables/ZZZZZZ").status_code == 429
        async with Client.of(address, seated) as ana:
            assert ana.you == 0
        # Tokens of tables that were forgotten are no guesses either.
        for _ in range(5):
            with pytest.raises(ConnectionClosed, match="4001"):
                await Client(address, "x" * 22, "y" * 32).open()

    with serving(quick_settings(tmp_path, limits=Limits(wrong_codes_a_minute=3))) as address:
        asyncio.run(run(address))


def test_codes_of_five_letters_from_before_still_lead_to_their_tables(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as address:
        seated = httpx.post(f"{address}/api/tables", json={"game": "tag", "name": "Ana"}).json()
        with closing(sqlite3.connect(tmp_path / "touchwood.sqlite", isolation_level=None)) as store:
            store.execute("UPDATE tables SET code = 'QWERT' WHERE id = ?", (seated["table"],))
        assert httpx.get(f"{address}/api/tables/qwert").json()["can_join"]
        assert httpx.post(f"{address}/api/tables/QWERT/join", json={"name": "Bo"}).status_code == 201


def test_the_code_of_a_lobby_where_nobody_is_expires_and_comes_back_with_its_people(tmp_path: Path) -> None:
    limits = replace(NO_HURRY, lobby_code_hours=0.01)

    async def run(address: str) -> None:
        seated = await create(address, "tag")
        where = f"{address}/api/tables/{seated.code}"
        while (answer := httpx.get(where)).status_code == 200:
            await asyncio.sleep(0.01)
        assert (answer.status_code, answer.json()["code"]) == (404, "code_expired")
        assert httpx.post(f"{where}/join", json={"name": "Bo"}).json()["code"] == "code_expired"
        async with Client.of(address, seated) as ana:
            await ana.until(lambda client: client.table)
            assert httpx.post(f"{where}/join", json={"name": "Bo"}).status_code == 201

    # A hundredth of an hour is short by a clock that runs ahead.
    with serving(quick_settings(tmp_path, limits=limits)) as address:
        asyncio.run(asyncio.wait_for(run(address), 30))


def test_one_address_makes_only_so_many_tables(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, limits=Limits(tables_an_hour=3))) as address:
        answers = [
            httpx.post(f"{address}/api/tables", json={"game": "tag", "name": "Ana"}).status_code for _ in range(5)
        ]
        assert answers == [201] * 3 + [429] * 2


def test_tables_for_another_match_are_counted_too_and_once_for_the_group(tmp_path: Path) -> None:
    limits = replace(NO_HURRY, tables_an_hour=2)

    async def run(address: str) -> None:
        clients = await seat_all(address, "pebbles", ["Ana", "Bo"])
        for number in range(3):
            await clients[0].do("Start", without_missing=False)
            await play_all(clients, seed=number)
            answers = [await client.ask("Rematch") for client in clients]
            assert [answer["type"] for answer in answers] == ["Accepted" if number < 2 else "Refused"] * 2
            await asyncio.gather(*(client.close() for client in clients))
            if number < 2:
                there = clients[0].table["next_table"]["table"]
                clients = [await Client(address, there, client.token).open() for client in clients]
        assert answers[0]["code"] == "too_many"

    with offered(PEBBLES), serving(quick_settings(tmp_path, limits=limits)) as address:
        asyncio.run(run(address))


def test_every_answer_has_the_security_headers(server: str) -> None:
    for path in ("/", "/api/games", "/nothing/here", "/api/tables/ZZZZZ", "/health", "/api/nothing"):
        headers = httpx.get(f"{server}{path}").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "http" not in policy, "nothing from outside"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_what_is_forbidden_to_documents_is_not_told_with_every_part_of_the_page() -> None:
    def told(kind: bytes) -> set[bytes]:
        return {name for name, _ in security_headers([(b"content-type", kind)])}

    assert told(b"text/javascript") == told(b"font/woff2") == {name for name, _ in OF_ALL}
    for kind in (b"text/html; charset=utf-8", b"image/svg+xml", b"application/json", b"application/octet-stream"):
        assert b"content-security-policy" in told(kind)


def test_pages_of_other_origins_can_do_nothing(server: str) -> None:
    evil = {"origin": "http://evil.example"}
    assert httpx.post(f"{server}/api/tables", json={"game": "tag", "name": "A"}, headers=evil).status_code == 403
    same = {"origin": server}
    assert httpx.post(f"{server}/api/tables", json={"game": "tag", "name": "A"}, headers=same).status_code == 201


def test_health_says_nothing_that_moves_with_who_comes_and_goes(server: str) -> None:
    """Somebody in the dark could count: to hang up and come back would be Morse."""

    async def run() -> None:
        before = httpx.get(f"{server}/health").json()
        assert before["status"] == "ok"
        async with Client.of(server, await create(server, "tag")):
            assert httpx.get(f"{server}/health").json() == before

    asyncio.run(run())


def test_metrics_have_an_address_of_their_own_and_players_cannot_reach_them(tmp_path: Path) -> None:
    metrics = free_address()
    with serving(quick_settings(tmp_path, metrics=metrics)) as address:
        assert "touchwood_" not in httpx.get(f"{address}/metrics").text
        text = httpx.get(f"http://{metrics}/metrics").text
        for name in ("touchwood_tables", "touchwood_sockets", "touchwood_commit_seconds_bucket"):
            assert name in text
        # Nobody but Prometheus may be where it is told to look.
        with pytest.raises(InputError), Metrics().served_at(metrics):
            pass
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{metrics}/metrics")


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("POST", "/api/tables", {"origin": "http://[::1"}, 403),
        ("GET", "/api/address", {"host": "x" * 3_000}, 400),
        ("GET", "/" + "x" * 300, {}, 200),
        ("GET", "/" + "x/" * 3_000, {}, 200),
    ],
    ids=["half an origin", "a long host", "a long name", "many folders"],
)
def test_a_request_nobody_makes_in_good_faith_is_answered(
    server: str, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    assert httpx.request(method, server + path, headers=headers).status_code == status


def test_a_socket_with_half_an_origin_is_refused(server: str) -> None:
    async def run() -> None:
        with pytest.raises(Exception, match="403"):
            await connect(server.replace("http", "ws", 1) + "/socket", additional_headers={"origin": "http://[::1"})

    asyncio.run(run())


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 8_000 + b"]" * 8_000,
        b'{"game":"tag","name":"Ana","options":' + b'{"a":' * 2_000 + b"1" + b"}" * 2_001,
        b'{"game":"tag","name":"\xff\xfe"}',
        b'{"game":"tag","name":"Ana","options":{"\xff":1}}',
        b'{"game":"tag","name":"\\ud800"}',
        b"\x00",
    ],
    ids=["deep list", "deep options", "name not UTF-8", "key not UTF-8", "half a pair", "zero"],
)
def test_a_body_that_cannot_be_read_is_answered_400(server: str, body: bytes) -> None:
    for path in ("/api/tables", "/api/tables/ZZZZZ/join"):
        answer = httpx.post(f"{server}{path}", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), answer.text
        assert answer.json()["facts"]["reason"]


def test_logs_hold_no_token_no_name_no_talk(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run(address: str) -> list[str]:
        seated = await create(address, "tag", "Wilhelmina")
        async with Client.of(address, seated) as ana:
            await ana.do("Talk", text="a secret word")
            await ana.ask("Act", decision=0, action={"type": "LeaveIt"})
            return [seated.token, seated.table, seated.code, "Wilhelmina", "a secret word"]

    caplog.set_level("DEBUG", logger="touchwood")
    with serving(quick_settings(tmp_path)) as address:
        secrets = asyncio.run(run(address))
    assert caplog.records
    for record in caplog.records:
        if not record.name.startswith(("touchwood", "uvicorn")):
            continue
        written = json.dumps({key: str(value) for key, value in vars(record).items()})
        assert not [secret for secret in secrets if secret in written]


# -- The page -------------------------------------------------------------------------------------------------------


def test_the_page_is_served_with_its_files_and_for_every_other_address(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>page")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-B1gHash9.js").write_text("code")
    (tmp_path.parent / "outside.txt").write_text("secret")
    assert page_response("/t/KQRTM", tmp_path).content == b"<p>page"
    script = page_response("/assets/index-B1gHash9.js", tmp_path)
    assert script.content == b"code"
    assert "immutable" in script.headers["cache-control"]
    for way_out in ("/../outside.txt", "/assets/../../outside.txt", "/%2e%2e/outside.txt", "//etc/passwd"):
        assert page_response(way_out, tmp_path).content == b"<p>page"


def test_the_page_travels_packed_where_the_device_accepts_it(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>page" * 100)
    packed = page_response("/", tmp_path, accepts="gzip, deflate")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.content) == b"<p>page" * 100
    assert "content-encoding" not in page_response("/", tmp_path).headers


def test_a_file_that_was_packed_when_the_page_was_built_travels_as_that(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>page")
    (tmp_path / "index.html.br").write_bytes(b"packed")
    for path in ("/", "/t/KQRTM", "/index.html"):
        packed = page_response(path, tmp_path, accepts="gzip, deflate, br;q=0.9")
        assert (packed.headers["content-encoding"], packed.content) == ("br", b"packed")
    assert page_response("/", tmp_path, accepts="gzip").headers["content-encoding"] == "gzip"
    assert page_response("/", tmp_path, accepts="brotli-like").content == b"<p>page"


def test_what_a_language_lacks_is_told_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_labels(game: str | None, language: str) -> tuple[Mapping[str, Section], ...]:
        whole = catalogues(game, language)
        return whole if language == "en" else tuple({**part, "labels": {}} for part in whole)

    monkeypatch.setattr("touchwood.server.sentences.catalogues", without_labels)
    english, japanese = merged_catalogue("tag", "en"), merged_catalogue("tag", "ja")
    assert japanese["labels"] == english["labels"]
    assert japanese["events"].keys() == english["events"].keys()
    assert japanese["events"] != english["events"]


def test_without_a_built_page_a_few_words_say_so(tmp_path: Path) -> None:
    assert b"Touchwood is running" in page_response("/", tmp_path).content


# -- Starting -------------------------------------------------------------------------------------------------------


def test_the_greeting_names_both_addresses_and_shows_a_qr() -> None:
    lines = "\n".join(greeting("http://localhost:8000", "http://192.168.1.4:8000", devices=900))
    assert "http://localhost:8000" in lines
    assert "http://192.168.1.4:8000" in lines
    assert "900 devices" in lines
    assert "█" in lines


# -- Schemathesis ---------------------------------------------------------------------------------------------------


def test_no_request_whatsoever_breaks_the_http_api(tmp_path: Path) -> None:
    """Schemathesis makes requests from the OpenAPI description, good and bad; every answer must be as described.

    What is a good option depends on the game, which the description cannot say: refusing one is no fault.
    """
    with serving(quick_settings(tmp_path, limits=NO_HURRY)) as address:
        schema = schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json")
        routes = 0
        for result in schema.get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            routes += 1

            @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
            @given(case=operation.as_strategy())
            def attack(case: schemathesis.Case) -> None:
                case.call_and_validate(excluded_checks=[positive_data_acceptance])

            attack()
        assert routes >= 10


def test_which_options_mean_nothing_is_the_rules_word(server: str) -> None:
    where = f"{server}/api/games/point_a_pile/options"
    asked = httpx.post(where, json={"options": {"complete_a_mission": True}, "players": 3})
    assert asked.json()["idle"] == ["target", "shy_pile_limit"]
    wrong = httpx.post(where, json={"options": {"target": "ten"}})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_option")


def test_which_bots_there_are_with_these_options_is_told_too(server: str) -> None:
    where = f"{server}/api/games/point_a_pile/options"
    (game,) = [each for each in httpx.get(f"{server}/api/games").json() if each["name"] == "point_a_pile"]
    for players in (0, 2, 5):
        assert httpx.post(where, json={"players": players}).json()["bots"] == game["bots"]
        asked = httpx.post(where, json={"options": {"wait_a_minute": True}, "players": players})
        assert asked.json()["bots"] == [bot for bot in game["bots"] if bot not in ("medium", "best")]


@pytest.mark.parametrize("path", ["/words/point_a_pile/en.json", "/api/games", "/api/games/point_a_pile/schema"])
def test_words_and_types_travel_compressed(server: str, path: str) -> None:
    """Half of what a table loads, on a phone's line."""
    plain = httpx.get(f"{server}{path}", headers={"accept-encoding": "identity"})
    short = httpx.get(f"{server}{path}", headers={"accept-encoding": "gzip"})
    assert short.headers["content-encoding"] == "gzip"
    assert short.num_bytes_downloaded * 2 < plain.num_bytes_downloaded
    assert short.json() == plain.json()


def test_what_holds_a_secret_is_never_compressed(server: str) -> None:
    seated = httpx.post(f"{server}/api/tables", json={"game": "tag", "name": "Ana"})
    assert seated.status_code == 201
    assert "content-encoding" not in seated.headers
    record = httpx.get(f"{server}/api/matches/{seated.json()['table']}/record")
    assert "content-encoding" not in record.headers
