"""The virtual table, whose time passes when it is told to: no thread, no port, no server.

Facts about the game come from what the table's firmware sends over its link, facts about the
hardware from the chips; so the page is the same for a modelled table, a real one, and a Pico that
is emulated.
"""
