"""The display of `tierce register`'s walk through a deck."""

import sys
from pathlib import Path
from typing import Any

from tierce_tools.base.texts import N_, texts
from tierce_tools.board import deckfile
from tierce_tools.board.follow import tell_time
from tierce_tools.board.ports import MODELLED, choose
from tierce_tools.board.registration import Quit, Walk, connected
from tierce_tools.board.registration_texts import card_text, sentence
from tierce_tools.board.session import Session
from tierce_tools.cli.keys import Keyboard
from tierce_tools.cli.register_deck import copy_of, keep_old
from tierce_tools.cli.register_view import cards_table
from tierce_tools.cli.streams import print_json


def walk(
    port: str,
    deck: Path | None,
    plan: list[str],
    todo: list[str],
    again: bool,
    patience_s: float,
    as_json: bool,
    lang: str,
) -> None:
    """Ask for the cards `todo` of the deck `plan`; with `again` also those that have a tag."""
    say = texts(lang)
    demo = Demo() if port == MODELLED else None
    if demo:
        found, connect, session = choose(port), demo.connect, demo.connect()
    else:
        session, connect, found = connected(port)
    first: list[Session] = [session]
    screen = Prompts(plan, as_json, lang)
    copy = copy_of(deck, found, session)

    def tell(what: str, **facts: Any) -> None:
        if demo:
            demo.move(what, facts)
        screen.show(what, facts, course.deck)

    def keep(now: deckfile.Deck) -> None:
        if copy is not None:
            deckfile.write(copy, now)

    with Keyboard() as keys, session:
        tell_time(session)
        course = Walk(lambda: first.pop() if first else connect(), keys, tell, keep, patience_s)
        cards = [card for card in todo if again or card not in course.deck]
        if copy is not None:
            keep_old(copy, course.deck, lang)
        try:
            if cards:
                screen.begin(course.deck, bool(demo))
                course.run(cards)
            else:
                keep(course.deck)
        except Quit:
            pass
        finally:
            screen.close()
            course.close()
    missing = [card for card in plan if card not in course.deck]
    if as_json:
        print_json(
            {
                "known": len(plan) - len(missing),
                "of": len(plan),
                "missing": missing,
                "deck": None if copy is None else str(copy),
            }
        )
        return
    if not cards and not missing:
        screen.print(
            say(
                "All {cards} cards are registered; to register one again, name it, as in tierce register "
                "7H, or all with --again.",
                cards=len(plan),
            )
        )
    else:
        screen.print(say("{done} of {cards} cards are registered.", done=len(plan) - len(missing), cards=len(plan)))
    if missing:
        screen.print(say("Missing: {cards}", cards=" ".join(card_text(card, lang) for card in missing)))
        screen.print(say("tierce register goes on where this ended."))
    if copy is not None:
        screen.print(say("The deck is in {path}", path=copy))


class Prompts:
    """Shows the walk on standard error; with --json prints facts on standard output."""

    def __init__(self, plan: list[str], as_json: bool, lang: str) -> None:
        from rich.console import Console

        self._plan = plan
        self._json = as_json
        self._lang: str = lang
        self._say = texts(lang)
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._live: Any = None
        self._asked: str | None = None

    def print(self, text: str) -> None:
        """Print a line above the live display."""
        self._console.print(text, markup=False)

    def begin(self, deck: deckfile.Deck, demo: bool) -> None:
        """Print how the walk works."""
        known = len([card for card in self._plan if card in deck])
        if demo:
            self.print(self._say("A modelled table, for trying: it lays the cards by itself, and forgets them."))
        self.print(
            self._say(
                "{done} of {cards} cards are registered. Lay each card that is asked for anywhere on the table.",
                done=known,
                cards=len(self._plan),
            )
        )
        self.print(
            self._say(
                N_("u: undo, s: skip, q: quit")
                if sys.stdin and sys.stdin.isatty()
                else N_("u, s or q and Enter: undo, skip, quit")
            )
        )
        if self._console.is_terminal and not self._json:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()

    def close(self) -> None:
        """Restore the terminal."""
        if self._live:
            self._live.stop()
            self._live = None

    def show(self, what: str, facts: dict[str, Any], deck: deckfile.Deck) -> None:
        """Show what happened: see Walk."""
        if what == "ask":
            self._asked = facts["card"]
        known = len([card for card in self._plan if card in deck])
        if self._json:
            told = {"event": what, **facts, "known": known, "of": len(self._plan)}
            told.pop("why", None)
            print_json(told)
        line = sentence(what, facts, known, len(self._plan), self._lang)
        if line is not None and not (self._live and what == "ask"):
            self.print(line)
        if self._live:
            self._draw(deck, known)

    def _draw(self, deck: deckfile.Deck, known: int) -> None:
        from rich.console import Group
        from rich.text import Text

        table = cards_table(self._plan, deck, self._lang, self._asked)
        lines: list[Any] = [Text(""), table]
        if self._asked:
            ask = sentence("ask", {"card": self._asked}, known, len(self._plan), self._lang)
            lines.append(Text(str(ask), style="bold"))
        lines.append(Text(self._say("u: undo, s: skip, q: quit"), style="dim"))
        self._live.update(Group(*lines), refresh=True)


class Demo:
    """A modelled table that lays each card that is asked for."""

    def __init__(self) -> None:
        self._transport: Any = None
        self._lies: str | None = None

    def connect(self) -> Session:
        """Return a session with a modelled table that has no deck."""
        from tierce_tools.board.twin_transport import ModelledTransport

        self._transport = ModelledTransport(deck=False)
        session = Session(self._transport, MODELLED)
        session.greet()
        return session

    def move(self, what: str, facts: dict[str, Any]) -> None:
        """Move the cards as the walk reports."""
        table = self._transport.table
        if what in ("ask", "undone", "skipped") and self._lies:
            table.take(self._lies)
            self._lies = None
        if what == "ask":
            self._lies = facts["card"]
            table.put(next(iter(table.antennas)), self._lies)
