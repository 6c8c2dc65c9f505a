"""`tierce hardware`: checks a table's description and writes the plans to build it."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce_tools.base.extras import need
from tierce_tools.base.texts import N_, NN_, Texts, in_table, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.consoles import console
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, argument, flag, option, tables
from tierce_tools.cli.streams import print_json
from tierce_tools.description.problem_texts import told
from tierce_tools.logs.words import line_of

if TYPE_CHECKING:
    from tierce_tools.description.descriptions import Description

Fact = dict[str, Any]

# Files written for every table: a folder with all of them was written by this verb.
_ALWAYS = ("pins.md", "parts.csv", "budget.md", "felt.svg", "labels.pdf")
_STYLES = {"error": "bold red", "look": "yellow"}
_COLUMNS = {
    "table": N_("table"),
    "zones": N_("zones"),
    "seats": N_("seats"),
    "readers": N_("readers"),
    "screen": N_("screen"),
    "on": N_("built on"),
    "supply": N_("5 V supply"),
}
_BASES = {"breadboard": N_("breadboards"), "carrier": N_("carrier board")}
_FIGURES = {
    "zones": N_("Zones"),
    "gpios": N_("GPIOs"),
    "supply": N_("At 5 V"),
    "three_v3": N_("At 3.3 V"),
    "spi": N_("Readers' SPI"),
    "field": N_("Loops"),
    "scan": N_("All zones read, estimated"),
    "parts": N_("Parts"),
}
_SCANS = {
    "empty": N_("{ms} ms empty"),
    "typical": N_("{ms} ms in play"),
    "full": N_("{ms} ms full"),
    "count": N_("{ms} ms at the count"),
}
_FIELD = N_("{zone}: {cards} cards need {needs} mA, given {low} to {high} mA: margin {worst} to {best}")
_KINDS = {"error": N_("error"), "look": N_("look")}


def hardware(
    table: Annotated[
        str | None,
        argument(
            "TABLE",
            N_("A table that has plans, or a file such as config.json. With neither: a list of the tables."),
            autocompletion=tables,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        option("FOLDER", N_("The folder for the files; by default hardware-TABLE in the current folder."), "--out"),
    ] = None,
    check: Annotated[bool, flag("--check", N_("Only check the description; write nothing."))] = False,
    force: Annotated[bool, flag("--force", N_("Overwrite files that Tierce may not have written."))] = False,
    uf2: Annotated[
        Path | None, option("FILE", N_("MicroPython for the Pico; with it, the image for Wokwi is written too."))
    ] = None,
    schema: Annotated[bool, flag("--schema", N_("Print the JSON Schema of a table's description."))] = False,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Write a table's plans: pins, wiring, parts, budgets, templates."""
    if schema:
        if table is not None or out or check or force or uf2:
            raise Trouble("hardware.schema_alone", "--schema prints the schema and does nothing else: give it alone")
        from tierce_plans import schema as schemas

        print(schemas.text(schemas.schema()), end="")
        return
    if table is None:
        if out or check or force or uf2:
            raise Trouble("hardware.which", "which table? tierce hardware alone lists them")
        _list(as_json, lang)
        return
    if check and (out or force or uf2):
        raise Trouble("hardware.check_alone", "--check writes nothing: it does not go with --out, --force or --uf2")
    described, found = _checked(table, as_json, lang)
    facts: Fact = {"table": described.name, "problems": found}
    old: list[str] = []
    if not check:
        folder = out or Path(f"hardware-{described.name}")
        made = _made(described, folder, force, uf2)
        old = _put(folder, made)
        facts.update(folder=str(folder), files=sorted(made), old=old)
    from tierce_plans.generate import figures

    facts["figures"] = figures(described)
    if as_json:
        print_json(facts)
        return
    say = texts(lang)
    _list_problems(found, say)
    if check:
        print(say("{table}: in order.", table=line_of(table)))
    else:
        print(say("Written to {folder}: {count} files", folder=line_of(facts["folder"]), count=len(facts["files"])))
        for name in _own(facts["files"], lang):
            print(f"  {name}")
        print(say("the files with text also in French, such as pins.fr.md"))
        if old:
            print(say("Of an earlier run, not of this table: {files}", files=", ".join(old)))
    print()
    _show(facts["figures"], say)


# --- the tables there are


def _list(as_json: bool, lang: str) -> None:
    from tierce_tools.description.descriptions import load, names

    facts = [_facts(load(name, lang)) for name in names()]
    if as_json:
        for fact in facts:
            print_json(fact)
        return
    from rich import box
    from rich.table import Table as Shown

    from tierce_plans import parts

    say = texts(lang)
    shown = Shown(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for key in _COLUMNS:
        number = key in ("zones", "seats", "supply")
        shown.add_column(say(_COLUMNS[key]), justify="right" if number else "left", overflow="fold")
    for fact in facts:
        readers = ", ".join(each.upper() for each in fact["readers"])
        screen = texts(lang, "plans")(parts.screen(fact["screen"]).label) if fact["screen"] else say("none")
        base = _BASES[fact["on"]]
        shown.add_row(
            fact["table"],
            str(fact["zones"]),
            str(fact["seats"]),
            readers,
            screen,
            say(base),
            say("{ma} mA", ma=fact["supply_ma"]),
        )
    _console().print(shown)


def _facts(table: "Description") -> Fact:
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


def _checked(table: str, as_json: bool, lang: str) -> tuple["Description", list[Fact]]:
    """Return the table, and what one should look at. Exits, and says why, if its description has errors."""
    from tierce_tools.description import descriptions

    path = descriptions.where(table)
    _, given = descriptions.parsed(path)
    wrong = descriptions.errors(given)
    if wrong:
        said = descriptions.sentence
        _refuse(
            path,
            [
                {"where": each[0] or path.name, "key": each[1], "error": True, "text": said(each, lang)}
                for each in wrong
            ],
            as_json,
            lang,
        )
    need("plans", "ezdxf", "fpdf", "numpy")
    described = descriptions.from_config(given, path.stem, path.parent)
    from tierce_plans.checks import problems

    found = told(problems(described), texts(lang))
    if any(each["error"] for each in found):
        _refuse(path, found, as_json, lang)
    return described, found


def _refuse(path: Path, found: list[Fact], as_json: bool, lang: str) -> None:
    if as_json:
        print_json({"table": path.stem, "problems": found, "files": []})
    else:
        say = texts(lang)
        _list_problems(found, say)
        count = len([each for each in found if each["error"]])
        one, more = NN_("{table}: {n} error; nothing is written.", "{table}: {n} errors; nothing is written.")
        print(say.ngettext(one, more, count, table=line_of(path)), flush=True)
    raise typer.Exit(1)


def _list_problems(found: list[Fact], say: Texts) -> None:
    from rich.text import Text

    out = _console(soft_wrap=True)
    for each in found:
        kind = "error" if each["error"] else "look"
        text = say("{where}: {text}", where=each["where"], text=line_of(each["text"]))
        out.print(Text.assemble((say(_KINDS[kind]), _STYLES[kind]), " ", text), soft_wrap=True)


def _made(table: "Description", folder: Path, force: bool, image: Path | None) -> dict[str, bytes]:
    """Return the files of a table, by their names in the folder. Raises Trouble if one may not be written there."""
    from tierce_plans import wokwi
    from tierce_plans.generate import files
    from tierce_tools.board import uf2

    if not force:
        _look(folder)
    wanted = image and wokwi.image(uf2.read(image).raw, table, image.name)
    made = files(table)
    if wanted:
        made[f"wokwi/{wokwi.IMAGE}"] = wanted
    _check_names(folder, made)
    return made


def _unwritable(folder: Path, error: Exception) -> Trouble:
    text = N_("cannot write to {folder}: {error}; name another folder with --out")
    return Trouble("hardware.unwritable", text, folder=folder, error=error)


def _no_folder(folder: Path) -> Trouble:
    return Trouble("hardware.no_folder", "{folder} is not a folder: name another one with --out", folder=folder)


def _look(folder: Path) -> None:
    """Raise Trouble if a folder holds files with our names that this verb did not write."""
    try:
        if folder.exists() and not folder.is_dir():
            raise _no_folder(folder)
        there = [name for name in _ALWAYS if (folder / name).exists()]
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from None
    if there and len(there) < len(_ALWAYS):
        raise Trouble(
            "hardware.foreign",
            "{folder} has files with names that we use, which may be yours: {files}; name another folder "
            "with --out, or overwrite them with --force",
            folder=folder,
            files=", ".join(there),
        )


def _check_names(folder: Path, made: Mapping[str, bytes]) -> None:
    """Raise Trouble if a file's name is taken by something else, or a folder's by a file."""
    for name in made:
        path = folder / name
        if path.is_dir():
            raise Trouble(
                "hardware.folder_there",
                "{path} is a folder; a file goes there: move it away, or name another folder with --out",
                path=path,
            )
        if path.exists() and not path.is_file():  # writing to a pipe may block
            raise Trouble(
                "hardware.special_there",
                "{path} is not a plain file: move it away, or name another folder with --out",
                path=path,
            )
        for above in path.relative_to(folder).parents:
            if (folder / above).exists() and not (folder / above).is_dir():
                raise _no_folder(folder / above)


def _put(folder: Path, made: dict[str, bytes]) -> list[str]:
    """Write the files; return those of an earlier run that no longer belong to the plans."""
    from tierce_plans.generate import write

    try:
        write(folder, made)
        old = [path.name for path in folder.glob("antenna-*")]
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from None
    return sorted(name for name in old if name not in made)


def _show(figures: Fact, say: Texts) -> None:
    from rich.table import Table as Shown

    shown = Shown.grid(padding=(0, 2))
    for key, value in _lines(figures, say):
        shown.add_row(say(_FIGURES[key]), value)
    _console().print(shown)


def _own(files: list[str], lang: str) -> list[str]:
    """Return the files in a language, and those without text."""
    french = {name.replace(".fr.", "."): name for name in files if ".fr." in name}
    return [name for name in files if name not in (french if in_table(lang) == "fr" else french.values())]


def _lines(figures: Fact, say: Texts) -> list[tuple[str, str]]:
    """Return the lines of the figures: (key, text)."""
    free = ", ".join(map(str, figures["gpios_free"])) or say("none")
    power = {"typical": figures["typical_ma"], "most": figures["max_ma"], "supply": figures["supply_ma"]}
    if figures["fuse_ma"]:
        supply = say(
            "{typical} mA typically, {most} mA at most, of {supply} mA; fuse {fuse} mA",
            fuse=figures["fuse_ma"],
            **power,
        )
    else:
        supply = say("{typical} mA typically, {most} mA at most, of {supply} mA by USB; no fuse", **power)
    scans = ", ".join(say(_SCANS[key], ms=ms) for key, ms in figures["scan_ms"].items())
    low, high = (_decimal(hz / 1e6, say) for hz in (figures["spi_hz"], figures["spi_most_hz"]))
    return [
        ("zones", str(figures["zones"])),
        ("gpios", say("{count} used; free: {free}", count=len(figures["gpios_used"]), free=free)),
        ("supply", supply),
        (
            "three_v3",
            say("{most} mA at most, of {limit} mA", most=figures["three_v3_ma"], limit=figures["three_v3_most_ma"]),
        ),
        ("spi", say("{low} MHz, of {high} MHz that the cables allow", low=low, high=high)),
        *(("field", say(_FIELD, **_rounded(each, say))) for each in figures["fields"]),
        ("scan", scans),
        (
            "parts",
            say(
                N_("about {parts} EUR, and {deck} EUR for the deck with its tags")
                if figures["deck_eur"]
                else N_("about {parts} EUR"),
                parts=round(figures["parts_eur"]),
                deck=round(figures["deck_eur"]),
            ),
        ),
    ]


def _rounded(field: Fact, say: Texts) -> Fact:
    """Return the words of a loop's line."""
    (low, high), (worst, best) = field["given_ma"], (_decimal(each, say) for each in field["margin"])
    return {**field, "needs": field["needs_ma"], "low": low, "high": high, "worst": worst, "best": best}


def _decimal(value: float, say: Texts) -> str:
    return say.number(f"{value:.2f}")


def _console(**options: Any) -> Any:
    """Return the console; off a terminal lines are not wrapped."""
    return console() if sys.stdout.isatty() else console(width=1000)
