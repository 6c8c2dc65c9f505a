"""A real board: its port, its REPL, its link, its flash. Nothing else knows mpremote or pyserial."""
