"""Messages nobody should send."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from touchwood.server import protocol

KINDS = [kind.__name__ for kind in protocol.FromClient.__args__]  # type: ignore[attr-defined]  # a union's parts
HARMLESS = [kind for kind in KINDS if kind not in ("Leave", "Talk", "TakeBack", "AddEntropy")]
"""A seat may send the others, and they would be done."""
WELL_FORMED: dict[str, dict[str, Any]] = {
    "Start": {},
    "SitOut": {"seat": 0, "sits_out": True},
    "Rename": {"name": "Zed"},
    "ChooseBadge": {"badge": 5},
    "Lock": {"locked": True},
    "Pause": {"paused": True},
    "Kick": {"seat": 99},
    "Mute": {"seat": 99, "muted": True},
    "HandOver": {"seat": 99},
    "AddBot": {"bot": "random"},
    "Configure": {"options": {}, "settings": {}},
    "AddEntropy": {"entropy": "0" * 32},
    "Rematch": {},
    "AnswerTakeBack": {"request": 99, "consents": True},
    "AnswerGuest": {"request": 99, "lets_in": True},
    "AskHint": {"decision": 10**6},
    "Build": {"builder": "layout", "parts": [0, 1]},
    "Laying": {"decision": 10**6, "action": {}},
}
"""Nothing is wrong with these but the moment, or who sends them: a seat in the middle of a match that is no host."""
HAS_A_RIGHT_TO = {"Hello", "Ping", "Act", "GoOn", "Talk", "Emote", "TakeBack", "Leave"}
FIELDS = sorted(
    {"type"} | {field for kind in protocol.FromClient.__args__ for field in kind.__struct_fields__}  # type: ignore[attr-defined]
)


def strange_value(rng: Random, depth: int = 0) -> Any:
    plain: list[Any] = [
        None, True, False, 0, -1, 99, 2**31, 2**63, 10**30, 1.5, -0.0, 1e308, "", "x", "x" * 300, "\u0000", "\u202e",
        "'; DROP TABLE lines; --", "<script>", "../../etc/passwd", "{seat:seat}", "%s%n", "\ud83d\ude00", [], {},
    ]  # fmt: skip
    if depth < 3 and rng.random() < 0.3:
        inner = [strange_value(rng, depth + 1) for _ in range(rng.randrange(4))]
        return inner if rng.random() < 0.5 else {rng.choice(FIELDS): value for value in inner}
    return rng.choice(plain)


def hostile_message(rng: Random, *, actions: list[Any], secrets: list[str]) -> str | bytes:
    """One of many kinds of bad message. None of them is a fair move of the sender."""
    match rng.randrange(11):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return "".join(chr(rng.randrange(32, 0x2000)) for _ in range(rng.randrange(200)))
        case 2:
            depth = rng.choice([10, 1_000, 7_000])
            return "[" * depth + "]" * depth
        case 3:
            deep = '{"a":' * 1_500 + "1" + "}" * 1_500
            return f'{{"type":"Act","id":"deep","decision":0,"action":{deep}}}'
        case 4:
            return json.dumps({"type": rng.choice(HARMLESS), "id": "x"})
        case 5:
            return json.dumps({"type": "Hello", "table": rng.choice(secrets), "token": rng.choice(secrets)})
        case 6:
            # Another seat's move, or one that is not due.
            action = rng.choice(actions)
            return json.dumps({"type": "Act", "id": f"r{rng.randrange(50)}", "decision": 10**6, "action": action})
        case 7:
            # Read by the game, if it should happen to be the decision that is asked for.
            action = rng.choice([strange_value(rng), {**rng.choice(actions), rng.choice(FIELDS): strange_value(rng)}])
            kind = rng.choice(["Act", "Laying"])
            return json.dumps({"type": kind, "id": "d", "decision": rng.randrange(4), "action": action})
        case 8:
            huge = rng.choice(["9" * 4_000, "1e999999", "-" * 50, "NaN", "Infinity", '"\\ud800"'])
            return f'{{"type":"Act","id":"n","decision":{huge},"action":{{}}}}'
        case 9:
            kind, fields = rng.choice(list(WELL_FORMED.items()))
            return json.dumps({"type": kind, "id": f"w{rng.randrange(10**9)}", **fields})
        case _:
            kind = rng.choice(HARMLESS)
            fields = {field: strange_value(rng) for field in rng.sample(FIELDS, rng.randrange(5))}
            return json.dumps({**fields, "type": kind, "id": f"h{rng.randrange(10**9)}"})


def hostile_messages(seed: int, count: int, *, actions: list[Any], secrets: list[str]) -> Iterator[str | bytes]:
    rng = Random(seed)
    for _ in range(count):
        yield hostile_message(rng, actions=actions, secrets=secrets)
