"""No address gets more than the others, whatever it asks for."""

from collections import Counter

from touchwood.server import fair_queue
from touchwood.server.fair_queue import FairQueue, Ticket


def ticket(address: str, table: str, item: str = "", expected: float = 0.0) -> Ticket[str]:
    return Ticket(address, table, item, expected)


def served(queue: FairQueue[str], costs: dict[str, float], tickets: int) -> list[Ticket[str]]:
    """One worker; whoever was served asks again at once."""
    order = []
    for _ in range(tickets):
        taken = queue.pop()
        assert taken is not None
        order.append(taken)
        queue.done(taken, costs[taken.table])
        queue.put(ticket(taken.address, taken.table))
    return order


def test_eighteen_dear_questions_of_one_address_get_no_more_time_than_one_cheap_one_of_another() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(18):
        queue.put(ticket("greedy", f"hard {number % 6}"))
    queue.put(ticket("modest", "easy"))
    costs = {f"hard {number}": 2.0 for number in range(6)} | {"easy": 0.01}
    order = served(queue, costs, 400)
    assert "easy" in {each.table for each in order[:2]}
    spent: Counter[str] = Counter()
    for each in order:
        spent[each.address] += round(costs[each.table] * 100)
    assert spent["modest"] * 3 > spent["greedy"], "as much time for either, but for the one at the end"


def test_tables_of_one_address_share_what_it_gets() -> None:
    queue: FairQueue[str] = FairQueue()
    for table in ("dear", "dear", "dear", "cheap"):
        queue.put(ticket("school", table))
    order = Counter(each.table for each in served(queue, {"dear": 1.0, "cheap": 0.1}, 220))
    assert 180 <= order["cheap"] <= 210


def test_at_a_table_who_came_first_is_first() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in "abc":
        queue.put(ticket("x", "t", item))
    assert [taken.item for _ in range(3) if (taken := queue.pop()) is not None] == ["a", "b", "c"]
    assert queue.pop() is None


def test_who_was_away_has_saved_up_nothing() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(ticket("here", "t"))
    served(queue, {"t": 1.0}, 100)
    queue.put(ticket("back", "u"))
    order = [each.address for each in served(queue, {"t": 1.0, "u": 1.0}, 20)]
    assert 9 <= order.count("back") <= 11


def test_who_took_much_and_went_away_for_a_moment_still_has_taken_it() -> None:
    queue: FairQueue[str] = FairQueue()
    for address in ("greedy", "modest"):
        queue.put(ticket(address, address))
    taken = queue.pop()
    assert taken is not None
    queue.done(taken, 100.0)
    queue.put(ticket(taken.address, taken.table))
    other = ({"greedy", "modest"} - {taken.address}).pop()
    assert {each.address for each in served(queue, {"greedy": 1.0, "modest": 1.0}, 50)} == {other}


def test_what_is_being_done_counts_as_it_is_expected_to() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in "abc":
        queue.put(ticket("greedy", "t", item, expected=5.0))
    first = queue.pop()
    assert first is not None
    queue.put(ticket("modest", "u", "d", expected=5.0))
    second = queue.pop()
    assert second is not None
    assert second.address == "modest", "though nobody has been told yet what the first one cost"
    assert queue.addresses == 2
    assert queue.expected("greedy") == 10.0
    queue.done(first, 5.0)
    queue.done(second, 5.0)


def test_who_gives_up_is_out_of_the_way_and_nothing_is_remembered_of_the_idle() -> None:
    queue: FairQueue[str] = FairQueue()
    waiting = ticket("x", "t")
    queue.put(waiting)
    queue.give_up(waiting)
    assert (len(queue), queue.addresses, queue.pop()) == (0, 0, None)
    for number in range(fair_queue.MOST_IDLE + 100):
        queue.put(ticket(f"{number}", "t"))
        taken = queue.pop()
        assert taken is not None
        queue.done(taken, 0.0)
    assert len(queue._addresses.by_name) <= fair_queue.MOST_IDLE + 1
    assert not queue._tables


def test_who_takes_only_what_is_short_gets_the_first_of_that_in_the_same_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for item, expected in (("a", 5.0), ("b", 0.01), ("c", 0.01)):
        queue.put(ticket("x", "t", item, expected))
    queue.put(ticket("y", "u", "d", 0.02))
    first = queue.pop()
    assert first is not None
    assert first.item == "a", "who takes anything takes what came first"
    taken = [each.item for _ in range(3) if (each := queue.pop(longest=0.02)) is not None]
    assert taken == ["d", "b", "c"], "x has used five seconds"
    queue.put(ticket("y", "u", "e", 0.03))
    assert queue.pop(longest=0.02) is None
    assert len(queue) == 1


def test_who_often_has_something_short_done_is_nobody_whom_newcomers_must_catch_up_with() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(ticket("waits", "t", expected=5.0))
    for _ in range(1_000):
        queue.put(ticket("school", "u", expected=0.02))
        short = queue.pop(longest=0.02)
        assert short is not None
        queue.done(short, 0.02)
    queue.put(ticket("new", "v", expected=5.0))
    order = [each.address for each in served(queue, {"t": 5.0, "v": 5.0}, 10)]
    assert order.count("new") == 5
