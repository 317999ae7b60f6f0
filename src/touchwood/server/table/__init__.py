"""A table as a fold over its log, without sockets, threads or time of its own. Start with `log.py`, then `table.py`.

log.py        what is written down
seating.py    who sits, who is host, what is set
names.py      what a name may be, and the badges that tell people apart
evening.py    the score of a group over all its matches
play.py       the match: one position, who is asked since when, sealed answers, the stack of free take-backs
streams.py    what each viewer has heard
hush.py       who hears nothing but the game for a while
table.py      all of it together: `Table.apply` is the fold
decisions/    what a message leads to: new lines, or a refusal
timing.py     what time leads to: answers shown, clocks run out, bots stand in
snapshots.py  what each viewer is shown
"""
