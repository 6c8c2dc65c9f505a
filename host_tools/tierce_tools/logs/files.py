"""Which files are logs, where people name files and folders."""

from pathlib import Path

# The outcomes of a log lie beside it under such a name, in the recorded games for one.
NO_LOG = ".expected.jsonl"


def log_files(given: list[str]) -> list[str]:
    """Return the logs that are meant: a folder stands for the *.jsonl right in it, by name.

    A folder without any stays as it is, and cannot be opened. - is standard input.
    """
    found: list[str] = []
    for name in given:
        logs: list[str] = []
        if name not in ("", "-") and Path(name).is_dir():
            logs = sorted(
                str(path) for path in Path(name).glob("*.jsonl") if not path.name.endswith(NO_LOG)
            )
        found += logs or [name]
    return found


def size_of(name: str) -> int:
    """Return the size of a file in bytes; 0 where nobody knows it."""
    try:
        return Path(name).stat().st_size if name != "-" else 0
    except OSError:
        return 0
