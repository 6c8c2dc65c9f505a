"""The clauses of the rules, their tests, and a MicroPython to run them in."""
