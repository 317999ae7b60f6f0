"""Frames without number: whoever sends them is cut off before they cost anybody else time."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from websockets.frames import Opcode

from tests.server.running import NO_HURRY, quick_settings, serving
from tests.server.test_fast_websocket import connection_of, masked
from tests.server.wire import Client, create
from touchwood.server import serve
from touchwood.server.frame_pace import FRAMES_A_MESSAGE, MOST_PIECES, FramePace
from touchwood.server.protocol import Close
from touchwood.server.websocket_protocol import PlainWebSocketProtocol

FEW = replace(NO_HURRY, messages_a_second=0.001, messages_at_once=50)
"""With a pace so slow that only the burst counts, however long a test takes."""
BURST = FEW.messages_at_once * FRAMES_A_MESSAGE


def in_pieces(data: bytes, rng: Random) -> list[bytes]:
    cuts = sorted(rng.randrange(len(data)) for _ in range(rng.randrange(40)))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]


@pytest.mark.parametrize("seed", range(8))
def test_frames_are_counted_alike_in_whichever_pieces_they_come(seed: int) -> None:
    rng = Random(seed)
    sizes = [rng.choice([0, 0, 0, 1, 125, 126, 300]) for _ in range(BURST - 2)]
    frames = [masked(bytes(size), Opcode.PING if size < 126 else Opcode.TEXT) for size in (*sizes, 65_535, 65_536)]
    pace = FramePace(FEW)
    assert all(pace.allows(piece) for piece in in_pieces(b"".join(frames), rng))
    # One more than there may be, also if its first bytes come one by one.
    assert [pace.allows(bytes([byte])) for byte in masked(b"")] == [True] * 5 + [False]


def test_a_message_has_only_so_many_pieces() -> None:
    pace = FramePace(NO_HURRY)
    piece, ping = masked(b"", Opcode.CONT, is_last=False), masked(b"", Opcode.PING)
    assert pace.allows(masked(b"a", is_last=False) + (piece + ping) * (MOST_PIECES - 1))
    assert pace.allows(masked(b"", Opcode.CONT))  # the end: from here on it is counted anew
    assert pace.allows(masked(b"a", is_last=False) + piece * (MOST_PIECES - 1))
    assert not pace.allows(piece)


FLOODS = {
    "pings": masked(b"", Opcode.PING),
    "pongs": masked(b"", Opcode.PONG),
    "messages": masked('{"type":"Ping","id":"1"}'),
}


@pytest.mark.parametrize("is_plain", [False, True], ids=["fast", "plain"])
def test_whoever_floods_is_told_so_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_plain: bool
) -> None:
    if is_plain:
        monkeypatch.setattr(serve, "websocket_protocol", lambda: PlainWebSocketProtocol)

    async def run(address: str) -> None:
        seated = await create(address, "tag")
        async with Client.of(address, seated) as ana:
            for flood in FLOODS.values():
                async with connection_of(ana) as connection:
                    await connection.send(flood * (BURST + 1))
                    answer = 0, b""
                    while answer[0] != Opcode.CLOSE:
                        answer = await connection.frame()
                    assert int.from_bytes(answer[1], "big") == Close.TOO_MANY.value
            assert (await ana.ask("Ping"))["type"] == "Pong"

    with serving(quick_settings(tmp_path, limits=FEW)) as address:
        asyncio.run(run(address))
