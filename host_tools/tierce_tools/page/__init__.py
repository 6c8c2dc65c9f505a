"""What people see of a table: snapshots, the filter for each viewer, and the page itself."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
