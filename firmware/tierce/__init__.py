"""The referee: events from a card table go in, verdicts and scores come out.

Law 1: one engine. These files run unchanged on CPython and on MicroPython, on the board and in
the host tool. They do no I/O and read no clock: time is an argument.
Law 2: one direction. A module imports only from lower modules. README.md lists the order.
Law 3: one door. Code outside this package uses `referee` and `view`, never the match itself.
"""
