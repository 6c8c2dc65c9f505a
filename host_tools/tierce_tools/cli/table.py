"""`tierce table`: the virtual table, a page in the browser backed by the real firmware."""

import os
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tierce_tools.cli.options import StoreAt
from tierce_tools.cli.serving import (
    Action,
    Headless,
    PagePort,
    learning,
    left_by_signals,
    modelled,
    serve,
)
from tierce_tools.cli.streams import open_input, tell
from tierce_tools.cli.words import Lang
from tierce_tools.texts import N_, texts
from tierce_tools.trouble import Trouble

if TYPE_CHECKING:  # not needed for --help
    from tierce_tools.server.lan import Place
    from tierce_tools.server.running import MachineFor

_DIGITS = 9  # most digits of a number
_SEED = 1 << 62


def table(
    ctx: typer.Context,
    log: Annotated[
        str | None,
        typer.Argument(metavar="[LOG]", help=N_("A log to be played back; - is standard input.")),
    ] = None,
    port: Annotated[
        str | None,
        typer.Option(
            metavar="PORT",
            help=N_("Show a real board instead, read-only: its serial port; auto finds it."),
        ),
    ] = None,
    pico: Annotated[
        bool, typer.Option("--pico", help=N_("Run the firmware on an emulated Pico: slow."))
    ] = False,
    uf2: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=N_(
            "The MicroPython image that the emulated Pico boots."
        )),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE|TABLE",
            help=N_("The config.json of the table, or one there are plans for: small, club, "
            "classroom; by default one with zones as the game needs."),
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help=N_("Begin a match of this game at once."))
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help=N_(
            "Who plays: how many, as 3, or names, as Ana,Luc,Zoé."
        )),
    ] = None,
    computers: Annotated[
        str | None,
        typer.Option(
            metavar="SEATS",
            help=N_("Who is the computer: names, as Luc,Zoé, or seats from 0, as 1,2; or all."),
        ),
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help=N_("A house rule. May be repeated.")),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help=N_("Shuffle, and let computers play, always the same way."))
    ] = None,
    store: StoreAt = "auto",
    page_port: PagePort = None,
    listen: Annotated[
        bool,
        typer.Option(
            "--listen",
            help=N_("Let phones in this network join, by a code on the page: a seat each. Not "
            "encrypted."),
        ),
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS[:PORT]",
            help=N_("Where --listen listens: another address of this computer than the default."),
        ),
    ] = None,
    headless: Headless = False,
    *,
    lang: Lang,
) -> None:
    """Play at a virtual table in the browser; the real firmware judges."""
    alone = {"--game": game, "--players": players, "--computers": computers, "--rule": rule}
    given = [name for name, value in alone.items() if value is not None]
    _go_together(log, port, pico, uf2, config, given)
    # TIERCE_STORE names the default store, and does not conflict with the others.
    source = ctx.get_parameter_source("store")
    if (pico or port is not None) and source is not None and source.name == "COMMANDLINE":
        raise Trouble(
            "table", "no_store", "--store and {option} do not go together: those games are not "
            "kept on this computer; tierce pull fetches a real board's",
            option="--pico" if pico else "--port",
        )
    phones = _phones(listen, address)
    if seed is not None and not -_SEED <= seed <= _SEED:
        raise Trouble(
            "table", "bad_seed", "--seed {seed}: a seed is a whole number of 18 digits at most",
            seed=seed,
        )
    first: list[Action] = []
    if log is not None:
        first.append(_log_action(log))
    elif game is not None:
        first.append(_new_action(game, players, computers, rule, seed, lang))
    with suppress(KeyboardInterrupt), left_by_signals() as leaving, ExitStack() as opened:
        resume = not first and config is None
        machine_for = _machines(port, pico, uf2, config, lang, opened, store, resume)
        serve(machine_for, first, lang, page_port, not headless, seed, leaving, phones)


def _go_together(
    log: str | None, port: str | None, pico: bool, uf2: Path | None, config: Path | None,
    given: list[str],
) -> None:
    """Raise Trouble if options exclude each other."""
    if port is not None and pico:
        raise Trouble(
            "table", "port_and_pico", "--port and --pico do not go together: one is a real board, "
            "the other an emulated one",
        )
    if uf2 is not None and not pico:
        raise Trouble("table", "uf2_alone", "--uf2 goes with --pico")
    if port is not None:
        rest = [*given, *(["--config"] if config else []), *(["LOG"] if log else [])]
        if rest:
            raise Trouble(
                "table", "mirror_alone", "a real board says itself what is played: leave out "
                "{options}", options=", ".join(rest),
            )
    if log is not None and given:
        raise Trouble(
            "table", "log_alone", "a log says itself what is played: leave out {options}",
            options=", ".join(given),
        )
    if given and "--game" not in given:
        raise Trouble(
            "table", "needs_game", "{option} needs --game NAME: which game is played?",
            option=given[0],
        )


def _phones(listen: bool, address: str | None) -> "Place | None":
    """Return the address for phones; None without phones. Raises Trouble."""
    from tierce_tools.server import lan

    if not listen:
        if address is not None:
            raise Trouble("table", "address_alone", "--address goes with --listen")
        return None
    return lan.place(address or "", lan.found(), lan.outward())


def _log_action(name: str) -> Action:
    """Return the action that plays a log. Raises Trouble."""
    from tierce_tools.virtual import playback

    try:
        stream = open_input(name)
        with stream:
            data = stream.read(playback.LONGEST + 1)
    except OSError as error:
        raise Trouble(
            "table", "unreadable", "{name} can't be read: {error}", name=name, error=error,
        ) from None
    known = "<stdin>" if name == "-" else Path(name).name
    playback.read(known, data)
    return {"do": "open", "name": known, "text": data.decode()}


def _new_action(
    game: str, players: str | None, computers: str | None, rule: list[str] | None,
    seed: int | None, lang: str,
) -> Action:
    """Return the action that begins a match. Raises Trouble."""
    from tierce.presets import PRESETS, LogError, rules_of
    from tierce_tools.cli.choosing import wanted_of
    from tierce_tools.cli.test import house_rules

    game = wanted_of([game]).pop()
    least, most = PRESETS[game]["seats"]
    asked = players or str(least)
    if asked.lstrip("+-").isdecimal():
        count = int(asked[:_DIGITS])
        usual = texts(lang).gettext("Ana Luc Zoé Max Lou Eva").split()
        names = usual[:count]
    else:
        names = [name.strip() for name in asked.split(",")]
        count = len(names)
    if not least <= count <= most:
        allowed = f"{least}" if least == most else f"{least}-{most}"
        raise Trouble(
            "table", "how_many", "{game} is played by {seats}, not by {count}: see --players",
            game=game, seats=allowed, count=count,
        )
    if not all(names):
        raise Trouble(
            "table", "no_name", "--players {names}: a name is missing; as in --players Ana,Luc, or "
            "--players 2", names=asked,
        )
    seats = _seats(computers, names)
    rules = house_rules(rule or [], lang)
    try:
        rules_of(game, count, rules)
    except LogError as error:
        raise Trouble("table", "bad_rules", "{error}", error=error) from None
    action: Action = {
        "do": "new", "game": game, "rules": rules,
        "players": [{"name": name, "computer": i in seats} for i, name in enumerate(names)],
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
                "table", "bad_seat", "--computers {seats}: nobody there is called so; take names "
                "({names}), seats from 0 to {last}, or all", seats=text, names=", ".join(names),
                last=len(names) - 1,
            )
    return seats


# --- the kind of table


def _machines(
    port: str | None, pico: bool, uf2: Path | None, config: Path | None, lang: str,
    opened: ExitStack, store: str, resume: bool,
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
            tell(texts(lang).gettext(
                "The emulated Pico boots the official MicroPython, fetched the first time"
            ))
        make = emulated.maker(uf2)
        tell(texts(lang).gettext("The emulated Pico starts: that takes it about half a minute"))
        return lambda config: make(first if config is None else config)
    return modelled(_config(config, lang), lang, opened, store, resume)


def _config(path: Path | None, lang: str) -> Action | None:
    """Return the config.json of a file, checked; None without a file. Raises Trouble."""
    from tierce_tools.description.tables import read

    return None if path is None else read(str(path), lang)[1]
