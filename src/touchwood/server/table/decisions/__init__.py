"""What a seat's message leads to: new lines for the log, or a refusal. Pure; nothing counts until it is stored.

Raises `Refused` where the rules of the game say no, and `InputError` where the table does.

messages.py     any message of a seat, and which of these decides it: start here
plan.py         what is decided: lines for the log
opening.py      the first line of a table
joining.py      who comes new
guests.py       who asks for a seat that is taken, and those who answer
returning.py    who comes back
lobby.py        what is settled before a match, and its start
playing.py      a choice in the match, the way of every tap
taking_back.py  what a choice is taken back by
talking.py      what people say and show
leaving.py      who goes
host.py         what only the host may do
bots.py         bots in seats
conditions.py   what must hold, for more than one of these
"""

from touchwood.server.table.decisions.bots import bots_seats, for_the_absent, for_who_went_in_the_dark, stand_in
from touchwood.server.table.decisions.conditions import as_json, most_seats
from touchwood.server.table.decisions.guests import give_up, let_in
from touchwood.server.table.decisions.joining import join, why_nobody_can_join
from touchwood.server.table.decisions.leaving import decline
from touchwood.server.table.decisions.lobby import start
from touchwood.server.table.decisions.messages import decide
from touchwood.server.table.decisions.opening import open_branch, open_lesson, open_puzzle, open_table, rematch
from touchwood.server.table.decisions.plan import NOTHING, Plan, Planned, just, of_match
from touchwood.server.table.decisions.playing import act, begin, check_hint, choice, partners_part, time_out
from touchwood.server.table.decisions.returning import come_back
from touchwood.server.table.decisions.taking_back import take_back_is_granted

__all__ = [
    "NOTHING",
    "Plan",
    "Planned",
    "act",
    "as_json",
    "begin",
    "bots_seats",
    "check_hint",
    "choice",
    "come_back",
    "decide",
    "decline",
    "for_the_absent",
    "for_who_went_in_the_dark",
    "give_up",
    "join",
    "just",
    "let_in",
    "most_seats",
    "of_match",
    "open_branch",
    "open_lesson",
    "open_puzzle",
    "open_table",
    "partners_part",
    "rematch",
    "stand_in",
    "start",
    "take_back_is_granted",
    "time_out",
    "why_nobody_can_join",
]
