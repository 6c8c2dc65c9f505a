"""A real board: its port, REPL, link and flash. Only this package uses mpremote and pyserial."""
