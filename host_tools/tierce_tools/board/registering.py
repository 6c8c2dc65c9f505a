"""Teaching a board its deck over the link: card by card as they are laid, or all from a file.

The board keeps the deck; here is only what one has seen of it. So a walk can be left and gone on
with at any time, and a cable that is pulled costs nothing.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from tierce_tools.board.deckfile import Deck, in_order
from tierce_tools.board.session import Refused, Session
from tierce_tools.board.wire import Unplugged
from tierce_tools.trouble import Trouble

UNDO, SKIP, QUIT, NEW, OLD = "u", "s", "q", "1", "2"

_LOOK_S = 0.2  # between two looks at the keys
_SILENT_S = 140.0  # a board gives a card up after two minutes: one that says nothing has gone
_STARTED_MS = 4000  # of a board's time: by then it has seen what lies on it
_SETTLE_MS = 1500  # and by then, what lies on it as cards that are others now
_AT_ONCE_MS = 5000  # a board that refuses by then has not waited for a card
_AGAIN_S = 1.0  # between two tries to find a board that has gone

Tell = Callable[..., None]  # tell(what, **facts): see Walk


class Keys(Protocol):
    """What a person presses."""

    def get(self) -> str | None:
        """Return the next key, or None for none now."""
        ...

    @property
    def closed(self) -> bool:
        """Whether no key will come any more."""
        ...


# --- what a board has


def deck_of(session: Session) -> Deck:
    """Return the deck that a board has. Raises Trouble."""
    number = session.send("get", what="deck")
    deck: Deck = {}
    while True:
        part = session.wait(number, 5.0)
        deck.update((card, tag) for tag, card in part["cards"])
        if not part.get("more"):
            return in_order(deck)


def give(session: Session, card: str, tag: str | None) -> dict[str, Any]:
    """Let a card have a tag from now on, None: no tag; return the board's answer."""
    try:
        answer = session.ask("register", card=card, tag=tag)
    except Refused as refused:
        raise _refused(refused) from None
    if answer.get("waiting"):  # a program of before there was `tag` waits for one to be laid
        session.ask("register", cancel=True)
        raise Trouble("register", "old_program")
    return answer


def _refused(refused: Refused) -> Trouble:
    return Trouble("register", "full") if refused.why.endswith(": flash") else refused


@dataclass
class Imported:
    """What an import changes: `give` (card, tag; None takes it away), in this order."""

    give: list[tuple[str, str | None]]
    same: int  # cards that have their tag already
    others: list[str]  # cards that the file does not name, and that keep their tags


def compare(deck: Deck, has: Deck, replace: bool) -> Imported:
    """Return what there is to do, so that a board that has one deck has another.

    Cards that `deck` does not name keep their tags, unless that is another card's now; with
    `replace` they lose them.
    """
    changed: list[tuple[str, str | None]] = [
        (card, tag) for card, tag in in_order(deck).items() if has.get(card) != tag
    ]
    used = set(deck.values())
    rest = [card for card in in_order(has) if card not in deck and has[card] not in used]
    gone: list[tuple[str, str | None]] = [(card, None) for card in rest] if replace else []
    return Imported(gone + changed, len(deck) - len(changed), [] if replace else rest)


def send(session: Session, todo: Imported, done: Callable[[int], None]) -> None:
    """Do what `compare` found; `done(count)` is told after each card.

    Raises Trouble where it can't go on; what was done stays, and is not done again the next time.
    """
    for count, (card, tag) in enumerate(todo.give):
        try:
            give(session, card, tag)
        except Unplugged:
            raise Trouble("register", "import_broken", count, len(todo.give)) from None
        done(count + 1)


# --- card by card


@dataclass
class _Step:
    """What one step of the walk has changed: cards, with the tags that they had before."""

    before: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])
    added: bool = False  # whether a card was put at the end of those to ask for


class Quit(Exception):
    """The person has had enough for now."""


class Walk:
    """Asks for one card after the other.

    `connect()` gives a Session: at the start, and again after the board has gone; it raises Trouble
    while there is none. `cards` are asked for in this order, those that have a tag as well.
    `tell(what, **facts)` is told what happens: ask (card), taught (card, tag), same (card, tag),
    twice (card, tag, was), bad_tag (card), skipped, undone, no_undo, gone (why), back. `keep(deck)`
    is given the deck whenever it has changed. After `patience_s` without a card or a key it ends.
    """

    def __init__(
        self,
        connect: Callable[[], Session],
        keys: Keys,
        tell: Tell,
        keep: Callable[[Deck], None],
        patience_s: float,
    ) -> None:
        self._connect = connect
        self._keys = keys
        self._tell = tell
        self._keep = keep
        self._patience_s = patience_s
        self.session = connect()
        self._cancel()  # whoever was here before may have left a card that is waited for
        self.deck = deck_of(self.session)
        self.cards: list[str] = []
        self._asked: str | None = None  # the card that was told of last
        self._at = 0
        self._done: list[_Step] = []
        self._busy_at = 0.0  # when a person last did something
        self._settled_ms = _STARTED_MS
        self._owed: list[tuple[str, str | None]] = []  # what is to be given back still

    def run(self, cards: Iterable[str]) -> None:
        """Ask for these cards. Raises Quit, Trouble."""
        self.cards = list(cards)
        self._busy_at = time.monotonic()
        self._keep(self.deck)
        while self._at < len(self.cards):
            try:
                self._ask(self.cards[self._at])
            except Unplugged as gone:
                self._come_back(gone)

    def close(self) -> None:
        """Stop waiting for a card, and let go of the board."""
        with suppress(Trouble):  # a board that has gone waits for nothing
            self._cancel()
        self.session.close()

    # --- one card

    def _ask(self, card: str) -> None:
        """Ask for a card until it is there or a key says otherwise."""
        since = self._settle()
        try:
            number = self.session.send("register", card=card)
            self.session.wait(number, 5.0)
            # Not before the board waits: a tag that lies there when it begins to is not meant.
            if self._asked != card:
                self._asked = card
                self._tell("ask", card=card)
            answer = self._wait(number)
        except Refused as refused:
            if refused.why.endswith(": uid"):
                self._touched()
                self._tell("bad_tag", card=card)
                self._asked = None
            elif self._uptime_ms() - since < _AT_ONCE_MS:
                raise _refused(refused) from None
            return  # else it has waited in vain, and waits again
        if answer is not None:
            self._took(card, answer["tag"])

    def _wait(self, number: int) -> dict[str, Any] | None:
        """Wait for the tag of a card; None where a key said otherwise."""
        since = time.monotonic()
        while time.monotonic() - since < _SILENT_S:
            key = self._key()
            if key == UNDO and not self._done:
                self._tell("no_undo", card=self.cards[self._at])
            elif key in (UNDO, SKIP):
                at = self._at
                self._cancel()
                self._look()  # the card may have been laid at the same time
                if key == UNDO:
                    self._undo()
                elif at == self._at:
                    self._skip()
                return None
            try:
                return self.session.wait(number, _LOOK_S)
            except Trouble as trouble:
                if trouble.key != "no_answer":
                    raise
        raise Unplugged(self.session.port)

    def _took(self, card: str, tag: str) -> None:
        """A tag was read for the card that was asked for."""
        self._touched()
        had = self.deck.get(card)
        was = next((each for each, its in self.deck.items() if its == tag), None)
        if was == card:
            self._next(_Step())
            self._tell("same", card=card, tag=tag)
        elif was is None:
            self._set(card, tag)
            self._next(_Step([(card, had)]))
            self._tell("taught", card=card, tag=tag)
        else:
            self._choose(card, tag, was)

    def _choose(self, card: str, tag: str, was: str) -> None:
        """A tag is another card already: it stays that, until the person says otherwise."""
        had = self.deck.get(card)
        before: list[tuple[str, str | None]] = [(was, tag), (card, had)]
        self._give_back(before)
        self._asked = None
        self._tell("twice", card=card, tag=tag, was=was)
        while True:
            key = self._key()
            if key == SKIP:
                self._skip()
                return
            if key in (OLD, UNDO) or (key is None and self._keys.closed):
                return  # it is asked for again
            if key == NEW:
                break
            self.session.records(_LOOK_S)  # notices a cable that is pulled
        give(self.session, card, tag)
        self._set(card, tag)
        step = _Step(before)
        if was not in self.cards[self._at :]:
            self.cards.append(was)  # it has no tag now
            step.added = True
        self._next(step)
        self._tell("taught", card=card, tag=tag, was=was)

    def _next(self, step: _Step) -> None:
        self._done.append(step)
        self._at += 1

    def _skip(self) -> None:
        card = self.cards[self._at]
        self._next(_Step())
        self._tell("skipped", card=card)

    def _undo(self) -> None:
        """Go back by one card, and let all be as it was before."""
        step = self._done[-1]
        self._give_back(step.before)
        self._done.pop()
        if step.added:
            self.cards.pop()
        self._at -= 1
        self._tell("undone", card=self.cards[self._at])

    # --- the board

    def _give_back(self, before: list[tuple[str, str | None]]) -> None:
        """Give cards the tags that they had before, if need be after the board has come back."""
        self._owed = before[:]
        while self._owed:
            card, tag = self._owed[0]
            give(self.session, card, tag)
            self._set(card, tag)
            self._owed.pop(0)
        if before:
            self._settled_ms = self._uptime_ms() + _SETTLE_MS

    def _set(self, card: str, tag: str | None) -> None:
        """Note what a board has now."""
        deck = {each: its for each, its in self.deck.items() if each != card and its != tag}
        if tag is not None:
            deck[card] = tag
        self.deck = in_order(deck)
        self._keep(self.deck)

    def _uptime_ms(self) -> int:
        return self.session.ask("get", what="health")["health"]["uptime_ms"]

    def _settle(self) -> int:
        """Wait until the board has seen what lies on it, which is not meant; return its time."""
        while True:
            now = self._uptime_ms()
            if now >= self._settled_ms:
                return now
            self.session.records(_LOOK_S)

    def _cancel(self) -> None:
        self.session.ask("register", cancel=True)

    def _look(self) -> None:
        """See what the board has: a card may have been taught while nobody listened."""
        found = deck_of(self.session)
        card = self.cards[self._at]
        tag = found.get(card)
        if tag is not None and tag != self.deck.get(card):
            self._took(card, tag)
        elif found != self.deck:
            self.deck = found
            self._keep(found)

    def _come_back(self, gone: Trouble) -> None:
        """Wait for a board that has gone, and go on where one was."""
        self._tell("gone", why=gone)
        self._touched()
        self.session.close()
        while True:
            self._pause(_AGAIN_S)
            try:
                self.session = self._connect()
                self._settled_ms = _STARTED_MS
                self._cancel()
                self._touched()
                self._tell("back")
                self._asked = None
                self._give_back(self._owed)
                self._look()
                return
            except Refused:
                raise
            except Trouble as trouble:
                if trouble.area not in ("ports", "link"):
                    raise
                self.session.close()
                if (trouble.area, trouble.key) != (gone.area, gone.key):
                    gone = trouble
                    self._tell("gone", why=gone)

    # --- the person

    def _touched(self) -> None:
        self._busy_at = time.monotonic()

    def _key(self) -> str | None:
        """Return the next key. Raises Quit, and Trouble when nobody has been there for long."""
        key = self._keys.get()
        if key is not None:
            self._touched()
            if key == QUIT:
                raise Quit
        elif time.monotonic() - self._busy_at > self._patience_s:
            raise Trouble("register", "nobody", round(self._patience_s / 60, 1))
        return key

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._key()
            time.sleep(_LOOK_S / 2)
