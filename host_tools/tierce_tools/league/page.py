"""The sheets of a league as one self-contained page of HTML: it fetches nothing."""

from collections.abc import Iterator
from html import escape

from tierce_tools.base.markup import markup
from tierce_tools.base.texts import Texts
from tierce_tools.league.sheets import Sheet
from tierce_tools.logs.scores_html import POLICY, STYLE

_STYLE = (
    STYLE
    + """
h2 { font-size: 1.2rem; margin: 1.6rem 0 .3rem; break-after: avoid; }
td.text, th.text { text-align: left; overflow-wrap: anywhere; min-width: 7rem; }
thead th { min-width: 0; overflow-wrap: normal; }
th:not(.text), td:not(.text) { width: 1%; min-width: 4rem; }
td:not(.text) { white-space: nowrap; }
tr.first td { border-top: 1.5px solid #888; }
.home { margin: 0 0 .6rem; }
@media screen and (min-width: 1600px) { html { font-size: 150%; } body { font-size: 1rem; } }
"""
)


def page(title: str, facts: list[tuple[str, str]], sheets: list[Sheet], say: Texts, home: str = "") -> str:
    """Return the page. Names are escaped; `home` is the address of all tables, if there is one."""
    return "\n".join(_page(title, facts, sheets, say, home)) + "\n"


def _page(title: str, facts: list[tuple[str, str]], sheets: list[Sheet], say: Texts, home: str) -> Iterator[str]:
    yield f'<!DOCTYPE html>\n<html lang="{say.language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>"
    if home:
        label = say("All tables")
        yield f'<p class="home"><a href="{escape(home)}">{markup(label)}</a></p>'
    yield f"<h1>{markup(title)}</h1>\n<dl>"
    for label, value in facts:
        yield f"<dt>{markup(label)}</dt><dd>{markup(value)}</dd>"
    yield "</dl>"
    for sheet in sheets:
        yield f'<section>\n<h2>{markup(sheet.title)}</h2>\n<div class="wide"><table>'
        yield f"<thead>{_row(sheet.head, sheet, 'th')}</thead>\n<tbody>"
        for row in sheet.rows:
            yield _row(row, sheet, "td")
        yield "</tbody></table></div>"
        for note in sheet.notes:
            yield f'<p class="note">{markup(note)}</p>'
        yield "</section>"
    yield "</main>\n</body>\n</html>"


def _row(cells: list[str], sheet: Sheet, tag: str) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    told = ""
    for at, text in enumerate(cells):
        kind = ' class="text"' if at in sheet.text else ""
        told += f"<{tag}{scope}{kind}>{markup(text)}</{tag}>"
    # In a round, the line that names a table begins it.
    first = ' class="first"' if tag == "td" and "" in {row[0] for row in sheet.rows} and cells[0] else ""
    return f"<tr{first}>{told}</tr>"
