"""A table as a fold over its log, without sockets, threads or time of its own. Start with `log.py`, then `table.py`.

log.py        what is written down
seating.py    who sits, who is host, what is set
play.py       the match: one position, who is asked since when, sealed answers, the trail of free take-backs
streams.py    what each viewer has heard
table.py      all of it together: `Table.apply` is the fold
decisions.py  what a message leads to: new lines, or a refusal
timing.py     what time leads to: answers shown, clocks run out, seats kept
pictures.py   what each viewer is shown
"""
