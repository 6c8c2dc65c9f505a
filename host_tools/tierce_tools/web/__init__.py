"""The virtual table: a table that runs in a thread, and the page that shows it.

Facts about the game come from what the table's firmware sends over its link, facts about the
hardware from the chips; so the page is the same for a modelled table, a real one, and a Pico that
is emulated.
"""
