"""A real board: its port, REPL, link and flash. Nothing else knows mpremote or pyserial."""
