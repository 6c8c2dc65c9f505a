"""Statistics as plots: matplotlib figures as SVG and PNG, the same bytes for the same facts.

Needs no display. It adds our font to matplotlib's; the rest of the global state changes within
`style` only. The colours suit colour-blind readers (Okabe and Ito), and colour never carries
information alone.
"""

# matplotlib's types are incomplete.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

import io
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontEntry, fontManager
from matplotlib.ticker import FuncFormatter, MaxNLocator

from tierce_tools.base.paths import fonts
from tierce_tools.base.texts import N_
from tierce_tools.logs import tallies as of
from tierce_tools.logs.sheets import Terms
from tierce_tools.logs.statistics import Facts, Player, by_wins
from tierce_tools.logs.tallies import Tally

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)))
_GREY = "#4d4d4d"
_BAR = "#0072b2"
_PALE = "#9ecae1"
# With more names, clauses or letters in a name than these a plot becomes unreadable.
MOST_PLAYERS = 12
MOST_CLAUSES = 12
LONGEST_NAME = 16
# Under a name of its own: another DejaVu Sans may be installed.
_FONT = "Tierce DejaVu Sans"
for _file, _weight in (("DejaVuSans.ttf", 400), ("DejaVuSans-Bold.ttf", 700)):
    _path = str(fonts() / _file)
    fontManager.ttflist.append(FontEntry(_path, name=_FONT, weight=_weight, size="scalable"))
_STYLE: dict[Any, Any] = {
    "font.family": [_FONT],
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "text.parse_math": False,  # a name may contain $
    "axes.formatter.use_mathtext": False,
    "axes.unicode_minus": True,
    "svg.fonttype": "path",  # letters as paths, as the reader may not have the font
    "figure.dpi": 100,
}
_WIDTH = 7.2  # inches


@dataclass(frozen=True)
class Plot:
    """A figure, the name of its file without extension, and a text that describes it."""

    key: str
    title: str
    figure: Figure


def plots(facts: Facts, terms: Terms) -> Iterator[Plot]:
    """Yield the plots of one game; empty ones are left out."""
    makers: dict[str, tuple[Callable[[Facts, Terms], Figure | None], str]] = {
        "totals": (_totals, N_("Totals of the last matches")),
        "points": (_points, N_("Points per round")),
        "ends": (_ends, N_("How rounds end")),
        "first_lay": (_first_lay, N_("First lays: turn and value")),
        "refused": (_refused, N_("Refused clauses")),
        "pace": (_pace, N_("Seconds per turn")),
    }
    for key, (make, title) in makers.items():
        with style():
            figure = make(facts, terms)
        if figure:
            yield Plot(key, terms.say(title), figure)


def svg(plot: Plot, salt: str = "") -> str:
    """Return a plot as the text of an SVG file; `salt` keeps its ids distinct from other plots'."""
    text = io.StringIO()
    with style(salt):
        FigureCanvasSVG(plot.figure)
        plot.figure.savefig(text, format="svg", metadata={"Date": None, "Title": plot.title})
    return text.getvalue()


def png(plot: Plot) -> bytes:
    """Return a plot as a PNG file."""
    data = io.BytesIO()
    with style():
        FigureCanvasAgg(plot.figure)
        plot.figure.savefig(data, format="png", dpi=150, metadata={"Software": None})
    return data.getvalue()


@contextmanager
def style(salt: str = "") -> Generator[None, None, None]:
    """Draw as all our plots are drawn, during the block."""
    with rc_context({**_STYLE, "svg.hashsalt": "tierce" + salt}), warnings.catch_warnings():
        # Letters that the font lacks are drawn as boxes; matplotlib's warning is not needed.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        yield


def panels(rows: int = 1, columns: int = 1, height: float = 4.0) -> tuple[Figure, list[Axes]]:
    """Return a figure, `height` inches high, and its panels, row by row."""
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    return figure, [each for row in axes for each in row]


def _short(name: str, terms: Terms) -> str:
    name = terms.name(name)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _numbers(axes: Axes, terms: Terms, which: str = "xy", whole: str = "xy") -> None:
    """Format the numbers on the axes for the language; axes in `whole` have integers only."""

    def said(value: float, _: int | None) -> str:
        digits = 0 if value == int(value) else 1
        return terms.number(value, digits)

    for letter in which:
        axis = axes.xaxis if letter == "x" else axes.yaxis
        if letter in whole:
            axis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axis.set_major_formatter(FuncFormatter(said))


def _totals(facts: Facts, terms: Terms) -> Figure | None:
    """Draw the totals of the last matches, round by round."""
    courses = [course for course in facts.courses if len(course.totals) > 1]
    if not courses:
        return None
    columns = min(2, len(courses))
    rows = (len(courses) + 1) // 2
    figure, every = panels(rows, columns, 0.9 + 3.0 * rows)
    for axes, course in zip(every, courses, strict=False):
        rounds = range(course.first, course.first + len(course.totals))
        # With few points, a marker at each; with many, a line style per player.
        few = len(course.totals) <= 30
        for seat, name in enumerate(course.players):
            totals = [each[seat] for each in course.totals]
            axes.plot(
                rounds,
                totals,
                label=_short(name, terms),
                color=COLOURS[seat],
                marker=MARKERS[seat],
                markersize=5 if few else 0,
                linestyle=LINES[seat],
            )
        axes.set_xlabel(terms.say("round"))
        axes.set_ylabel(terms.say("total"))
        axes.legend(fontsize=8, frameon=True, framealpha=0.8, edgecolor="none", loc="best")
        _numbers(axes, terms)
    for axes in every[len(courses) :]:
        axes.set_visible(False)
    figure.suptitle(terms.say("Totals of the last matches"))
    return figure


def _busiest(facts: Facts, tally: Callable[[Player], Tally]) -> list[tuple[str, Tally]]:
    """Return the players with the most values; the best comes last, so that it is drawn on top."""
    players = [(name, tally(player)) for name, player in by_wins(facts)]
    players = [each for each in players if each[1]]
    most = sorted(players, key=lambda each: -each[1].total())[:MOST_PLAYERS]
    return [each for each in players if each in most][::-1]


def _boxes(
    players: list[tuple[str, Tally]], terms: Terms, scale: int, ends: tuple[int, int], means: bool, *said: str
) -> tuple[Figure, Axes]:
    """Draw a box plot, one box per player: quartiles, and whiskers at the percentiles `ends`.

    `said`: the title, what is counted, and what box, line and ends are.
    """
    figure, (axes,) = panels(height=1.5 + 0.5 * len(players))
    boxes: list[dict[str, object]] = []
    for name, tally in players:

        def at(per_cent: int, tally: Tally = tally) -> float:
            return (of.percentile(tally, per_cent) or 0) / scale

        boxes.append(
            {
                "label": _short(name, terms),
                "med": (of.median(tally) or 0) / scale,
                "mean": (of.mean(tally) or 0) / scale,
                "q1": at(25),
                "q3": at(75),
                "whislo": at(ends[0]) if ends[0] else min(tally) / scale,
                "whishi": at(ends[1]) if ends[1] < 100 else max(tally) / scale,
                "fliers": [],
            }
        )
    axes.bxp(
        boxes,
        orientation="horizontal",
        showfliers=False,
        showmeans=means,
        patch_artist=True,
        widths=0.55,
        boxprops={"facecolor": _PALE, "edgecolor": _GREY},
        medianprops={"color": "black", "linewidth": 2},
        whiskerprops={"color": _GREY},
        capprops={"color": _GREY},
        meanprops={"marker": "D", "markerfacecolor": "white", "markeredgecolor": "black", "markersize": 5},
    )
    axes.grid(axis="y", visible=False)
    axes.set_title(said[0])
    axes.set_xlabel("{}\n({})".format(*said[1:]), fontsize=8.5)
    return figure, axes


def _points(facts: Facts, terms: Terms) -> Figure | None:
    players = _busiest(facts, lambda player: player.points)
    if not players:
        return None
    about = terms.say("box: half of the rounds; line: median; lozenge: mean; ends: least and most")
    said = terms.say("Points per round"), terms.say("points in a round"), about
    figure, axes = _boxes(players, terms, 1, (0, 100), True, *said)
    _numbers(axes, terms, "x")
    return figure


def _pace(facts: Facts, terms: Terms) -> Figure | None:
    players = _busiest(facts, lambda player: player.turn_tenths)
    if not players:
        return None
    about = terms.say("box: half of the turns; line: median; ends: 10 % and 90 % of the turns")
    figure, axes = _boxes(
        players, terms, 10, (10, 90), False, terms.say("Seconds per turn"), terms.say("seconds"), about
    )
    axes.set_xlim(left=0)
    _numbers(axes, terms, "x", whole="")
    return figure


def _bars(named: list[tuple[str, int]], whole: int | None, terms: Terms) -> tuple[Figure, Axes]:
    """Draw one bar per name, the longest on top, with its number at its end."""
    figure, (axes,) = panels(height=1.3 + 0.36 * len(named))
    names = [name for name, _ in named]
    axes.barh(range(len(named)), [times for _, times in named], color=_BAR, height=0.62)
    axes.set_yticks(range(len(named)), names)
    axes.invert_yaxis()
    for place, (_, times) in enumerate(named):
        text = terms.number(times)
        if whole:
            text += f"  ({terms.per_cent(times, whole)})"
        axes.annotate(text, (times, place), xytext=(4, 0), textcoords="offset points", va="center")
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.2 if whole else 0.1)
    _numbers(axes, terms, "x")
    return figure, axes


def _ends(facts: Facts, terms: Terms) -> Figure | None:
    if not facts.ends:
        return None
    named = [(terms.how[how], facts.ends[how]) for how in _most_first(facts.ends)]
    figure, axes = _bars(named, facts.rounds, terms)
    axes.set_title(terms.say("How rounds end"))
    axes.set_xlabel(terms.say("rounds"))
    return figure


def _refused(facts: Facts, terms: Terms) -> Figure | None:
    clauses = facts.whole().clauses
    if not clauses:
        return None
    named = [(terms.clauses[each], clauses[each]) for each in _most_first(clauses)]
    figure, axes = _bars(named[:MOST_CLAUSES], None, terms)
    axes.set_title(terms.say("Refused clauses"), loc="left")
    axes.set_xlabel(terms.say("times"))
    return figure


def _most_first(counter: Counter[str]) -> list[str]:
    return sorted(counter, key=lambda key: (-counter[key], key))


def _first_lay(facts: Facts, terms: Terms) -> Figure | None:
    if not facts.whole().first_lays:
        return None
    figure, (axes,) = panels()
    players = [each for each in by_wins(facts) if each[1].first_lays]
    many = len(players) > len(COLOURS)
    if many:  # more players than colours: draw them as one
        players = [("", facts.whole())]
    for place, (name, player) in enumerate(players):
        lays = sorted(player.first_lays.items())
        # Bars of players who laid in the same turn stand side by side.
        shift = 0 if len(players) == 1 else 0.5 * (place / (len(players) - 1) - 0.5)
        axes.scatter(
            [turn + shift for (turn, _), _ in lays],
            [points for (_, points), _ in lays],
            s=[24 * times**0.5 for _, times in lays],
            marker=MARKERS[place],
            color=COLOURS[place],
            alpha=0.7,
            linewidths=0,
            label=None if many else _short(name, terms),
        )
    axes.set_title(terms.say("First lays: turn and value"))
    axes.set_xlabel(terms.say("turn of the player in the round (a larger mark: several lays)"))
    axes.set_ylabel(terms.say("points laid"))
    axes.set_xlim(left=0.5)
    axes.set_ylim(bottom=0)
    _numbers(axes, terms)
    if not many:
        legend = axes.legend(fontsize=8, framealpha=0.8, edgecolor="none")
        handles: list[Any] = list(legend.legend_handles)
        for each in handles:
            each.set_sizes([30])
    return figure
