"""Score sheets as one self-contained page of HTML: it fetches nothing.

In print, each match begins a new page and the head of its table repeats on each page.
"""

from collections.abc import Iterator, Sequence
from html import escape

from tierce_tools.base.markup import markup
from tierce_tools.logs.scores import Scores, Terms

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 16px/1.4 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: #1a1a1a;
  background: #fff; max-width: 60rem; margin: 0 auto; padding: 1rem; }
article + article { margin-top: 3rem; }
h1 { font-size: 1.6rem; margin: 0 0 .4rem; border-bottom: 2px solid #0072b2; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 0 1rem; }
dt { color: #4d4d4d; }
dd { margin: 0; overflow-wrap: anywhere; }
.result { font-size: 1.15rem; font-weight: 600; margin: .8rem 0 .3rem; overflow-wrap: anywhere; }
.note { color: #4d4d4d; font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #ddd; text-align: right; }
thead th { border-bottom: 2px solid #1a1a1a; vertical-align: bottom; overflow-wrap: anywhere;
  min-width: 4.5rem; max-width: 12rem; }
thead th:first-child, thead .how { min-width: 0; white-space: nowrap; }
tfoot th, tfoot td { border-top: 2px solid #1a1a1a; border-bottom: 0; font-weight: 700; }
.how { text-align: left; }
.won { font-weight: 700; }
.won::before { content: "\\2605\\00a0"; color: #b25000; }
.sum { display: block; color: #666; font-size: .75rem; font-weight: 400; }
ol { list-style: none; padding: 0; margin: .3rem 0; }
li { overflow-wrap: anywhere; }
.signed { display: grid; grid-template-columns: repeat(auto-fill, minmax(5cm, 1fr)); gap: 1.3cm .8cm;
  margin-top: 1.6cm; list-style: none; padding: 0; }
.signed li { border-top: 1px solid #1a1a1a; padding-top: .1cm; }
@page { size: A4; margin: 15mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  article + article { break-before: page; margin-top: 0; }
  th, td { padding: .12rem .4rem; }
  tr, li, .end, .signed { break-inside: avoid; }
  .wide { overflow: visible; }
  tfoot { display: table-row-group; }
}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(sheets: list[Scores], terms: Terms) -> str:
    """Return a page with the score sheets of some matches. Names are escaped."""
    return "\n".join(_page(sheets, terms)) + "\n"


def _page(sheets: list[Scores], terms: Terms) -> Iterator[str]:
    title = escape(terms.say("Score sheet"))
    if len(sheets) == 1:
        title = escape(terms.say("{name}: {value}", name=terms.say("Score sheet"), value=sheets[0].title))
    yield "<!DOCTYPE html>"
    yield f'<html lang="{terms.say.language}">'
    yield '<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>"
    for sheet in sheets:
        yield from _article(sheet, terms)
    yield "</main>\n</body>\n</html>"


def _article(sheet: Scores, terms: Terms) -> Iterator[str]:
    say = terms.say
    yield f"<article>\n<h1>{markup(sheet.title)}</h1>\n<dl>"
    for label, value in sheet.facts:
        yield f"<dt>{markup(label)}</dt><dd>{markup(value)}</dd>"
    yield "</dl>"
    for note in sheet.notes:
        yield f'<p class="note">{markup(note)}</p>'
    names = "".join(f'<th scope="col">{markup(name)}</th>' for name in sheet.players)
    yield '<div class="wide"><table>'
    number, how = markup(say("Round")), markup(say("Ended by"))
    yield (
        f'<thead><tr><th scope="col">{number}</th><th scope="col" class="how">{how}</th>{names}</tr></thead>\n<tbody>'
    )
    if sheet.carried is not None:
        yield _sums(say("Brought forward"), sheet.carried)
    for line in sheet.lines:
        cells = "".join(
            f'<td{_won(seat in line.winners)}>{line.cells[seat]}<span class="sum">{total}</span></td>'
            for seat, total in enumerate(line.totals)
        )
        yield (f'<tr><th scope="row">{line.number}</th><td class="how">{markup(line.how)}</td>{cells}</tr>')
    if sheet.columns is not None:
        yield _sums(say("Columns"), sheet.columns)
    if sheet.bonuses is not None:
        yield _sums(say("Final bonuses"), sheet.bonuses)
    total = markup(say("Total"))
    totals = "".join(f"<td>{each}</td>" for each in sheet.totals)
    yield (f'</tbody>\n<tfoot><tr><th scope="row" colspan="2">{total}</th>{totals}</tr></tfoot></table></div>')
    yield f'<div class="end"><p class="result">{markup(sheet.result)}</p>'
    if sheet.places:
        yield "<ol>"
        for place, name, total in sheet.places:
            line = say("{place}. {name}: {total}", place=place, name=name, total=total)
            yield f"<li>{markup(line)}</li>"
        yield "</ol>"
    yield "</div>"
    if sheet.lines:
        legend = markup(say("★ won the round. Small figures: the total so far."))
        yield f'<p class="note">{legend}</p>'
    yield '<ul class="signed">' + "".join(f"<li>{markup(name)}</li>" for name in sheet.players) + "</ul>"
    yield "</article>"


def _sums(label: str, points: Sequence[int | str]) -> str:
    """Return a row of points that come from no round of this sheet."""
    cells = "".join(f"<td>{each}</td>" for each in points)
    return f'<tr><th scope="row" colspan="2">{markup(label)}</th>{cells}</tr>'


def _won(won: bool) -> str:
    return ' class="won"' if won else ""
