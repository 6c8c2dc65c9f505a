"""`tierce study`: what a house rule changes, by rounds between computer players."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tierce.presets import PRESETS, LogError
from tierce_tools.base.extras import need
from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.base.whole import write_whole
from tierce_tools.cli.bars import bar
from tierce_tools.cli.consoles import console
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, games, option
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.logs.words import error_text, house_text, names, os_error_text, value_text

if TYPE_CHECKING:
    from tierce_tools.study.tables import Cell


def study(
    game: Annotated[str, option("NAME", N_("The game, as in a log."), "--game", autocompletion=games)],
    vary: Annotated[
        list[str] | None, option("NAME=VALUE,VALUE", N_("An option and its values. May be repeated."))
    ] = None,
    games: Annotated[int, option("N", N_("Rounds of each combination of values."), min=1)] = 1000,
    rule: Annotated[list[str] | None, option("NAME=VALUE", N_("A house rule. May be repeated."))] = None,
    players: Annotated[
        str | None,
        option(
            "LEVEL,LEVEL",
            N_(
                "The level of each computer, in the order in which they play: good, "
                "steady or beginner. Three good ones, unless the game is for two."
            ),
        ),
    ] = None,
    seed: Annotated[int, option("N", N_("The number of the deals; the same number deals the same cards."))] = 1,
    jobs: Annotated[int, option("N", N_("Number of processes; 0: one for each core."), min=0)] = 0,
    scheduler: Annotated[
        str | None,
        option("ADDRESS", N_("Play on the Dask cluster with this scheduler, such as tcp://192.168.1.5:8786.")),
    ] = None,
    as_csv: Annotated[Path | None, option("FILE", N_("Write the figures as CSV."), "--csv")] = None,
    plot: Annotated[Path | None, option("FILE", N_("Draw the figures, as .svg or .png."), "--plot")] = None,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Find out what a house rule changes, by rounds between computers."""
    from tierce_tools.study import grid, run, tables
    from tierce_tools.study.rounds import Setting

    say = texts(lang)
    if plot and plot.suffix not in (".svg", ".png"):
        raise Trouble("study.no_picture", "{path} ends in neither .svg nor .png: name it so with --plot", path=plot)
    # A missing extra is said before the rounds are played.
    if plot:
        need("plots", "matplotlib")
    if scheduler:
        need("cluster", "distributed")
    levels = _levels(game, players, lang)
    given = grid.varied(vary or [])
    house = {name: values[0] for name, values in grid.varied(rule or []).items()}
    try:
        cells = grid.cells(game, len(levels), house, given)
    except LogError as error:
        tell(error_text(error, lang))
        raise typer.Exit(2) from None
    settings = [Setting(game, levels, rules, seed) for rules in cells]
    count = jobs or os.cpu_count() or 1
    with bar(say("Playing"), games * len(cells), quiet=as_json) as advance:
        figures = run.study(
            settings, games, (lambda: run.cluster(scheduler)) if scheduler else (lambda: run.processes(count)), advance
        )
    found = tables.cells(list(given), cells, figures, levels, say)
    title = names(lang).GAMES[game]
    if as_csv:
        _write(as_csv, tables.as_csv(found).encode(), lang)
    if plot:
        from tierce_tools.logs.plots import png, svg
        from tierce_tools.study.plot import plot as drawn

        picture = drawn(found, title, say)
        data = svg(picture).encode() if plot.suffix == ".svg" else png(picture)
        _write(plot, data, lang)
    if as_json:
        for cell in found:
            print_json(tables.as_json(cell))
    else:
        _show(found, title, house_text(house, lang) if house else "", lang)


def _levels(game: str, given: str | None, lang: str) -> tuple[str, ...]:
    from tierce_tools.players import LEVELS

    if given is None:
        low, high = PRESETS[game]["seats"] if game in PRESETS else (2, 6)
        return ("good",) * min(max(3, low), high)
    levels = tuple(given.split(","))
    for level in levels:
        if level not in LEVELS:
            raise Trouble(
                "study.no_level",
                "there is no level {level}; the levels are {levels}",
                level=level,
                levels=", ".join(LEVELS),
            )
    return levels


def _write(path: Path, data: bytes, lang: str) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise Trouble(
            "stats.unwritable",
            "{path} cannot be written: {reason}; name another place",
            path=path,
            reason=os_error_text(error, lang),
        ) from None
    tell(texts(lang)("written: {folder}", folder=path))


def _show(found: "list[Cell]", title: str, house: str, lang: str) -> None:
    """Print the cells as columns: figures are many, values are few."""
    from rich.table import Table
    from rich.text import Text

    from tierce_tools.study.tables import text

    say, out = texts(lang), console()
    out.print(Text(title, style="bold"))
    if house:
        out.print(Text(house))
    table = Table()
    table.add_column(Text("\n".join(found[0].rules)), overflow="fold")
    for cell in found:
        head = "\n".join(value_text(value, say) for value in cell.rules.values())
        table.add_column(Text(head), justify="right")
    table.add_row(say("rounds"), *(say.number(f"{cell.figures.rounds:,}") for cell in found))
    for key, first in [(each.key, each.title) for each in found[0].columns]:
        row = [next((one for one in cell.columns if one.key == key), None) for cell in found]
        table.add_row(Text(first), *(Text(text(one, say)) if one else Text("–") for one in row))
    out.print(table)
    out.print(Text(say("±: in 95 of 100 such studies the true figure lies within this range"), style="dim"))
