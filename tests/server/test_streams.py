"""What a viewer hears, numbered: once each, and again for who comes back."""

import json

from touchwood.server.table.streams import Stream


def numbered(stream: Stream, seen: int) -> list[int] | None:
    """The numbers of what is sent after number `seen`."""
    told = stream.since(seen)
    return None if told is None else [json.loads(event)["k"] for event in told]


def rest(letter: str) -> bytes:
    return f',"type":"{letter}"}}'.encode()


def test_the_first_event_is_number_1_and_the_oldest_make_room() -> None:
    stream = Stream(most_events=2)
    stream.tell([rest("A")])
    assert numbered(stream, 0) == [1]
    stream.tell([rest("B"), rest("C")])
    assert numbered(stream, 3) == []
    assert numbered(stream, 1) == [2, 3]
    assert numbered(stream, 0) is None
    assert numbered(stream, 4) is None


def test_who_comes_back_is_told_again_what_they_missed_and_no_more() -> None:
    stream = Stream(most_events=2)
    stream.tell([rest("A"), rest("B"), rest("C")])
    again = {seen: stream.again_since(seen) for seen in range(5)}
    assert again[0] is again[4] is None
    assert [[json.loads(event)["k"] for event in again[seen] or []] for seen in (1, 2, 3)] == [[2, 3], [3], []]


def test_what_is_told_once_is_left_out_for_who_comes_back_and_nothing_else() -> None:
    stream = Stream(most_events=3)
    stream.tell_once([rest("A"), rest("B")], frozenset({rest("B")}))
    assert [json.loads(event)["type"] for event in stream.since(0) or []] == ["A", "B"]
    assert [json.loads(event)["type"] for event in stream.again_since(0) or []] == ["A", "ToldOnce"]
    stream.tell_once([rest("C"), rest("D")], frozenset())
    assert [json.loads(event)["type"] for event in stream.again()] == ["ToldOnce", "C", "D"]
    stream.tell_once([rest("E")], frozenset())
    assert stream.once == frozenset(), "the numbers of what is forgotten are forgotten too"
