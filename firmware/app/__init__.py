"""The board's program: its tasks, which use the referee and the drivers."""

VERSION = "0.1.0"  # the same as in pyproject.toml
