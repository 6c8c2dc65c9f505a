"""The board's program: tasks, one noun each, on top of the referee and the drivers."""

VERSION = "0.1.0"  # as in pyproject.toml
