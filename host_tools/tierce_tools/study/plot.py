"""The figures of a study as a plot: a panel for each figure, in it a point with its interval for each cell."""

# matplotlib's types are incomplete.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from collections.abc import Sequence

from tierce_tools.base.texts import Texts
from tierce_tools.logs.plots import COLOURS, Plot, panels, style
from tierce_tools.logs.words import value_text
from tierce_tools.study.tables import Cell

_COLUMNS = 2  # panels side by side


def plot(found: Sequence[Cell], title: str, say: Texts) -> Plot:
    """Return the plot of a study's cells."""
    keys = [column.key for column in max((cell.columns for cell in found), key=len)]
    labels = ["\n".join(value_text(value, say) for value in cell.rules.values()) for cell in found]
    rows = -(-len(keys) // _COLUMNS)
    with style():
        figure, axes = panels(rows, _COLUMNS, 0.6 + 2.4 * rows)
        for each, key in zip(axes, keys, strict=False):
            for at, cell in enumerate(found):
                column = next((one for one in cell.columns if one.key == key), None)
                if column is None or column.of is None:
                    continue
                times = 100 if column.per_cent else 1
                value, low, high = (part * times for part in column.of)
                each.errorbar([at], [value], [[value - low], [high - value]], fmt="o", color=COLOURS[0], capsize=4)
                each.set_title(column.title + (" (%)" if column.per_cent else ""), fontsize=10)
            each.set_xticks(range(len(found)), labels)
            each.margins(x=0.2)
        for each in axes[len(keys) :]:
            each.set_visible(False)
        figure.suptitle(title)
        figure.supxlabel(", ".join(found[0].rules), fontsize=9)
    return Plot("study", title, figure)
