"""Finds the logs among the files and folders named on a command line."""

from pathlib import Path

# The recorded games keep their expected outcomes beside each log, under this ending.
NO_LOG = ".expected.jsonl"


def log_files(given: list[str]) -> list[str]:
    """Return the logs to read. A folder stands for the *.jsonl files directly in it, sorted.

    A folder without such files is kept in the list, so that opening it fails. "-" is standard
    input.
    """
    found: list[str] = []
    for name in given:
        logs: list[str] = []
        if name not in ("", "-") and Path(name).is_dir():
            logs = sorted(str(path) for path in Path(name).glob("*.jsonl") if not path.name.endswith(NO_LOG))
        found += logs or [name]
    return found


def size_of(name: str) -> int:
    """Return the size of a file in bytes; 0 if it is unknown."""
    try:
        return Path(name).stat().st_size if name != "-" else 0
    except OSError:
        return 0
