"""Who left by mistake has the seat back for a minute; whose phone is lost has it on another one."""

import asyncio
import json
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.server.running import quick_settings, serving
from tests.server.sitting import NAMES, Sitting
from tests.server.test_guests import answer, played_out, replacements
from tests.server.test_wire import close_all
from tests.server.wire import Client, join, seat_all
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.actions import CloseEyes
from touchwood.match.record import Player
from touchwood.match.replay import verify
from touchwood.server import protocol
from touchwood.server.clocks import WallClock
from touchwood.server.protocol import Close, JoinTable, OtherPhones, Seated, Settings
from touchwood.server.table import decisions
from touchwood.server.table.decisions import come_back, let_in
from touchwood.server.table.timing import (
    CONSENT_SECONDS,
    LEAVING_UNDONE_SECONDS,
    OBJECTION_SECONDS,
    RECLAIM_SECONDS,
    OtherPhoneUnopposed,
    Presence,
    deadlines,
)

ANA, BO, CY = 0, 1, 2


def three(game: str = "tag", **wanted: object) -> Sitting:
    return Sitting(game, NAMES[:3], **wanted)  # type: ignore[arg-type]  # as a sitting takes them


def back(sitting: Sitting, name: str) -> int:
    plan, seat = come_back(sitting.table, Sitting.token_hash(name), sitting.at)
    sitting.store(plan)
    return seat


def names(sitting: Sitting) -> list[str]:
    return [seat.name for seat in sitting.table.seating.seats]


# -- Leaving undone -------------------------------------------------------------------------------------------------


def test_in_the_lobby_the_seat_is_the_last_one_then() -> None:
    sitting = three()
    sitting.say(BO, protocol.Leave)
    assert names(sitting) == ["Ana", "Cy"]
    assert back(sitting, "Bo") == 2
    assert names(sitting) == ["Ana", "Cy", "Bo"]
    assert sitting.reloaded().seating == sitting.table.seating


def test_in_a_match_it_is_the_same_seat_and_the_record_tells_of_it() -> None:
    sitting = three().start()
    sitting.say(BO, protocol.Leave)
    assert sitting.table.seating.seats[BO].bot is not None
    assert back(sitting, "Bo") == BO
    assert sitting.table.seating.people == (ANA, BO, CY)
    record = played_out(sitting)
    assert [seat for seat, _ in replacements(record)] == [BO, BO]
    assert replacements(record)[-1] == (BO, Player("Bo"))
    verify(record)


def test_a_host_who_left_by_mistake_is_host_again() -> None:
    sitting = three().start()
    sitting.say(ANA, protocol.Leave)
    assert sitting.table.seating.host == BO
    back(sitting, "Ana")
    assert sitting.table.seating.host == ANA


def test_after_a_minute_it_is_too_late() -> None:
    sitting = three()
    sitting.say(BO, protocol.Leave)
    sitting.at += LEAVING_UNDONE_SECONDS * 1_000
    back(sitting, "Bo")
    sitting.say(2, protocol.Leave)
    sitting.at += LEAVING_UNDONE_SECONDS * 1_000 + 1
    with pytest.raises(InputError, match="too_late_to_come_back"):
        back(sitting, "Bo")


def test_who_was_sent_away_has_nothing_to_undo() -> None:
    sitting = three()
    sitting.say(ANA, protocol.Kick, BO)
    with pytest.raises(InputError, match="too_late_to_come_back"):
        back(sitting, "Bo")


def test_a_seat_that_somebody_else_has_by_now_is_not_given_back() -> None:
    sitting = Sitting("tag", NAMES[:2]).start()
    sitting.say(BO, protocol.Leave)
    sitting.join("Zoe")
    assert sitting.table.seating.people == (ANA, BO)
    with pytest.raises(InputError, match="seat_not_open"):
        back(sitting, "Bo")


def test_a_lobby_that_is_full_by_now_has_no_seat_to_come_back_to() -> None:
    sitting = Sitting("cant_touch_this", NAMES[:2])
    sitting.say(BO, protocol.Leave)
    sitting.join("Zoe")
    with pytest.raises(InputError, match="table_full"):
        back(sitting, "Bo")


def test_a_guest_who_asked_for_another_seat_goes_on_asking() -> None:
    sitting = Sitting("tag", NAMES[:3], bots=("simple",)).start()
    bot = next(number for number, seat in enumerate(sitting.table.seating.seats) if seat.bot is not None)
    (gone,) = [number for number, seat in enumerate(sitting.table.seating.seats) if seat.name == "Bo"]
    sitting.say(gone, protocol.Leave)
    sitting.join("Zoe", seat=bot)
    back(sitting, "Bo")
    guest = sitting.table.seating.guest
    assert guest is not None
    assert guest.seat == bot


def test_a_guest_who_asked_for_the_seat_meanwhile_is_turned_away() -> None:
    sitting = three().start()
    sitting.say(BO, protocol.Leave)
    sitting.join("Zoe")
    assert sitting.table.seating.guest is not None
    back(sitting, "Bo")
    assert sitting.table.seating.guest is None


def test_a_crane_turn_that_has_ended_does_not_come_back() -> None:
    sitting = three("tactile_crane", options={"first": BO}).start()
    sitting.act(BO, CloseEyes())
    sitting.say(BO, protocol.Leave)
    assert not sitting.table.hushed
    ended = sitting.play.position.state
    back(sitting, "Bo")
    assert sitting.play.position.state == ended
    assert sitting.table.seating.people == (ANA, BO, CY)


# -- On another phone -----------------------------------------------------------------------------------------------

OTHER = Sitting.token_hash("Bo on another phone")


def ask(sitting: Sitting, name: str = "Bo") -> None:
    plan, _ = decisions.join(sitting.table, JoinTable(name, is_own_seat=True), OTHER, sitting.at)
    sitting.store(plan)


@pytest.mark.parametrize("is_started", [False, True])
def test_friends_vouch_where_the_first_phone_is_gone(is_started: bool) -> None:
    """In the lobby there is nothing to be seen, and one is enough."""
    sitting = three().start() if is_started else three()
    ask(sitting)
    gone = frozenset({ANA, CY})
    assert let_in(sitting.table, gone, sitting.at) == []
    answer(sitting, CY, lets_in=True)
    assert bool(let_in(sitting.table, gone, sitting.at)) != is_started
    answer(sitting, ANA, lets_in=True)
    sitting.store(let_in(sitting.table, gone, sitting.at))
    assert sitting.table.seating.seat_of(OTHER) == BO
    assert sitting.table.seating.seat_of(Sitting.token_hash("Bo")) is None
    assert names(sitting) == ["Ana", "Bo", "Cy"]
    assert sitting.reloaded().seating == sitting.table.seating


@pytest.mark.parametrize("people", [2, 3])
def test_one_voice_waits_for_the_first_phone_to_object(people: int) -> None:
    """Whoever vouches could be the one who asks, to see a neighbour's hand while their phone sleeps."""
    sitting = Sitting("tag", NAMES[:people]).start()
    ask(sitting)
    answer(sitting, ANA, lets_in=True)
    others = frozenset({ANA, CY} if people == 3 else {ANA})
    presence = Presence({BO: 0}, 0)
    (due,) = [at for at, due in deadlines(sitting.table, presence, grace_ms=0) if due == OtherPhoneUnopposed()]
    assert due == sitting.table.seating.guest.at + OBJECTION_SECONDS * 1_000  # type: ignore[union-attr]
    assert let_in(sitting.table, others, due - 1) == []
    # The first phone is back in time, and alone decides.
    assert let_in(sitting.table, others | {BO}, due) == []
    assert let_in(sitting.table, others, due)


def taken_from(sitting: Sitting) -> None:
    """Bo's seat goes on with another phone, by Ana's word alone."""
    ask(sitting)
    answer(sitting, ANA, lets_in=True)
    sitting.at += OBJECTION_SECONDS * 1_000
    sitting.store(let_in(sitting.table, frozenset({ANA}), sitting.at))
    assert sitting.table.seating.seat_of(OTHER) == BO


def test_a_host_with_another_phone_is_the_host_as_before_and_nobody_is_told_so() -> None:
    sitting = three()
    ask(sitting, "Ana")
    answer(sitting, BO, lets_in=True)
    sitting.store(let_in(sitting.table, frozenset({BO, CY}), sitting.at))
    assert sitting.table.seating.seat_of(OTHER) == sitting.table.seating.host == ANA
    told = [event["type"] for event in json.loads(sitting.welcome(Seat(CY)))["events"]]
    assert "OtherPhoneTaken" in told
    assert "HostChanged" not in told


def test_the_first_phone_takes_its_seat_back_and_everybody_hears_of_it() -> None:
    sitting = three().start()
    taken_from(sitting)
    sitting.at += RECLAIM_SECONDS * 1_000
    assert back(sitting, "Bo") == BO
    assert sitting.table.seating.seat_of(Sitting.token_hash("Bo")) == BO
    assert sitting.table.seating.seat_of(OTHER) is None
    assert sitting.table.seating.former_tokens == (OTHER,)
    told = [event["type"] for event in json.loads(sitting.welcome(Seat(CY)))["events"]]
    assert told[-3:] == ["OtherPhoneAsked", "OtherPhoneTaken", "SeatReclaimed"]
    # It was decided once: the other phone has nothing to take back.
    with pytest.raises(InputError, match="too_late_to_come_back"):
        come_back(sitting.table, OTHER, sitting.at)
    assert sitting.reloaded().seating == sitting.table.seating


def test_a_seat_that_is_lost_again_is_taken_back_again() -> None:
    """In the time that begins then: the first loss is over and done with."""
    sitting = three().start()
    taken_from(sitting)
    back(sitting, "Bo")
    sitting.at += RECLAIM_SECONDS * 1_000
    taken_from(sitting)
    assert back(sitting, "Bo") == BO
    assert sitting.table.seating.seat_of(Sitting.token_hash("Bo")) == BO


def test_it_is_too_late_to_object_after_a_while_and_while_somebody_is_in_the_dark() -> None:
    sitting = three("tactile_crane", options={"first": CY}).start()
    taken_from(sitting)
    sitting.at += RECLAIM_SECONDS * 1_000 + 1
    with pytest.raises(InputError, match="too_late_to_come_back"):
        come_back(sitting.table, Sitting.token_hash("Bo"), sitting.at)
    sitting.at -= 1_000
    sitting.act(CY, CloseEyes())
    with pytest.raises(InputError, match="no_guests_now"):
        come_back(sitting.table, Sitting.token_hash("Bo"), sitting.at)


def test_while_the_first_phone_is_there_it_alone_decides() -> None:
    sitting, here = three().start(), frozenset({ANA, BO, CY})
    ask(sitting)
    answer(sitting, ANA, lets_in=True)
    answer(sitting, CY, lets_in=True)
    assert let_in(sitting.table, here, sitting.at) == []
    answer(sitting, BO, lets_in=True)
    assert let_in(sitting.table, here, sitting.at)


@pytest.mark.parametrize("who", [ANA, BO, CY])
def test_anybodys_no_ends_it_the_first_phones_too(who: int) -> None:
    sitting = three().start()
    ask(sitting)
    answer(sitting, who, lets_in=False)
    assert sitting.table.seating.guest is None


def test_with_only_bots_around_the_name_is_enough_once_the_first_phone_is_gone() -> None:
    sitting = Sitting("tag", ("Bo",), bots=("random",)).start()
    ask(sitting)
    assert let_in(sitting.table, frozenset({0}), sitting.at) == []
    assert let_in(sitting.table, frozenset(), sitting.at)


def test_a_table_may_forbid_it_and_a_locked_one_does_not() -> None:
    forbids = three(settings=Settings(other_phones=OtherPhones.NOBODY))
    with pytest.raises(InputError, match="no_other_phones"):
        ask(forbids)
    locked = three()
    locked.say(ANA, protocol.Lock, True)
    ask(locked)
    assert locked.table.seating.guest is not None


def test_only_a_name_at_the_table_can_be_asked_for_one_at_a_time() -> None:
    sitting = three()
    with pytest.raises(InputError, match="nobody_of_that_name"):
        ask(sitting, "Zoe")
    ask(sitting)
    with pytest.raises(InputError, match="guest_pending"):
        ask(sitting)
    sitting.at += CONSENT_SECONDS * 1_000
    ask(sitting)


def test_nobody_asks_while_a_person_is_in_the_dark() -> None:
    """The answer, the question and the change of phones could all be made to speak."""
    sitting = three("tactile_crane", options={"first": BO}).start()
    ask(sitting, "Cy")
    answer(sitting, ANA, lets_in=True)
    sitting.act(BO, CloseEyes())
    assert let_in(sitting.table, frozenset({ANA, BO}), sitting.at) == []
    with pytest.raises(InputError, match="no_guests_now"):
        ask(sitting, "Cy")


def test_in_the_lobby_the_question_follows_the_seat() -> None:
    sitting = three()
    ask(sitting, "Cy")
    answer(sitting, BO, lets_in=True)
    sitting.say(ANA, protocol.Leave)
    guest = sitting.table.seating.guest
    assert guest is not None
    assert (guest.seat, guest.consented) == (1, (0,))
    sitting.say(1, protocol.Leave)
    assert sitting.table.seating.guest is None


def test_the_table_says_whose_seat_is_asked_for() -> None:
    sitting = three()
    ask(sitting)
    told = json.loads(sitting.welcome(Seat(ANA)))
    assert told["table"]["guest"] == {"request": 1, "seat": BO, "name": "Bo", "consented": [], "is_own_seat": True}
    assert told["events"][-1] == {"k": told["k"], "seat": BO, "type": "OtherPhoneAsked"}


def test_over_the_wire_the_first_phone_is_told_and_opens_nothing_any_more(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        await ana.do("Start")
        seated = await join(server, code_of(ana), "Bo", is_own_seat=True)
        assert seated.is_waiting
        await bo.until(lambda client: client.table["guest"])
        await bo.do("AnswerGuest", request=bo.table["guest"]["request"], lets_in=True)
        assert await bo.until_closed() == Close.OTHER_PHONE.value
        await bo.close()
        with pytest.raises(Exception, match=str(Close.OTHER_PHONE.value)):
            await bo.open()
        await bo.close()
        other = await Client.of(server, seated).open()
        assert other.you == 1
        assert other.situation
        await close_all(ana, other)

    asyncio.run(run())


def test_over_the_wire_one_voice_is_heard_after_a_while_and_the_first_phone_objects(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        await ana.do("Start")
        await bo.close()
        await ana.until(lambda client: not client.table["seats"][1]["is_present"])
        seated = await join(server, code_of(ana), "Bo", is_own_seat=True)
        await ana.until(lambda client: client.table["guest"])
        await ana.do("AnswerGuest", request=ana.table["guest"]["request"], lets_in=True)
        assert ana.table["guest"] is not None, "not at once"
        await ana.until(lambda client: not client.table["guest"])
        other = await Client.of(server, seated).open()
        assert other.you == 1
        async with httpx.AsyncClient(base_url=f"{server}/api/tables/{code_of(ana)}") as http:
            assert (await http.post("/come-back", json={"token": bo.token})).status_code == 201
        assert await other.until_closed() == Close.OTHER_PHONE.value
        assert (await bo.open()).you == 1
        await close_all(ana, bo, other)

    asyncio.run(run())


def test_over_the_wire_who_left_comes_back_with_the_same_token(tmp_path: Path) -> None:
    """By true seconds: the minute in which leaving can be undone is a second of a quick server; a busy machine takes
    longer."""

    async def run(server: str) -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        await ana.do("Start")
        await bo.ask("Leave")
        assert await bo.until_closed() == Close.KICKED.value
        await bo.close()
        async with httpx.AsyncClient(base_url=f"{server}/api/tables/{code_of(ana)}") as http:
            again = await http.post("/come-back", json={"token": bo.token})
            assert again.status_code == 201
            assert msgspec.json.decode(again.content, type=Seated).seat == 1
            stranger = await http.post("/come-back", json={"token": "x" * 32})
            assert (stranger.status_code, stranger.json()["code"]) == (409, "too_late_to_come_back")
        assert (await bo.open()).you == 1
        await close_all(ana, bo)

    with serving(quick_settings(tmp_path, clock=WallClock())) as address:
        asyncio.run(run(address))


def test_a_code_tells_why_nobody_can_join(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        async with httpx.AsyncClient(base_url=f"{server}/api/tables") as http:
            found = [(await http.get(f"/{code_of(ana)}")).json()["why_not"]]
            await ana.do("Lock", locked=True)
            found.append((await http.get(f"/{code_of(ana)}")).json()["why_not"])
            await ana.do("Lock", locked=False)
            await ana.do("Start")
            found.append((await http.get(f"/{code_of(ana)}")).json()["why_not"])
        assert found == [None, "table_locked", "table_full"]
        await close_all(ana, bo)

    asyncio.run(run())


def code_of(client: Client) -> str:
    code: str = client.table["code"]
    return code
