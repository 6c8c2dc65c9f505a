"""KiCad for the tests, by its command line: exports a schematic's netlist, plots it, checks it."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import processes

WAIT = 120  # longest wait for one thing, on a busy machine


def missing() -> str:
    """Return what is missing and how to get it, in one line, or ""."""
    return "" if shutil.which("kicad-cli") else "KiCad is not tested, kicad-cli missing: install KiCad 7 or later"


class Unexpected(Exception):
    """KiCad says an error."""


@dataclass
class Kicad:
    """KiCad with a schematic. Of its check, the errors only."""

    schematic: Path

    def run(self, *words: str) -> None:
        done = processes.run_text("kicad-cli", "sch", *words, str(self.schematic), patience=WAIT)
        if done.returncode:
            raise Unexpected(f"Error: kicad-cli {words}: {done.stdout}{done.stderr}")

    def netlist(self) -> str:
        path = self.schematic.with_suffix(".net")
        self.run("export", "netlist", "--output", str(path))
        return path.read_text("utf-8")

    def plot(self) -> str:
        self.run("export", "svg", "--no-background-color", "--output", str(self.schematic.parent))
        return self.schematic.with_suffix(".svg").read_text("utf-8")

    def check(self) -> list[tuple[str, str]]:
        path = self.schematic.with_name("erc.json")
        try:
            self.run("erc", "--format", "json", "--severity-error", "--output", str(path))
        except Unexpected:
            if not path.is_file():  # KiCad 7 has no such command
                return []
        sheets = json.loads(path.read_text("utf-8"))["sheets"]
        found = [each for sheet in sheets for each in sheet["violations"]]
        # KiCad 9 tells of warnings even so: a new home has no table of KiCad's own libraries.
        return [(each["type"], "error") for each in found if each["severity"] == "error"]
