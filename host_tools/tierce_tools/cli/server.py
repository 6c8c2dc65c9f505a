"""Serves the virtual table; shared by `tierce table` and `tierce demo`."""

import os
import sys
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce_tools.base.texts import N_, in_table, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.leaving import Leaving
from tierce_tools.cli.options import option
from tierce_tools.cli.streams import tell
from tierce_tools.logs.words import trouble_text

if TYPE_CHECKING:  # not needed for --help
    from concurrent.futures import Future

    from tierce_tools.base.scratch import Scratch
    from tierce_tools.server.lan import Place
    from tierce_tools.server.table_thread import TableThread
    from tierce_tools.virtual.play import MachineFor

Action = dict[str, Any]

_LEADS_ON = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url={0}">
<meta name="referrer" content="no-referrer">
<title>Tierce</title>
<a href="{0}">Tierce</a>
"""

_WAIT_S = 5.0  # longest wait for the link

PagePort = Annotated[
    int | None, option("PORT", N_("Serve the page on this port of this computer; by default any free one."))
]
ListenAt = Annotated[
    str | None,
    option(
        "ADDRESS[:PORT]",
        N_("The address of this computer where --listen listens, if the default is wrong."),
        "--address",
    ),
]
Headless = Annotated[
    bool, typer.Option("--headless", "--no-browser", help=N_("Open no browser; print the link and serve."))
]


def modelled(
    config: Action | None, lang: str, opened: ExitStack, store: str, resume: bool = False, name: str = ""
) -> "MachineFor":
    """Return what makes modelled tables: with this config.json, or made for each match.

    Tables are kept, and their games in a store. With `resume` the first table is the one with a
    match to go on with, if there is one of this name. Raises Trouble if an open table has the name.
    """
    from tierce_tools.base.scratch import Scratch
    from tierce_tools.machines.modelled import Maker
    from tierce_tools.server.archive import Archive
    from tierce_tools.virtual import kept_tables

    folder = opened.enter_context(Scratch())
    kept: kept_tables.KeptTables | None = None

    def complain(trouble: Trouble) -> None:
        tell(trouble_text(trouble, lang))

    try:
        archive = Archive(store, complain)
        kept = kept_tables.KeptTables(kept_tables.home(), archive, complain)
        opened.callback(archive.close)
        kept.tidy()
    except Trouble as trouble:  # the store failed; play on without it
        complain(trouble)
    if kept is not None and name:
        kept.call(name)
    return Maker(Path(folder), config, str(lang), kept, resume)


def learning(config: Action, lang: str) -> Action:
    """Return a config.json for learners: in their language, with hints."""
    return {**config, "language": in_table(lang), "hints": True}


def port_of(given: int | None) -> int:
    """Return the port that --page-port names; 0 is any. Raises Trouble."""
    if given is not None and not 0 <= given < 65536:
        raise Trouble(
            "table.port_range",
            "--page-port {port}: a port is a number from 0 to 65535, 0 being any that is free",
            port=given,
        )
    return given or 0


def place_of(listen: bool, address: str | None) -> "Place | None":
    """Return the address for others in the network; None without --listen. Raises Trouble."""
    from tierce_tools.server import lan

    if not listen:
        if address is not None:
            raise Trouble("table.address_alone", "--address goes with --listen")
        return None
    return lan.place(address or "", lan.found(), lan.outward())


def serve(
    machine_for: "MachineFor",
    first: list[Action],
    lang: str,
    port: int | None,
    browser: bool,
    seed: int | None,
    leaving: Leaving,
    phones: "Place | None" = None,
    come: Action | None = None,
) -> None:
    """Start a table, do the actions `first`, and serve its page until the user ends it.

    `phones` is the address for phones on the local network. `come` is done when the first viewer
    has come. Raises Trouble if one of these fails.
    """
    from tierce_tools.page import STATIC
    from tierce_tools.page.views import Viewer
    from tierce_tools.server.server import Server
    from tierce_tools.server.table_thread import TableThread

    number = port_of(port)
    if not (STATIC / "index.html").is_file():
        raise Trouble("table.no_page", "the files of the page are missing: install Tierce again")
    say = texts(lang)
    opening = Opening()

    def used(link: str) -> None:
        nonlocal come
        opening.close()
        _print(say("Another window: {link}", link=link))
        if come is not None:
            running.do(Viewer(None, str(lang)), come)
            come = None

    running = TableThread(machine_for, seed=seed)
    server = Server(
        running,
        number,
        used,
        # English is the default; then the browser's language counts.
        language=str(lang) if lang != "en" else "",
        phones=(phones.address, phones.port) if phones else None,
    )
    try:
        running.start(leaving.check)
        _say_what_goes_on(running, lang)
        _ask(running, Viewer(None, str(lang)), first, lang, leaving)
        link = server.fresh_link()
        print(link, flush=True)
        tell(say("Open this link in a browser; Ctrl-C ends"))
        if phones:
            _tell_of_phones(phones, server.phones_at, lang)
        with leaving.at_once(server.stop):
            server.serve(lambda: opening(link) if browser and _may_open() else None)
        tell(say("The table is closed"))
    finally:
        opening.close()
        server.close()
        running.close()


def _tell_of_phones(phones: "Place", at: str, lang: str) -> None:
    say = texts(lang)
    tell(
        say(
            "Phones in this network join at {address}: choose “Phones” on the page, and let each scan its code",
            address=at,
        )
    )
    tell(
        say(
            N_("Not encrypted: anyone in this network can read the hand on a phone, and play in its place")
            if phones.is_private
            else N_(
                "Not encrypted, and open to the internet if no firewall is in between: anyone along the way "
                "can read the hand on a phone, and play in its place"
            )
        )
    )
    if phones.others:
        tell(
            say(
                "Is that a different network from the phones'? --address takes one of: {addresses}",
                addresses=", ".join(phones.others),
            )
        )


def _say_what_goes_on(running: "TableThread", lang: str) -> None:
    sections = running.state.sections
    match: Action | None = sections["kept"]["resumed"]
    if match is not None:
        name: str = sections["table"]["games"][match["game"]]["name"][in_table(lang)]
        tell(
            texts(lang).gettext(
                "The match goes on where it was: {match}. New match on the page begins another one, "
                "and so does tierce table --game NAME; this one is kept",
                match=f"{name} ({', '.join(match['players'])})",
            )
        )


def _ask(running: "TableThread", owner: Any, first: list[Action], lang: str, leaving: Leaving) -> None:
    """Do actions one after another. Raises Trouble if one fails.

    Long actions, such as all on an emulated Pico, are left to the page.
    """
    for action in first:
        done = running.do(owner, action)
        try:
            done.result(_WAIT_S)
        except TimeoutError:
            done.add_done_callback(lambda done: _tell_trouble(done, lang))
        leaving.check()


def _tell_trouble(done: "Future[Action]", lang: str) -> None:
    error = done.exception()
    if isinstance(error, Trouble) and error.key != "closed":
        tell(trouble_text(error, lang))


def _print(text: str) -> None:
    with suppress(OSError):  # the reader of the first link may have gone
        print(text, flush=True)


def _may_open() -> bool:
    """Tell whether a graphical browser can be opened on this computer."""
    if not sys.stdout.isatty():
        return False
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in screens)


class Opening:
    """Opens a link in a browser by way of a file that only this user can read.

    Other users can see the arguments of a process, and the link holds a secret. So the browser gets
    the file's name, and the file redirects to the link.
    """

    def __init__(self) -> None:
        self._folder: Scratch | None = None

    def __call__(self, link: str) -> None:
        """Open a link in the browser."""
        import html
        import webbrowser

        from tierce_tools.base.scratch import Scratch

        try:
            self._folder = Scratch(dir=_readable())
            page = Path(self._folder.name, "tierce.html")
            with open(page, "x", encoding="utf-8", opener=_owners) as file:
                file.write(_LEADS_ON.format(html.escape(link)))
        except OSError:
            return  # the link is printed anyway
        # Some browsers return only when they are closed.
        threading.Thread(target=webbrowser.open, args=(page.as_uri(),), daemon=True).start()

    def close(self) -> None:
        """Remove the file, once the link was used or the table has ended."""
        if self._folder:
            self._folder.cleanup()
            self._folder = None


# Temporary files go to the system's folder. Browsers from a snap can only read the user's home,
# without files and folders whose names begin with a dot.
_SNAPS = Path("/snap/bin")


def _readable() -> str | None:
    return str(Path.home()) if _SNAPS.is_dir() else None


def _owners(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
