"""`tierce league export`: standings and score sheets as a page, a PDF, or for a spreadsheet."""

import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.export import check_free, put, terms_of
from tierce_tools.cli.language import Lang
from tierce_tools.cli.league_views import Name, Season, ratings_of
from tierce_tools.cli.options import AsJson, StoreAt, flag, option
from tierce_tools.cli.streams import print_json
from tierce_tools.logs.words import line_of, names

if TYPE_CHECKING:
    from tierce_tools.league.season import League
    from tierce_tools.logs.store import Store


class Form(StrEnum):
    """The output formats."""

    html = "html"
    pdf = "pdf"
    csv = "csv"


class What(StrEnum):
    """What is written."""

    standings = "standings"
    sheets = "sheets"
    seating = "seating"


def export(
    name: Name,
    what: Annotated[
        What,
        typer.Option(
            help=N_(
                "standings: these and all rounds; sheets: a score sheet for each table of a round, to "
                "fill in where it has no result; seating: where each sits in a round, by name."
            )
        ),
    ] = What.standings,
    to: Annotated[
        Form | None, typer.Option("--to", help=N_("By default the ending of --out's name decides; else html."))
    ] = None,
    out: Annotated[
        str | None,
        option("FILE", N_("The file; - is standard output. By default a file in the current folder."), "--out"),
    ] = None,
    of_round: Annotated[
        int | None, option("N", N_("The round of sheets and seating; by default the last one."), "--round", min=1)
    ] = None,
    force: Annotated[bool, flag("--force", N_("Overwrite files."))] = False,
    season: Season = None,
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Write standings and score sheets to files."""
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    form = to or _form_of(out)
    if out == "-" and form is Form.pdf:
        raise Trouble("export.binary", "a PDF does not go to standard output; name a file with --out")
    with Store.open(store, make=False) as opened:
        known = Leagues(opened).league(name, season)
        if out is None:
            plain = "".join(each if each.isalnum() else "-" for each in known.name.lower())
            out = f"tierce-{plain}-{known.number}-{what}.{form}"
        path = Path(out).expanduser()
        if out != "-":
            check_free(path, force)
        data = _made(opened, known, what, form, of_round, lang)
    if out == "-":
        sys.stdout.write(data.decode().removeprefix("\ufeff").replace("\r\n", "\n"))
        sys.stdout.flush()
        return
    put(path, data, lang)
    if as_json:
        print_json({"file": str(path), "to": form.value, "what": what.value})
    else:
        print(line_of(path))


def _form_of(out: str | None) -> Form:
    suffix = Path(out or "").suffix.lower().removeprefix(".").replace("htm", "html", 1)
    suffix = "html" if suffix.startswith("html") else suffix
    if not suffix or out == "-":
        return Form.html
    if suffix not in list(Form):
        raise Trouble("league.unknown_form", "{name}: there is no such format; say --to html, pdf or csv", name=out)
    return Form(suffix)


def _made(store: "Store", known: "League", what: What, form: Form, of_round: int | None, lang: str) -> bytes:
    """Return the contents of the file."""
    from tierce_tools.league import sheets

    say = texts(lang)
    delimiter = say.pgettext("CSV", ",")
    if what is What.sheets:
        one = known.round(of_round)
        if form is Form.csv:
            return sheets.rounds_csv(known, delimiter).encode("utf-8-sig", "replace")
        from tierce_tools.logs.scores import scores

        terms = terms_of(lang)
        found = [
            sheets.form(known, one, table, say)
            if table.match is None
            else scores(store.matches(ids=[table.match])[0], store.outcomes(table.match), terms)
            for table in one.tables
        ]
        if form is Form.html:
            from tierce_tools.logs.scores_html import page

            return page(found, terms).encode("utf-8", "replace")
        from tierce_tools.logs.scores_pdf import document

        return document(found, terms)
    title = sheets.title(known, say)
    facts = sheets.facts(known, names(lang).GAMES, say, time.time())
    if what is What.seating:
        seats = sheets.seating(known, known.round(of_round), say)
        if form is Form.csv:
            return sheets.seating_csv(known, seats, delimiter).encode("utf-8-sig", "replace")
        every, facts = [seats], facts[:2]
    else:
        ratings = ratings_of(known, lang)
        if form is Form.csv:
            return sheets.standings_csv(known, ratings, delimiter).encode("utf-8-sig", "replace")
        every = sheets.sheets(known, ratings, say)
    if form is Form.html:
        from tierce_tools.league.page import page

        return page(title, facts, every, say).encode("utf-8", "replace")
    from tierce_tools.league.paper import document

    return document(title, facts, every)
