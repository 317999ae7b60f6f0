"""Connections that are opened and not used, half-sent requests, and what one address may hold of them."""

import asyncio
import re
import resource
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.running import NO_HURRY, quick_settings, serving
from tests.server.wire import Client, create
from touchwood.server.http_guard import HEAD_BYTES
from touchwood.server.limits import HeldByAddress
from touchwood.server.moderation import is_one_of
from touchwood.server.open_files import RESERVED_FILES, most_connections, raise_open_files

HALF_A_HEAD = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "
HALF_A_BODY = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
WHOLE = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


async def opened(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = address.removeprefix("http://").rpartition(":")
    return await asyncio.open_connection(host, int(port))


async def answer_to(address: str, *sent: bytes) -> str:
    """All that comes back until the server hangs up; each piece is sent once the last one was answered."""
    reader, writer = await opened(address)
    answer = b""
    for piece in sent:
        writer.write(piece)
        if piece == WHOLE:
            answer += await reader.readuntil(b"}")
    answer += await reader.read()
    writer.close()
    return answer.decode()


@pytest.mark.parametrize(
    "sent",
    [(), (HALF_A_HEAD,), (HALF_A_BODY,), (WHOLE, HALF_A_HEAD), (WHOLE, b"\r\n")],
    ids=["nothing", "half a head", "half a body", "half a second head", "an empty line"],
)
def test_a_request_that_does_not_come_is_given_up(
    tmp_path: Path, sent: tuple[bytes, ...], caplog: pytest.LogCaptureFixture
) -> None:
    limits = replace(NO_HURRY, header_seconds=0.2, body_seconds=0.2)
    with serving(quick_settings(tmp_path, limits=limits)) as address:
        answer = asyncio.run(asyncio.wait_for(answer_to(address, *sent), 20))
    assert re.findall(r"HTTP/1.1 (\d+) ", answer)[-1] == "408"
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


LONG = b"x" * HEAD_BYTES


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: %b\r\n\r\n" % LONG,
        b"GET /health HTTP/1.1\r\nHost: x\r\n%b\r\n" % (b"X: x\r\n" * (HEAD_BYTES // 6)),
        b"GET /%b HTTP/1.1\r\nHost: x\r\n\r\n" % LONG,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Behind: %b\r\n\r\n"
        % (LONG * 2),
    ],
    ids=["a header", "headers", "an address", "a header behind the body"],
)
def test_a_request_without_end_is_not_read_to_its_end(tmp_path: Path, sent: bytes) -> None:
    """A server that reads it copies what came so far with every piece: 70 MB took all its time for ten seconds."""

    async def run(address: str) -> str:
        reader, writer = await opened(address)
        for start in range(0, len(sent), 4_096):
            writer.write(sent[start : start + 4_096])
            await asyncio.sleep(0)
        answer = await reader.readline()
        writer.close()
        return answer.decode()

    with serving(quick_settings(tmp_path)) as address:
        assert asyncio.run(asyncio.wait_for(run(address), 20)).startswith("HTTP/1.1 431 ")


def test_a_few_requests_in_a_heap_are_answered_and_a_hundred_are_not(tmp_path: Path) -> None:
    async def statuses(address: str, count: int) -> list[str]:
        reader, writer = await opened(address)
        writer.write(WHOLE * count + LAST)
        answer = await reader.read()
        writer.close()
        return re.findall(r"HTTP/1.1 (\d+) ", answer.decode())

    with serving(quick_settings(tmp_path)) as address:
        assert asyncio.run(asyncio.wait_for(statuses(address, 5), 20)) == ["200"] * 6
        assert "400" in asyncio.run(asyncio.wait_for(statuses(address, 100), 20))


def test_half_sent_requests_of_one_address_leave_room_for_others(tmp_path: Path) -> None:
    """As many as the address may hold; whole requests from elsewhere go on meanwhile."""
    limits = replace(NO_HURRY, connections_an_address=5, header_seconds=600.0)

    async def run(address: str) -> None:
        held = [await opened(address) for _ in range(5)]
        for _, writer in held:
            writer.write(HALF_A_HEAD)
        reader, writer = await opened(address)
        assert (await reader.read()).startswith(b"HTTP/1.1 429 ")
        writer.close()
        elsewhere = httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2"))
        async with elsewhere:
            assert (await elsewhere.get(f"{address}/health")).status_code == 200
        held[0][1].close()
        await held[0][1].wait_closed()
        # The place is free as soon as the server has heard of it.
        while True:
            reader, writer = await opened(address)
            writer.write(WHOLE)
            answer = await reader.readuntil(b"\r\n")
            writer.close()
            if answer == b"HTTP/1.1 200 OK\r\n":
                break
        for _, writer in held:
            writer.close()

    with serving(quick_settings(tmp_path, limits=limits)) as address:
        asyncio.run(asyncio.wait_for(run(address), 30))


def test_a_device_at_a_table_counts_until_its_connection_is_lost(tmp_path: Path) -> None:
    limits = replace(NO_HURRY, connections_an_address=2)

    async def run(address: str) -> None:
        seated = await create(address, "tag")
        first = await Client.of(address, seated).open()
        second = await Client.of(address, seated).open()
        with pytest.raises(Exception, match="429"):
            await connect(first.socket_address)
        first.cut()
        while True:
            try:
                third = await Client.of(address, seated).open()
                break
            except Exception:
                await asyncio.sleep(0)
        await second.close()
        await third.close()

    with serving(quick_settings(tmp_path, limits=limits)) as address:
        asyncio.run(asyncio.wait_for(run(address), 30))


def test_a_trusted_proxy_holds_as_many_connections_as_it_likes(tmp_path: Path) -> None:
    limits = replace(NO_HURRY, connections_an_address=1)

    async def run(address: str) -> None:
        held = [await opened(address) for _ in range(4)]
        for reader, writer in held:
            writer.write(WHOLE)
            assert (await reader.readuntil(b"\r\n")) == b"HTTP/1.1 200 OK\r\n"
            writer.close()

    with serving(quick_settings(tmp_path, limits=limits, trusted_proxies=("127.0.0.0/8",))) as address:
        asyncio.run(run(address))


@pytest.mark.parametrize(
    ("address", "proxies", "trusted"),
    [
        ("127.0.0.1", (), False),
        ("127.0.0.1", ("127.0.0.1",), True),
        ("10.1.2.3", ("10.0.0.0/8",), True),
        ("11.1.2.3", ("10.0.0.0/8",), False),
        ("::1", ("10.0.0.0/8", "::1"), True),
        ("anything", ("*",), True),
        ("", ("10.0.0.0/8",), False),
    ],
)
def test_which_addresses_are_proxies(address: str, proxies: tuple[str, ...], trusted: bool) -> None:
    assert is_one_of(address, proxies) is trusted


def test_what_is_held_is_counted_by_address_and_in_all() -> None:
    held = HeldByAddress(2, 3)
    assert [held.acquire("a"), held.acquire("a"), held.acquire("a")] == [True, True, False]
    assert [held.acquire("b"), held.acquire("b")] == [True, False]
    held.release("a")
    assert held.total == 2
    assert held.acquire("b")


def test_the_process_may_open_as_many_files_as_it_is_allowed_to() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[0], 512), before[1]))
        assert raise_open_files() == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_no_more_connections_than_there_are_files() -> None:
    assert most_connections(1_024, 5_000) == 1_024 - RESERVED_FILES
    assert most_connections(100_000, 5_000) == 5_000
    assert most_connections(None, 5_000) == 5_000
