"""`tierce export`: writes games of the store as logs, tables for a spreadsheet, or score sheets."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tierce_tools.base.plain import as_json
from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.base.whole import write_whole
from tierce_tools.cli.bars import bar
from tierce_tools.cli.games import Games, Players, Since, chosen
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, StoreAt, argument, flag, option
from tierce_tools.cli.streams import print_json
from tierce_tools.logs.words import line_of, names, os_error_text
from tierce_tools.rules.clauses import HOW

_ONE_LOG = N_("standard output and a file take one log each; for {games} games name a folder with --out")
_NO_FILES = N_("{path}: a file is in the way; name a folder with --out")
_NO_FOLDER = N_("{folder}: there is no such folder; make it, or name another with --out")

if TYPE_CHECKING:
    from tierce_tools.logs.scores import Scores, Terms
    from tierce_tools.logs.store import MatchRow, Record, Store


class Form(StrEnum):
    """The output formats."""

    log = "log"
    csv = "csv"
    html = "html"
    pdf = "pdf"


class Rows(StrEnum):
    """What one row of a table stands for."""

    rounds = "rounds"
    turns = "turns"


_SUFFIXES = {
    ".jsonl": Form.log,
    ".json": Form.log,
    ".log": Form.log,
    ".csv": Form.csv,
    ".html": Form.html,
    ".htm": Form.html,
    ".pdf": Form.pdf,
}
_ENDINGS = {Form.log: ".jsonl", Form.csv: ".csv", Form.html: ".html", Form.pdf: ".pdf"}


def export(
    ids: Annotated[
        list[int] | None, argument("NUMBER", N_("Games, as tierce logs numbers them."), min=1, max=2**31 - 1)
    ] = None,
    every: Annotated[bool, flag("--all", N_("All games in the store."))] = False,
    to: Annotated[
        Form | None,
        typer.Option(
            "--to",
            help=N_(
                "log: logs to replay; csv: tables for a spreadsheet; html and pdf: score sheets. "
                "By default the ending of --out's name decides; else log."
            ),
        ),
    ] = None,
    out: Annotated[
        str | None,
        option(
            "FILE|FOLDER",
            N_(
                "One file for all games, or a folder with a file for each; - is standard output. "
                "By default the current folder."
            ),
            "--out",
        ),
    ] = None,
    table: Annotated[
        Rows | None,
        typer.Option(
            "--table",
            help=N_(
                "With --to csv: a row for each round and seat, or a row for each turn. In a folder "
                "the default is both, else rounds."
            ),
        ),
    ] = None,
    force: Annotated[bool, flag("--force", N_("Overwrite files."))] = False,
    store: StoreAt = "auto",
    game: Games = None,
    player: Players = None,
    since: Since = None,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Write games to files: logs, tables, score sheets."""
    from tierce_tools.logs.store import Store

    narrowed = every or bool(game or player or since)
    if not ids and not narrowed:
        raise Trouble(
            "export.which", "which games? name their numbers, as in tierce export 3, or --all; tierce logs lists them"
        )
    if ids and narrowed:
        raise Trouble(
            "export.both", "numbers and --all, --game, --player or --since do not go together; give one or the other"
        )
    form = to or _form_of(out)
    if table and form is not Form.csv:
        raise Trouble("export.no_table", "--table is for --to csv")
    if out == "-" and form is Form.pdf:
        raise Trouble("export.binary", "a PDF does not go to standard output; name a file with --out")
    with Store.open(store, make=False) as opened:
        matches = chosen(opened, game, player, since, ids)
        if not matches:
            raise Trouble(
                "export.none", "no game in the store matches; tierce logs lists them, tierce pull fetches more"
            )
        writer = _Writer(opened, matches, form, table, lang)
        if out == "-":
            writer.print()
            return
        written = writer.write(out, force)
    for path, part in written:
        if as_json:
            facts = {"file": str(path), "to": form.value, "games": [match.id for match in part]}
            print_json(facts)
        else:
            print(line_of(path))


def _form_of(out: str | None) -> Form:
    """Return the format that a file name implies."""
    if out is None or out == "-" or _is_folder(out):
        return Form.log
    suffix = Path(out).suffix.lower()
    if suffix and suffix not in _SUFFIXES:
        raise Trouble(
            "export.unknown_form", "{name}: there is no such format; say --to log, csv, html or pdf", name=out
        )
    return _SUFFIXES.get(suffix, Form.log)


def _is_folder(out: str) -> bool:
    with suppress(OSError, ValueError):  # not a valid file name; reported later
        return out.endswith(("/", os.sep)) or Path(out).is_dir()
    return False


class _Writer:
    """Writes games in one format. All contents are built before the first file is written."""

    def __init__(self, store: "Store", matches: "list[MatchRow]", form: Form, rows: Rows | None, lang: str) -> None:
        self.store = store
        self.matches = matches
        self.form = form
        self.rows = rows
        self.lang = lang

    def print(self) -> None:
        """Print to standard output. Raises Trouble."""
        if self.form is Form.log and len(self.matches) > 1:
            raise Trouble("export.one_log", _ONE_LOG, games=len(self.matches))
        text = self._made(self.matches, self.rows or Rows.rounds).decode()
        if self.form is Form.csv:
            # Spreadsheets need the byte-order mark in files; pipes do not. Windows turns each
            # newline into a line end.
            text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        sys.stdout.write(text)
        sys.stdout.flush()

    def write(self, out: str | None, force: bool) -> "list[tuple[Path, list[MatchRow]]]":
        """Write files; return them, each with its games. Raises Trouble."""
        targets = list(self._targets(out))
        for path, _, _ in targets:
            check_free(path, force)
        say = texts(self.lang)
        with bar(say("Writing"), sum(len(part) for _, part, _ in targets)) as advance:
            for path, part, rows in targets:
                put(path, self._made(part, rows, advance), self.lang)
        return [(path, part) for path, part, _ in targets]

    def _targets(self, out: str | None) -> "Iterator[tuple[Path, list[MatchRow], Rows]]":
        """Yield the files to write: path, games, kind of rows."""
        several = len(self.matches) > 1
        path = Path(out or ".").expanduser()
        try:
            folder = out is None or _is_folder(out) or _is_folder(str(path))
            # Several games, and a new name without extension such as "tables": a folder.
            folder = folder or (several and not (path.suffix or path.exists()))
            if not folder and self.form is Form.log and several:
                if path.exists():
                    raise Trouble("export.no_files", _NO_FILES, path=path)
                raise Trouble("export.one_log", _ONE_LOG, games=len(self.matches))
            if not folder:
                if not path.parent.is_dir():
                    raise Trouble("export.no_folder", _NO_FOLDER, folder=path.parent)
                yield path, self.matches, self.rows or Rows.rounds
                return
            if not path.is_dir():
                if path.exists():
                    raise Trouble("export.no_files", _NO_FILES, path=path)
                if not path.parent.is_dir():
                    raise Trouble("export.no_folder", _NO_FOLDER, folder=path.parent)
                path.mkdir(exist_ok=True)
        except (OSError, ValueError) as error:
            raise _unwritable(path, error, self.lang) from None
        ending = _ENDINGS[self.form]
        if self.form is Form.csv:
            name = "tierce-games" if several else _name(self.matches[0])
            for rows in [self.rows] if self.rows else list(Rows):
                yield path / f"{name}-{rows}{ending}", self.matches, rows
            return
        for match in self.matches:
            yield path / (_name(match) + ending), [match], Rows.rounds

    def _made(self, part: "list[MatchRow]", rows: Rows, advance: Callable[[int], None] | None = None) -> bytes:
        """Return the contents of a file; `advance` is called after each game."""

        def outcomes(match: "MatchRow") -> "list[Record]":
            told = list(self.store.outcomes(match.id))
            if advance:
                advance(1)
            return told

        if self.form is Form.log:
            lines = map(as_json, self.store.log(part[0].id))
            text = "".join(f"{line}\n" for line in lines)
            if advance:
                advance(1)
            return text.encode()
        if self.form is Form.csv:
            from tierce_tools.logs.spreadsheet import table

            told = ((match, outcomes(match)) for match in part)
            # As spreadsheets expect: where the comma is the decimal sign, it separates no columns.
            delimiter = texts(self.lang).pgettext("CSV", ",")
            return table(rows.value, told, delimiter).encode("utf-8-sig", "replace")
        from tierce_tools.logs.scores import scores

        terms = terms_of(self.lang)
        sheets: list[Scores] = [scores(match, outcomes(match), terms) for match in part]
        if self.form is Form.html:
            from tierce_tools.logs.scores_html import page

            return page(sheets, terms).encode("utf-8", "replace")
        from tierce_tools.logs.scores_pdf import document

        return document(sheets, terms)


def check_free(path: Path, force: bool) -> None:
    """Raise Trouble if a file is there, and may not be overwritten."""
    with suppress(OSError, ValueError):
        if not force and (path.is_file() or path.is_dir()):
            raise Trouble(
                "export.exists", "{path}: is there already; --force overwrites it, --out names another place", path=path
            )


def put(path: Path, data: bytes, lang: str) -> None:
    """Write a file. Raises Trouble."""
    try:
        write_whole(path, data)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error, lang) from None


def _unwritable(path: Path, error: OSError | ValueError, lang: str) -> Trouble:
    reason = os_error_text(error, lang) if isinstance(error, OSError) else str(error)
    text = N_("{path}: cannot be written: {reason}; make room, or name another place with --out")
    return Trouble("export.unwritable", text, path=path, reason=reason)


def terms_of(lang: str) -> "Terms":
    """Return the words of score sheets."""
    from tierce_tools.logs.scores import Terms

    known = names(lang)
    return Terms(
        texts(lang),
        {how: texts(lang)(HOW[how]) for how in HOW},
        {name: known.GAMES[name] for name in known.GAMES},
        {name: known.OPTIONS[name] for name in known.OPTIONS},
    )


def _name(match: "MatchRow") -> str:
    """Return the file name of a game, without extension: "tierce-3-gin-2026-11-21"."""
    from tierce_tools.logs.scores import moment

    game = "".join(letter for letter in match.game if letter.isascii() and letter.isalnum())
    day = "" if match.began is None else f"-{moment(match.began):%Y-%m-%d}"
    return f"tierce-{match.id}-{game}{day}"
