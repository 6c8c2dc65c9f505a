"""The virtual table: its time passes only when it is told to; no thread, no port, no server.

Facts about the game come from the firmware's link, facts about the hardware from the chips. So the
page is the same for a modelled table, a real one, and an emulated Pico.
"""
