"""What people see of a table: snapshots, who may see what of them, and the page itself."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
