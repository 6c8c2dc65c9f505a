"""The referee: what happens on a card table goes in, verdicts and scores come out.

Law 1: one engine. These files run unchanged on CPython and on MicroPython, on the board and in
the host tool. They do no I/O and read no clock: time is an argument.
Law 2: one direction. From the ground up: cards, melds, arrange, outcomes, bad_data, presets, table,
game, games, rulings, referee; nothing imports upwards.
"""
