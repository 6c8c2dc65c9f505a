"""Table descriptions: a board's config.json, with an entry `build` that says how it is built.

The board accepts any object as `build`; its rows and its check are here. All host code reads
descriptions through this module.
"""

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from tierce_tools.base import paths
from tierce_tools.base.jsontext import loads
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.description import felt, reach
from tierce_tools.description.boards import BOARDS, BY_KEY, BoardKind
from tierce_tools.description.reach import Report

Size = tuple[int, int]  # width, height in mm
Error = tuple[Any, ...]  # where, a key of the board's ERRORS, details

LONGEST = 1 << 20  # bytes of a description; a complete one has about 4000
# Characters that XML, UTF-8 or a line of text cannot contain: controls, surrogates and Unicode's
# noncharacters. Names of tables and players come from outside.
_NO_LETTER = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

EDGE = 10  # mm between a zone's edge and its loop, where `antenna` is not given

# The entry `build`, as rows of app/schema.py: name, kind, limits, default.
BUILD: Sequence[tuple[str, str, list[Any] | None, Any]] = (
    ("board", "word", [board.key for board in BOARDS], BOARDS[0].key),
    ("on", "word", ["breadboard", "carrier"], "breadboard"),
    ("felt", "ints", [2, 100, 3000], None),
    ("supply_ma", "int", [100, 20000], 3000),
    ("cable_mm", "int", [10, 5000], 300),
    ("buffers", "bool", None, False),
    ("tag", "ints", [2, 5, 80], [18, 18]),
    ("tuned_khz", "int", [13000, 20000], 16000),
    ("card", "ints", [2, 30, 150], [63, 88]),
    ("pitch", "int", [5, 60], 18),
    ("measured", "texts", [0, 8, 1, 100], []),
)


@dataclass(frozen=True)
class Build:
    """How a table is built. Lengths are in mm."""

    board: str  # a key of boards.BY_KEY
    on: str  # "breadboard" or "carrier"
    felt: Size
    supply_ma: int  # most current of the 5 V supply
    cable_mm: int  # longest cable to a reader
    buffers: bool  # each reader's MISO goes through a 74xx125 gate that its NSS enables; always if there are several
    tag: Size  # size of a tag's antenna
    tuned_khz: int  # resonance of a tag alone
    card: Size
    pitch: int  # from card to card in a fan
    measured: tuple[str, ...] = ()  # reports of tierce doctor --reach: see description/reach


@dataclass(frozen=True)
class Description:
    """A table whose description has no errors.

    `config` is a config.json with all defaults filled in; all zones have `at` and `antenna`.
    """

    name: str
    config: dict[str, Any]
    build: Build
    folder: Path = Path()  # of its file

    @cached_property
    def measured(self) -> tuple[Report, ...]:
        """The reports that it names. Raises Trouble."""
        return tuple(_report(name, self.folder, self.config["language"]) for name in self.build.measured)

    @property
    def board(self) -> BoardKind:
        """The board that plays at it."""
        return BY_KEY[self.build.board]

    @property
    def zones(self) -> list[dict[str, Any]]:
        """The zones, in the order of the description."""
        return self.config["zones"]


def names() -> list[str]:
    """Return the names of the shipped tables, the smallest first."""
    found = [path.stem for path in paths.tables().glob("*.json")]
    return sorted(found, key=lambda name: (_count(name), name))


def _count(name: str) -> int:
    return len(json.loads(shipped(name).read_text("utf-8"))["zones"])


def shipped(name: str) -> Path:
    """Return the file of a shipped table."""
    return paths.tables() / f"{name}.json"


def load(name_or_path: str, language: str) -> Description:
    """Return a table by its name, or from a file. Raises Trouble if it has errors."""
    _, given = read(name_or_path, language)
    path = where(name_or_path)
    return from_config(given, path.stem, path.parent)


def where(name_or_path: str) -> Path:
    """Return the file of a table or path; the name of a table has priority."""
    known = names()
    if name_or_path in known:
        return shipped(name_or_path)
    path = Path(name_or_path)
    with suppress(OSError, ValueError, RuntimeError):  # reading the file reports the error
        path = path.expanduser()
        # It looks like a table's name, so list the names that exist.
        if name_or_path.isidentifier() and not path.exists():
            raise Trouble(
                "hardware.no_table",
                "there is no table {table} and no such file; the tables are {tables}, or name a file, such as "
                "./config.json",
                table=name_or_path,
                tables=tuple(known),
            )
    return path


def read(name_or_path: str, language: str) -> tuple[bytes, dict[str, Any]]:
    """Return a description without errors, as bytes and parsed. Raises Trouble."""
    path = where(name_or_path)
    data, given = parsed(path)
    wrong = errors(given)
    if wrong:
        raise refused(path, wrong, language)
    return data, given


def parsed(path: Path) -> tuple[bytes, Any]:
    """Return the content of a JSON file, as bytes and parsed. Raises Trouble if it is not JSON."""
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: not a valid file name
        raise Trouble(
            "hardware.unreadable",
            "{path} cannot be read: {error}; what is wanted is a table's description, a config.json",
            path=path,
            error=error,
        ) from None
    return data, value_of(data, path)


def refused(path: Path | str, wrong: Iterable[Error], language: str) -> Trouble:
    """Return that a description has errors."""
    said = "; ".join(say(wrong, language))
    return Trouble("hardware.wrong", "{path}: {errors}", path=path, errors=said)


def value_of(data: bytes, path: Path | str) -> Any:
    """Return the value of a JSON file's content; `path` names it in errors. Raises Trouble."""
    if len(data) > LONGEST:
        text = N_("{path} is longer than {bytes} bytes: no table's description is")
        raise Trouble("hardware.too_long", text, path=path, bytes=LONGEST)
    try:
        return loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=float)
    except _Twice as error:
        raise Trouble(
            "hardware.key_twice", "{path}: {error} is there twice in one object: take one away", path=path, error=error
        ) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Trouble(
            "hardware.no_utf8", "{path}: not UTF-8: look at line {line}; save the file as UTF-8", path=path, line=line
        ) from None
    except ValueError as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise Trouble(
            "hardware.no_json",
            "{path}: not JSON: look at line {line}, column {column}",
            path=path,
            line=line,
            column=column,
        ) from None


def _report(name: str, folder: Path, language: str) -> Report:
    """Return a report of hardware/measured by its name, or of a file beside a description. Raises Trouble."""
    own = name.endswith(".json")
    path = folder / name if own else paths.measured() / f"{name}.json"
    if not path.is_file():
        raise Trouble(
            "hardware.no_report",
            "build.measured: there is no report {path}: name a file beside the description, as reach.json, or one of "
            "hardware/measured without its .json",
            path=path,
        )
    _, given = parsed(path)
    wrong = reach.errors(given)
    if wrong:
        raise refused(path, wrong, language)
    found = reach.report(given, path.stem)
    if found.modelled:
        raise Trouble(
            "hardware.only_modelled",
            "{path} is of a modelled table, so nothing was measured: name a report of a real one in build.measured",
            path=path,
        )
    return found


class _Twice(Exception):
    """A key occurs twice in one object; only one of the two would count."""


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found


def errors(given: Any) -> list[Error]:
    """Return all errors of a description, as parsed from JSON; `say` has the sentences."""
    config: Any = paths.board_module("app.config")
    found: list[Error] = config.check(given)
    if isinstance(given, dict) and "build" in given:
        build: Any = cast("dict[str, Any]", given)["build"]
        if isinstance(build, dict):  # otherwise already reported
            found += _build_check(build).errors
    return found[: config.MOST_ERRORS]


def say(wrong: Iterable[Error], language: str) -> list[str]:
    """Return a line for each error: where, what, and the allowed values."""
    config: Any = paths.board_module("app.config")
    return config.say(list(wrong), language)


def sentence(error: Error, language: str) -> str:
    """Return the sentence of an error, without its place."""
    words: Any = paths.board_module("app.errors")
    return words.sentence(error, language)


def from_config(config: dict[str, Any], name: str = "table", folder: Path = Path()) -> Description:
    """Return the table of a config.json that has no errors; `folder` is the file's."""
    whole: dict[str, Any] = dict(paths.board_module("app.config").complete(config))
    whole = felt.complete(whole)
    whole["players"] = [_NO_LETTER.sub("_", player) for player in whole["players"]]
    whole["zones"] = [{**zone, "antenna": zone.get("antenna") or _antenna(zone["at"])} for zone in whole["zones"]]
    build: dict[str, Any] = dict(_build_check(whole.get("build") or {}).config)
    build.setdefault("felt", felt.size(whole))
    # Several readers share MISO, and cheap ones don't release it (github.com/miguelbalboa/rfid, issues 263 and 290).
    build["buffers"] = build["buffers"] or build["on"] == "carrier" or len(whole["zones"]) > 1
    whole["build"] = build
    for key in ("felt", "tag", "card", "measured"):
        build = {**build, key: tuple(build[key])}
    return Description(_NO_LETTER.sub("_", name), whole, Build(**build), folder)


def _antenna(at: Sequence[int]) -> list[int]:
    """Return the default loop of a zone, as width and height: the zone without its edge."""
    return [max(1, min(999, side - 2 * EDGE)) for side in at[2:]]


def _build_check(build: Any) -> Any:
    """Return the board's own check, run over the rows of `build` only."""
    check: Any = paths.board_module("app.config")._Check

    class BuildCheck(check):
        def __init__(self) -> None:
            self.errors: list[Error] = []
            self.by = "pins"
            self.config: Any = self.object("build", build, BUILD)

    return BuildCheck()
