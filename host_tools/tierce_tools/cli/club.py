"""`tierce club`: keeps in the store what many tables publish to an MQTT broker, and shows them all."""

import threading
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.language import Lang
from tierce_tools.cli.leaving import Leaving, left_by_signals
from tierce_tools.cli.options import AsUnit, Broker, Ca, StoreAt, flag, option
from tierce_tools.cli.server import ListenAt, PagePort, place_of, port_of
from tierce_tools.cli.streams import tell
from tierce_tools.cli.unit import print_unit

if TYPE_CHECKING:
    from collections.abc import Callable

    from tierce_tools.broker.address import Address
    from tierce_tools.logs.store import Store

_NEWS = {
    "begun": N_("Keeping the games of the tables on {broker} in the store; the link shows all tables, Ctrl-C ends"),
    "broker_away": N_("{why} - trying again until it answers; Ctrl-C ends"),
    "store_away": N_("{why} - trying again until it answers; Ctrl-C ends"),
    "broker_gone": N_("the broker is gone ({why}); trying again"),
    "broker_back": N_("the broker is back"),
    "no_rights": N_(
        "this user may not read what the tables publish, or may not ask them; check the broker's access list"
    ),
    "store_gone": N_("the store is gone ({why}); trying again, nothing is lost"),
    "store_back": N_("the store is back"),
}
_AGAIN_S = 1.0  # between two looks for a store
_STATUS = {"online": N_("{table} is here"), "gone": N_("{table} is gone")}


def club(
    broker: Broker,
    store: StoreAt = "auto",
    name: Annotated[
        str,
        option("NAME", N_("This collector's name on the broker: another for each, if there are several."), "--name"),
    ] = "club",
    ca: Ca = None,
    page_port: PagePort = None,
    listen: Annotated[
        bool,
        flag(
            "--listen",
            N_(
                "Show the page to all who are in this network, as on a projector's computer or on "
                "phones. Read only, and not encrypted."
            ),
        ),
    ] = False,
    address: ListenAt = None,
    unit: AsUnit = False,
    *,
    lang: Lang,
) -> None:
    """Keep the games of many tables from a broker, and show them all."""
    from tierce_tools.base.extras import need
    from tierce_tools.broker.address import address_of, tls_of
    from tierce_tools.broker.messages import collector_of
    from tierce_tools.logs.databases import hidden
    from tierce_tools.server.access import HOST

    need("broker", "aiomqtt", "msgspec")
    identifier = collector_of(name)
    at = address_of(broker)
    context = tls_of(at, ca)
    if unit:
        args = ["club", "--name", name, "--lang", lang]
        args += ["--ca", str(ca.absolute())] if ca else []
        args += ["--page-port", str(page_port)] if page_port else []
        args += ["--listen"] if listen else []
        args += ["--address", address] if address else []
        secrets = {"TIERCE_BROKER": at.hidden()}
        if store != "auto":
            secrets["TIERCE_STORE"] = hidden(store)
        print_unit(name, args, secrets, texts(lang))
        return
    place = place_of(listen, address)
    port = port_of(page_port) or (place.port if place else 0)
    host = place.address if place else HOST

    from tierce_tools.broker.running import run
    from tierce_tools.club.kept import Kept
    from tierce_tools.club.live_tables import LiveTables
    from tierce_tools.club.office import Office
    from tierce_tools.club.page import Pages
    from tierce_tools.club.running import serve
    from tierce_tools.logs.words import trouble_text

    telling = _Telling(lang, at, lambda trouble: trouble_text(trouble, lang))
    with (
        left_by_signals() as leaving,
        _opened(store, leaving, telling) as opened,
        closing(Pages(live := LiveTables(), opened, host, port, office := Office(opened, lambda: told()))) as pages,
    ):
        leaving.check()
        telling.page = pages.url

        def told() -> None:
            link = office.link(pages.own, lang if lang != "en" else "")
            tell(texts(lang).gettext("The secretary's page, for one window of this computer: {link}", link=link))

        told()
        run(serve(at, context, identifier, Kept(opened), live, pages, telling), leaving)
    tell(texts(lang).ngettext("{n} record kept", "{n} records kept", telling.number))


def _opened(store: str, leaving: Leaving, telling: "_Telling") -> "Store":
    """Return the store; wait for the server of its database. Raises Trouble, and KeyboardInterrupt when told to end."""
    from tierce_tools.logs.store import Store

    ended = threading.Event()
    with leaving.at_once(ended.set):
        while True:
            try:
                return Store.open(store)
            except Trouble as trouble:
                if trouble.key != "server":
                    raise
                telling.once("store_away", trouble)
            if ended.wait(_AGAIN_S):
                leaving.check()


class _Telling:
    """Tells people what happens, a line each."""

    def __init__(self, language: str, broker: "Address", words: "Callable[[Trouble], str]") -> None:
        self._say = texts(language)
        self._broker = broker
        self._words = words
        self._status: dict[str, str] = {}
        self._is_shown = self._waits = False
        self.page = ""  # where all tables are shown
        self.number = 0  # of records that were new

    def tell(self, key: str, why: object = "") -> None:
        if self.page and not self._is_shown:
            self._is_shown = True
            print(self.page, flush=True)
        told = self._words(why) if isinstance(why, Trouble) else self._say(str(why))
        tell(self._say(_NEWS[key], why=told, broker=self._broker))

    def once(self, key: str, why: Trouble) -> None:
        """Tell what is tried again and again, the first time."""
        if not self._waits:
            self._waits = True
            self.tell(key, why)

    def kept(self, number: int) -> None:
        self.number += number

    def status(self, table: str, payload: bytes) -> None:
        status = payload.decode("ascii", "replace")
        if status in _STATUS and self._status.get(table) != status:
            self._status[table] = status
            tell(self._say(_STATUS[status], table=table))
