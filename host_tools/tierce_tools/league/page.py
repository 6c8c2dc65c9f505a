"""The sheets of a league as one self-contained page of HTML: it fetches nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from tierce_tools.base.markup import markup
from tierce_tools.base.sheet import Sheet
from tierce_tools.base.texts import Texts
from tierce_tools.logs.scores_html import POLICY, STYLE

_STYLE = (
    STYLE
    + """
h2 { font-size: 1.2rem; margin: 1.6rem 0 .3rem; break-after: avoid; }
td.text, th.text { text-align: left; overflow-wrap: anywhere; min-width: 7rem; }
thead th { min-width: 0; overflow-wrap: normal; }
th:not(.text), td:not(.text) { width: 1%; min-width: 4rem; }
td:not(.text) { white-space: nowrap; }
tbody:has(tr + tr) tr:first-child td { border-top: 1.5px solid #888; }
tbody { break-inside: avoid; }
.list { list-style: none; padding: 0; columns: 13rem; column-gap: 2rem; }
.list li { display: flex; justify-content: space-between; gap: 1rem; border-bottom: 1px solid #ddd;
  break-inside: avoid; }
#clock { position: sticky; top: 0; margin: 0 0 .6rem; background: #fff; font-size: 2.4rem; font-weight: 700;
  font-variant-numeric: tabular-nums; }
#clock:empty { display: none; }
.home { margin: 0 0 .6rem; }
@media print { .home { display: none; } }
@media screen { .wall body { max-width: none; } .wall .list { font-size: 1.3rem; } }
@media screen and (min-width: 1600px) { html { font-size: 150%; } body { font-size: 1rem; } }
"""
)


# On a wall the page is fetched again by a script of its own, which also counts the clock down.
WALL_POLICY = f"{POLICY}; script-src 'self'; connect-src 'self'"

Links = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Wall:
    """What a page on the wall has besides: the time, and when the round ends, unix seconds; 0: no clock."""

    script: str
    now: float
    ends: int


def page(
    title: str,
    facts: list[tuple[str, str]],
    sheets: list[Sheet],
    say: Texts,
    links: Links = (),
    wall: Wall | None = None,
) -> str:
    """Return the page. Names are escaped; `links` are labels and addresses of other pages."""
    return "\n".join(_page(title, facts, sheets, say, links, wall)) + "\n"


def _page(
    title: str, facts: list[tuple[str, str]], sheets: list[Sheet], say: Texts, links: Links, wall: Wall | None
) -> Iterator[str]:
    kind = ' class="wall"' if wall else ""
    yield f'<!DOCTYPE html>\n<html lang="{say.language}"{kind}>\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{WALL_POLICY if wall else POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>"
    if wall:
        yield f'<script type="module" src="{escape(wall.script)}"></script>'
    yield "</head>\n<body>\n<main>"
    if links:
        told = " · ".join(f'<a href="{escape(address)}">{markup(label)}</a>' for label, address in links)
        yield f'<p class="home">{told}</p>'
    yield f"<h1>{markup(title)}</h1>"
    if wall:
        over = markup(say("Time is up"))
        yield f'<p id="clock" role="timer" data-now="{wall.now:.0f}" data-ends="{wall.ends}" data-over="{over}"></p>'
    else:
        yield "<dl>"
        for label, value in facts:
            yield f"<dt>{markup(label)}</dt><dd>{markup(value)}</dd>"
        yield "</dl>"
    for sheet in sheets:
        yield f"<section>\n<h2>{markup(sheet.title)}</h2>"
        yield from _list(sheet) if sheet.is_list else _table(sheet)
        for note in sheet.notes:
            yield f'<p class="note">{markup(note)}</p>'
        yield "</section>"
    yield "</main>\n</body>\n</html>"


def _list(sheet: Sheet) -> Iterator[str]:
    yield '<ul class="list">'
    for name, value in sheet.rows:
        yield f"<li><span>{markup(name)}</span> <b>{markup(value)}</b></li>"
    yield "</ul>"


def _table(sheet: Sheet) -> Iterator[str]:
    yield f'<div class="wide"><table><thead>{_row(sheet.head, sheet, "th")}</thead>'
    for rows in sheet.groups():
        yield "<tbody>"
        for row in rows:
            yield _row(row, sheet, "td")
        yield "</tbody>"
    yield "</table></div>"


def _row(cells: list[str], sheet: Sheet, tag: str) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    told = ""
    for at, text in enumerate(cells):
        kind = ' class="text"' if at in sheet.text else ""
        told += f"<{tag}{scope}{kind}>{markup(text)}</{tag}>"
    return f"<tr>{told}</tr>"
