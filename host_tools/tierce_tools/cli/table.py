"""`tierce table`: the virtual table, a page in the browser backed by the real firmware."""

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.going_on import Last, dealer_of, last_of, totals_of
from tierce_tools.cli.language import Lang
from tierce_tools.cli.leaving import left_by_signals
from tierce_tools.cli.options import StoreAt, argument, flag, games, option
from tierce_tools.cli.server import Action, Headless, ListenAt, PagePort, learning, modelled, place_of, serve
from tierce_tools.cli.streams import tell
from tierce_tools.logs.reader import open_input

if TYPE_CHECKING:  # not needed for --help
    from tierce_tools.virtual.play import MachineFor

_DIGITS = 9  # most digits of a number
_SEED = 1 << 62


def table(
    ctx: typer.Context,
    log: Annotated[str | None, argument("[LOG]", N_("A log to be played back; - is standard input."))] = None,
    port: Annotated[
        str | None, option("PORT", N_("Show a real board instead, with its buttons: its serial port; auto finds it."))
    ] = None,
    pico: Annotated[bool, flag("--pico", N_("Run the firmware on an emulated Pico: slow."))] = False,
    uf2: Annotated[Path | None, option("FILE", N_("The MicroPython image that the emulated Pico boots."))] = None,
    name: Annotated[
        str | None,
        option(
            "TABLE",
            N_("A name for this table, if there are several: it goes on with its own match, and publish finds it."),
        ),
    ] = None,
    config: Annotated[
        Path | None,
        option(
            "FILE|TABLE",
            N_(
                "The table's config.json, or the name of a table that has plans: small, club, "
                "tap. By default a table with the zones that the game needs."
            ),
        ),
    ] = None,
    game: Annotated[str | None, option("NAME", N_("Start a match of this game at once."), autocompletion=games)] = None,
    players: Annotated[
        str | None, option("NAMES", N_("The players: their number, such as 3, or their names, such as Ana,Luc,Zoé."))
    ] = None,
    computers: Annotated[
        str | None,
        option(
            "SEATS",
            N_(
                "The seats that the computer plays: names, such as Luc,Zoé, or seat numbers from "
                "0, such as 1,2; or all."
            ),
        ),
    ] = None,
    rule: Annotated[list[str] | None, option("NAME=VALUE", N_("A house rule. May be repeated."))] = None,
    dealer: Annotated[
        str | None,
        option(
            "SEAT",
            N_(
                "Who deals first: a name, a seat number from 0, or lot to draw. By default seat 0, "
                "at manipulation by lot."
            ),
        ),
    ] = None,
    go_on: Annotated[
        str | None,
        option(
            "LOG",
            N_(
                "Go on with the totals of this log, perhaps with other players, rules or another "
                "game; - is standard input."
            ),
            "--go-on",
        ),
    ] = None,
    totals: Annotated[
        str | None,
        option(
            "POINTS",
            N_("Begin with these totals, one for each player, such as 120,45: from paper, if no log has them."),
        ),
    ] = None,
    rounds: Annotated[
        int | None, option("NUMBER", N_("With --totals: how many rounds were played."), min=0, max=10**9)
    ] = None,
    seed: Annotated[
        int | None, option("NUMBER", N_("Any number: with the same one, shuffles and computer players repeat."))
    ] = None,
    store: StoreAt = "auto",
    page_port: PagePort = None,
    listen: Annotated[
        bool,
        flag(
            "--listen",
            N_("Let phones of this network join, by a code on the page: one phone for each seat. Not encrypted."),
        ),
    ] = False,
    address: ListenAt = None,
    headless: Headless = False,
    *,
    lang: Lang,
) -> None:
    """Play in the browser; the board's real program judges."""
    alone = {
        "--game": game,
        "--players": players,
        "--computers": computers,
        "--rule": rule,
        "--dealer": dealer,
        "--go-on": go_on,
        "--totals": totals,
        "--rounds": rounds,
    }
    given = [option for option, value in alone.items() if value is not None]
    _go_together(log, port, pico, uf2, config, given)
    # TIERCE_STORE names the default store, and does not conflict with the others.
    source = ctx.get_parameter_source("store")
    if (pico or port is not None) and source is not None and source.name == "COMMANDLINE":
        raise Trouble(
            "table.no_store",
            "--store and {option} do not go together: those games are not "
            "kept on this computer; tierce pull fetches a real board's",
            option="--pico" if pico else "--port",
        )
    if name is not None:
        if pico or port is not None:
            raise Trouble("table.no_name_there", "--name is for a table that is kept here, without --port and --pico")
        from tierce_tools.broker.messages import table_of

        table_of(name)
    phones = place_of(listen, address)
    if seed is not None and not -_SEED <= seed <= _SEED:
        raise Trouble("table.bad_seed", "--seed {seed}: a seed is a whole number of 18 digits at most", seed=seed)
    first: list[Action] = []
    if log is not None:
        first.append(_log_action(log))
    elif given:
        last = None if go_on is None else last_of(go_on)
        new = _New(game, players, computers, rule or [], dealer, totals, rounds)
        first.append(_new_action(new, last, seed, lang))
    with left_by_signals() as leaving, ExitStack() as opened:
        resume = not first and config is None
        machine_for = _machines(port, pico, uf2, config, lang, opened, store, resume, name or "")
        leaving.check()
        serve(machine_for, first, lang, page_port, not headless, seed, leaving, phones)


def _go_together(
    log: str | None, port: str | None, pico: bool, uf2: Path | None, config: Path | None, given: list[str]
) -> None:
    """Raise Trouble if options exclude each other."""
    if port is not None and pico:
        raise Trouble(
            "table.port_and_pico",
            "--port and --pico do not go together: one is a real board, the other an emulated one",
        )
    if uf2 is not None and not pico:
        raise Trouble("table.uf2_alone", "--uf2 goes with --pico")
    if port is not None:
        rest = [*given, *(["--config"] if config else []), *(["LOG"] if log else [])]
        if rest:
            raise Trouble(
                "table.mirror_alone",
                "a real board says itself what is played: leave out {options}",
                options=", ".join(rest),
            )
    if log is not None and given:
        raise Trouble(
            "table.log_alone", "a log says itself what is played: leave out {options}", options=", ".join(given)
        )
    if given and not {"--game", "--go-on"} & {*given}:
        raise Trouble("table.needs_game", "{option} needs --game NAME: which game is played?", option=given[0])


def _log_action(name: str) -> Action:
    """Return the action that plays a log. Raises Trouble."""
    from tierce_tools.virtual import playback

    try:
        stream = open_input(name)
        with stream:
            data = stream.read(playback.LONGEST + 1)
    except OSError as error:
        raise Trouble("table.unreadable", "{name} can't be read: {error}", name=name, error=error) from None
    known = "<stdin>" if name == "-" else Path(name).name
    playback.read(known, data)
    return {"do": "open", "name": known, "text": data.decode()}


@dataclass(frozen=True)
class _New:
    """What the options ask for of a match that begins."""

    game: str | None
    players: str | None
    computers: str | None
    rule: list[str]
    dealer: str | None
    totals: str | None
    rounds: int | None


def _new_action(new: _New, last: Last | None, seed: int | None, lang: str) -> Action:
    """Return the action that begins a match, or goes on from `last`. Raises Trouble."""
    from tierce.presets import PRESETS, LogError
    from tierce.referee import Referee
    from tierce_tools.cli.games import wanted_of
    from tierce_tools.cli.test import house_rules

    game = last.game if last and new.game is None else wanted_of([new.game or ""]).pop()
    least, most = PRESETS[game]["seats"]
    asked = new.players or str(len(last.players) if last else least)
    if asked.lstrip("+-").isdecimal():
        count = int(asked[:_DIGITS])
        usual = texts(lang).gettext("Ana Luc Zoé Max Lou Eva").split()
        known = last.players if last else []
        names = [*known, *(name for name in usual if name not in known)][: max(count, 0)]
    else:
        names = [name.strip() for name in asked.split(",")]
        count = len(names)
    if not least <= count <= most:
        allowed = f"{least}" if least == most else f"{least}-{most}"
        raise Trouble(
            "table.how_many",
            "{game} is played by {seats}, not by {count}: see --players",
            game=game,
            seats=allowed,
            count=count,
        )
    if not all(names):
        raise Trouble(
            "table.no_name",
            "--players {names}: a name is missing; as in --players Ana,Luc, or --players 2",
            names=asked,
        )
    seats = _seats(new.computers, names)
    rules = house_rules(new.rule, lang)
    if last and last.game == game:
        rules = {**last.rules, **rules}
    won = {"totals": totals_of(new.totals, names, last), "rounds": new.rounds}
    if last and new.rounds is None:
        won["rounds"] = last.rounds
    won = {key: value for key, value in won.items() if value is not None}
    try:
        Referee({"tierce": 1, "game": game, "players": names, "dealer": 0, "rules": rules, **won})
    except LogError as error:
        raise Trouble("table.bad_rules", "{error}", error=error) from None
    action: Action = {
        "do": "new",
        "game": game,
        "rules": rules,
        **won,
        "players": [{"name": name, "computer": i in seats} for i, name in enumerate(names)],
        "dealer": dealer_of(new.dealer, names, last, PRESETS[game]["by_lot"]),
    }
    if seed is not None:
        action["seed"] = seed
    return action


def _seats(computers: str | None, names: list[str]) -> set[int]:
    """Return seats given by name, or by number from 0. Names take precedence over numbers."""
    if computers is None:
        return set()
    if computers == "all" and "all" not in names:
        return set(range(len(names)))
    seats: set[int] = set()
    for text in map(str.strip, computers.split(",")):
        number = text[:_DIGITS]
        if text in names:
            seats.add(names.index(text))
        elif text.isdecimal() and int(number) < len(names):
            seats.add(int(number))
        else:
            raise Trouble(
                "table.bad_seat",
                "--computers {seats}: nobody there has that name; take names ({names}), seats from 0 to {last}, or all",
                seats=text,
                names=", ".join(names),
                last=len(names) - 1,
            )
    return seats


# --- the kind of table


def _machines(
    port: str | None,
    pico: bool,
    uf2: Path | None,
    config: Path | None,
    lang: str,
    opened: ExitStack,
    store: str,
    resume: bool,
    name: str,
) -> "MachineFor":
    """Return what makes tables of the chosen kind. Raises Trouble."""
    if port is not None:
        from tierce_tools.machines import mirror

        return mirror.maker(port)
    if pico:
        from tierce_tools.machines import pico as emulated

        emulated.check_packages()
        first = _config(config, lang) or learning(emulated.small_config(), lang)
        if uf2 is None and not os.environ.get("TIERCE_UF2"):
            tell(texts(lang).gettext("The emulated Pico boots the official MicroPython, fetched the first time"))
        make = emulated.maker(uf2)
        tell(texts(lang).gettext("The emulated Pico is starting: that takes about half a minute"))
        return lambda config: make(first if config is None else config)
    return modelled(_config(config, lang), lang, opened, store, resume, name)


def _config(path: Path | None, lang: str) -> Action | None:
    """Return the config.json of a file, checked; None without a file. Raises Trouble."""
    from tierce_tools.description.descriptions import read

    return None if path is None else read(str(path), lang)[1]
