"""`tierce hardware`: checks a table's description and writes the plans to build it."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tierce_tools.cli.consoles import console
from tierce_tools.cli.options import AsJson
from tierce_tools.cli.streams import print_json
from tierce_tools.cli.words import Lang, Language, line_of, say
from tierce_tools.extras import need
from tierce_tools.trouble import Trouble

if TYPE_CHECKING:
    from tierce_tools.description.tables import Table

Fact = dict[str, Any]
Words = Mapping[str, str]

# Files written for every table: a folder with all of them was written by this verb.
_ALWAYS = ("pins.md", "wiring.svg", "parts.csv", "budget.md", "felt.svg", "labels.pdf")
_STYLES = {"error": "bold red", "look": "yellow"}


def hardware(
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="TABLE",
            help="A table there are plans for, or a file as config.json. Without any: a list of "
            "the tables.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Where the files go; by default hardware-TABLE, here."
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only judge the description; write nothing.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write over files that may not be ours.")
    ] = False,
    uf2: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="MicroPython for the Pico: with it the image for Wokwi is written, too.",
        ),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of a table's description.")
    ] = False,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Say what it takes to build a table: pins, wiring, parts, budgets, templates."""
    if schema:
        if table is not None or out or check or force or uf2:
            raise Trouble("hardware", "schema_alone")
        from tierce_plans.schema import text

        print(text(), end="")
        return
    if table is None:
        if out or check or force or uf2:
            raise Trouble("hardware", "which")
        _list(as_json, lang)
        return
    if check and (out or force or uf2):
        raise Trouble("hardware", "check_alone")
    _Verb(table, out, check, force, uf2, as_json, lang).run()


# --- the tables there are


def _list(as_json: bool, lang: Language) -> None:
    from tierce_tools.description.tables import load, names

    facts = [_facts(load(name, lang)) for name in names()]
    if as_json:
        for fact in facts:
            print_json(fact)
        return
    from rich import box
    from rich.table import Table as Shown

    words = say("hardware", lang)
    shown = Shown(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for key in ("table", "zones", "seats", "readers", "screen", "on", "supply"):
        number = key in ("zones", "seats", "supply")
        shown.add_column(words[f"column_{key}"], justify="right" if number else "left",
                         overflow="fold")
    for fact in facts:
        readers = ", ".join(each.upper() for each in fact["readers"])
        screen = words[f"screen_{fact['screen']}"]
        shown.add_row(
            fact["table"], str(fact["zones"]), str(fact["seats"]), readers, screen,
            words[f"on_{fact['on']}"], words["ma"].format(fact["supply_ma"]),
        )
    _console().print(shown)


def _facts(table: "Table") -> Fact:
    names = [zone["zone"] for zone in table.zones]
    return {
        "table": table.name,
        "zones": len(names),
        "seats": len([name for name in names if name.startswith("seat")]),
        "readers": sorted({zone["reader"] for zone in table.zones}),
        "screen": table.config.get("screen", {}).get("kind"),
        "on": table.build.on,
        "supply_ma": table.build.supply_ma,
    }


# --- one table


class _Verb:
    """One run of the verb for one table."""

    def __init__(
        self, table: str, out: Path | None, check: bool, force: bool, uf2: Path | None,
        as_json: bool, lang: Language,
    ) -> None:
        self.table = table
        self.out = out
        self.check = check
        self.force = force
        self.uf2 = uf2
        self.as_json = as_json
        self.lang = lang
        self.words = say("hardware", lang)

    def run(self) -> None:
        """Check the table; if it is valid, write its files."""
        from tierce_tools.description import tables

        path = tables.where(self.table)
        _, given = tables.parsed(path)
        wrong = tables.errors(given)
        if wrong:
            found = [
                {"where": error[0] or path.name, "key": error[1], "error": True,
                 "text": tables.sentence(error, self.lang)}
                for error in wrong
            ]
            self._refuse(path, found)
        described = tables.from_config(given, path.stem)
        from tierce_plans.checks import problems

        found = [
            {"where": each.where, "key": each.key, "error": each.error,
             "text": self.words[each.key].format(*map(_told, each.details))}
            for each in problems(described)
        ]
        if any(each["error"] for each in found):
            self._refuse(path, found)
        self._write(described, found)

    def _refuse(self, path: Path, found: list[Fact]) -> None:
        if self.as_json:
            print_json({"table": path.stem, "problems": found, "files": []})
        else:
            self._say(found)
            count = len([each for each in found if each["error"]])
            nothing = self.words["refused_1" if count == 1 else "refused"]
            print(nothing.format(line_of(path), count), flush=True)
        raise typer.Exit(1)

    def _say(self, found: list[Fact]) -> None:
        from rich.text import Text

        out = _console(soft_wrap=True)
        for each in found:
            kind = "error" if each["error"] else "look"
            line = Text.assemble(
                (self.words[kind], _STYLES[kind]), " ",
                self.words["line"].format(each["where"], line_of(each["text"])),
            )
            out.print(line, soft_wrap=True)

    def _write(self, table: "Table", found: list[Fact]) -> None:
        from tierce_plans import wokwi
        from tierce_plans.generate import figures, files
        from tierce_tools.board import uf2

        facts: Fact = {"table": table.name, "problems": found}
        folder = self.out or Path(f"hardware-{table.name}")
        old: list[str] = []
        if not self.check:
            need("ezdxf", "drawsvg")
            if not self.force:
                self._look(folder)
            image = self.uf2 and wokwi.image(uf2.read(self.uf2).raw, table, self.uf2.name)
            made = files(table)
            if image:
                made[f"wokwi/{wokwi.IMAGE}"] = image
            self._check_names(folder, made)
            old = self._put(folder, made)
            facts.update(folder=str(folder), files=sorted(made), old=old)
        facts["figures"] = figures(table)
        if self.as_json:
            print_json(facts)
            return
        self._say(found)
        if self.check:
            print(self.words["sound"].format(line_of(self.table)))
        else:
            print(self.words["written"].format(line_of(folder), len(facts["files"])))
            for name in _own(facts["files"], self.lang):
                print(f"  {name}")
            print(self.words["twins"])
            if old:
                print(self.words["old"].format(", ".join(old)))
        print()
        self._show(facts["figures"])

    # --- files

    def _look(self, folder: Path) -> None:
        """Raise Trouble if a folder holds files with our names that this verb did not write."""
        try:
            if folder.exists() and not folder.is_dir():
                raise Trouble("hardware", "no_folder", folder)
            there = [name for name in _ALWAYS if (folder / name).exists()]
        except (OSError, ValueError) as error:
            raise Trouble("hardware", "unwritable", folder, error) from None
        if there and len(there) < len(_ALWAYS):
            raise Trouble("hardware", "foreign", folder, ", ".join(there))

    def _check_names(self, folder: Path, made: Mapping[str, bytes]) -> None:
        """Raise Trouble if a file's name is taken by something else, or a folder's by a file."""
        for name in made:
            path = folder / name
            if path.is_dir():
                raise Trouble("hardware", "folder_there", path)
            if path.exists() and not path.is_file():  # writing to a pipe may block
                raise Trouble("hardware", "special_there", path)
            for above in path.relative_to(folder).parents:
                if (folder / above).exists() and not (folder / above).is_dir():
                    raise Trouble("hardware", "no_folder", folder / above)

    def _put(self, folder: Path, made: dict[str, bytes]) -> list[str]:
        """Write the files; return those of an earlier run that no longer belong to the plans."""
        from tierce_plans.generate import write

        try:
            write(folder, made)
            old = [path.name for path in folder.glob("antenna-*")]
        except (OSError, ValueError) as error:
            raise Trouble("hardware", "unwritable", folder, error) from None
        return sorted(name for name in old if name not in made)

    # --- figures

    def _show(self, figures: Fact) -> None:
        from rich.table import Table as Shown

        words = self.words
        shown = Shown.grid(padding=(0, 2))
        for key, value in _lines(figures, words):
            shown.add_row(words[f"figure_{key}"], value)
        _console().print(shown)


def _own(files: list[str], lang: Language) -> list[str]:
    """Return the files in a language, and those without text."""
    french = {name.replace(".fr.", "."): name for name in files if ".fr." in name}
    return [name for name in files if name not in (
        french if lang is Language.fr else french.values())]


def _lines(figures: Fact, words: Words) -> list[tuple[str, str]]:
    """Return the lines of the figures: (key, text)."""
    free = ", ".join(map(str, figures["gpios_free"])) or words["none"]
    supply = words["fuse" if figures["fuse_ma"] else "usb"]
    scans = ", ".join(
        words[f"scan_{key}"].format(ms) for key, ms in figures["scan_ms"].items()
    )
    low, high = (_decimal(hz / 1e6, words) for hz in (figures["spi_hz"], figures["spi_most_hz"]))
    return [
        ("zones", str(figures["zones"])),
        ("gpios", words["gpios"].format(len(figures["gpios_used"]), free)),
        ("supply", supply.format(*(figures[key] for key in (
            "typical_ma", "max_ma", "supply_ma", "fuse_ma")))),
        ("three_v3", words["three_v3"].format(
            figures["three_v3_ma"], figures["three_v3_most_ma"])),
        ("spi", words["spi"].format(low, high)),
        ("scan", scans),
        ("parts", words["parts_deck" if figures["deck_eur"] else "parts"].format(
            round(figures["parts_eur"]), round(figures["deck_eur"]))),
    ]


def _told(detail: object) -> str:
    """Return a detail of a problem as text; a list is joined."""
    if isinstance(detail, (list, tuple)):
        return ", ".join(map(str, cast("list[object]", detail)))
    return str(detail)


def _decimal(value: float, words: Words) -> str:
    return f"{value:.2f}".replace(".", words["point"])


def _console(**options: Any) -> Any:
    """Return the console; off a terminal lines are not wrapped."""
    return console() if sys.stdout.isatty() else console(width=1000)
