"""Statistics as one self-contained page of HTML: it fetches nothing."""

import re
from collections.abc import Iterator
from html import escape

from tierce_tools.base.markup import markup
from tierce_tools.base.sheet import Sheet
from tierce_tools.logs.plots import Plot, svg
from tierce_tools.logs.sheets import Terms, headline, sheets
from tierce_tools.logs.statistics import Facts

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 16px/1.45 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: #1a1a1a;
  background: #fff; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; border-bottom: 2px solid #0072b2; margin: 2.2rem 0 .3rem; }
nav a { margin-right: 1rem; }
p { margin: .3rem 0; }
.note { color: #4d4d4d; font-size: .85rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
caption { text-align: left; white-space: nowrap; font-weight: 600; padding: .9rem 0 .25rem; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: right; }
th { vertical-align: bottom; font-weight: 600; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; min-width: 6rem;
  max-width: 18rem; padding-left: 0; }
tbody th { font-weight: 400; }
figure { margin: 1rem 0; }
figure svg { width: 100%; height: auto; max-width: 46rem; display: block; }
footer { margin-top: 2rem; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  section, table, figure { break-inside: avoid; }
  .game { break-inside: auto; }
  h2 { break-after: avoid; }
  .wide { overflow: visible; }
}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(games: list[tuple[str, Facts, list[Plot]]], total: Facts, terms: Terms) -> str:
    """Return the report: the sum over all games if there are several, then each game.

    `games` are (name, facts, plots) in the order of the page. Names are escaped.
    """
    return "\n".join(_page(games, total, terms)) + "\n"


def _page(games: list[tuple[str, Facts, list[Plot]]], total: Facts, terms: Terms) -> Iterator[str]:
    title = escape(terms.say("Tierce: statistics"))
    yield "<!DOCTYPE html>"
    yield f'<html lang="{terms.say.language}">'
    yield '<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield f"<h1>{title}</h1>"
    if not games:
        none = markup(terms.say("No matches yet."))
        yield f"<p>{none}</p>"
    if len(games) > 1:
        yield "<nav>"
        for game, _, _ in games:
            yield f'<a href="#{game}">{markup(terms.games[game])}</a>'
        yield "</nav>"
        yield from _section("all", terms.say("All games"), total, [], terms, False)
    for game, facts, drawn in games:
        yield from _section(game, terms.games[game], facts, drawn, terms, True)
    made = markup(terms.say("Made by tierce stats."))
    yield f'<footer class="note">{made}</footer>'
    yield "</body>\n</html>"


def _section(key: str, title: str, facts: Facts, drawn: list[Plot], terms: Terms, one_game: bool) -> Iterator[str]:
    yield f'<section class="game" id="{key}">'
    yield f"<h2>{markup(title)}</h2>"
    yield f"<p>{markup(headline(facts, terms))}</p>"
    shown = {plot.key: plot for plot in drawn}
    if "totals" in shown:
        yield _drawing(shown.pop("totals"), key)
    for sheet in sheets(facts, terms, one_game):
        yield from _table(sheet)
        if sheet.key in shown:
            yield _drawing(shown.pop(sheet.key), key)
    yield "</section>"


def _table(sheet: Sheet) -> Iterator[str]:
    yield '<section>\n<div class="wide"><table>'
    yield f"<caption>{markup(sheet.title)}</caption>"
    head = "".join(f'<th scope="col">{markup(each)}</th>' for each in sheet.head)
    yield f"<thead><tr>{head}</tr></thead>\n<tbody>"
    for first, *rest in sheet.rows:
        cells = "".join(f"<td>{markup(each)}</td>" for each in rest)
        yield f'<tr><th scope="row">{markup(first)}</th>{cells}</tr>'
    yield "</tbody></table></div>"
    for note in sheet.notes:
        yield f'<p class="note">{markup(note)}</p>'
    yield "</section>"


def _drawing(plot: Plot, game: str) -> str:
    """Return a plot for embedding in the page: without XML declaration, with ids of its own."""
    text = svg(plot, game)
    text = text[text.index("<svg") :]
    own = f"{game}-{plot.key}-"
    text = re.sub(r'\bid="', f'id="{own}', text)
    text = re.sub(r'(href="|url\()#', rf"\1#{own}", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    label = escape(plot.title, quote=True)
    text = text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    return f"<figure>{text.strip()}</figure>"
