"""Teaches a board its deck over the link: card by card, or all cards from a file.

The board stores the deck; this is a view of it. A walk can therefore be left and resumed at any
time, and nothing is lost if the cable is pulled.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.deckfile import Deck, cards_of, in_order
from tierce_tools.board.ports import Found, choose, device_of
from tierce_tools.board.session import Refused, Session
from tierce_tools.board.transport import Unplugged

UNDO, SKIP, QUIT, NEW, OLD = "u", "s", "q", "1", "2"

_LOOK_S = 0.2  # between two looks at the keys
_SILENT_S = 140.0  # a board gives up after two minutes; longer silence means it has gone
_STARTED_MS = 4000  # the board's uptime by which it has read all lying tags
_SETTLE_MS = 1500  # after a change of the deck: until lying tags have been read as their new cards
_AT_ONCE_MS = 5000  # a refusal within this time is not a timeout of waiting for a card
_AGAIN_S = 1.0  # between two attempts to find a board that has gone
_BACK_S = 4.0  # for a board that comes back to answer, per attempt
# What a board names as the problem of a refusal, in words for this command.
_REFUSALS = {
    "flash": N_("the board cannot keep its deck: its flash is full or worn out; tierce doctor says more"),
    "teaching": N_("a deck is being registered at the table: end it there (hold OK), or continue there"),
}

Tell = Callable[..., None]  # tell(what, **facts): see Walk


class Keys(Protocol):
    """The keys that a person presses."""

    def get(self) -> str | None:
        """Return the next key, or None."""
        ...

    @property
    def closed(self) -> bool:
        """Whether no more keys will come."""
        ...


def plan_of(decks: int, jokers: int) -> list[str]:
    """Return the cards of a deck in the order in which they are taught. Raises Trouble."""
    if decks not in (1, 2) or not 0 <= jokers <= 4:
        raise Trouble("register.packs", "there are 1 or 2 packs, and up to 4 jokers")
    return cards_of(decks, jokers)


def connected(port: str) -> tuple[Session, Callable[[], Session], Found]:
    """Return a session with a board, a function that opens another one, and the board's port. Raises Trouble."""
    found = choose(port)
    return Session.open(found.device), lambda: Session.open(device_of(found), _BACK_S), found


# --- a board's deck


def deck_of(session: Session) -> Deck:
    """Return the board's deck. Raises Trouble."""
    number = session.send("get", what="deck")
    deck: Deck = {}
    while True:
        part = session.wait(number, 5.0)
        deck.update((card, tag) for tag, card in part["cards"])
        if not part.get("more"):
            return in_order(deck)


def give(session: Session, card: str, tag: str | None) -> dict[str, Any]:
    """Assign a tag to a card, None: no tag; return the board's answer. Raises Trouble."""
    try:
        answer = session.ask("register", card=card, tag=tag)
    except Refused as refused:
        raise _refused(refused) from None
    if answer.get("waiting"):  # an older program ignores `tag` and waits for a card to be laid
        session.ask("register", cancel=True)
        raise Trouble(
            "register.old_program", "the board's program is older than this tool: tierce deploy brings it up to date"
        )
    return answer


def _refused(refused: Refused) -> Trouble:
    text = _REFUSALS.get(str(refused.problem))
    return Trouble(f"register.{refused.problem}", text) if text else refused


@dataclass
class Imported:
    """The changes of an import: `give` lists (card, tag) in order; None removes a tag."""

    give: list[tuple[str, str | None]]
    same: int  # cards that have their tag already
    others: list[str]  # cards that are not in the file and keep their tags


def compare(deck: Deck, has: Deck, replace: bool) -> Imported:
    """Return the changes that turn the board's deck `has` into `deck`.

    Cards that `deck` does not name keep their tags, unless `deck` gives the tag to another card;
    with `replace` they lose them.
    """
    changed: list[tuple[str, str | None]] = [
        (card, tag) for card, tag in in_order(deck).items() if has.get(card) != tag
    ]
    used = set(deck.values())
    rest = [card for card in in_order(has) if card not in deck and has[card] not in used]
    gone: list[tuple[str, str | None]] = [(card, None) for card in rest] if replace else []
    return Imported(gone + changed, len(deck) - len(changed), [] if replace else rest)


def send(session: Session, todo: Imported, done: Callable[[int], None]) -> None:
    """Send the changes of `compare`; `done(count)` is called after each card.

    Raises Trouble if it can't go on. Cards already sent stay, and are not sent again next time.
    """
    for count, (card, tag) in enumerate(todo.give):
        try:
            give(session, card, tag)
        except Unplugged:
            raise Trouble(
                "register.import_broken",
                "the board is gone after {done} of {cards} cards: plug it in again and repeat the command; "
                "what it has is not sent again",
                done=count,
                cards=len(todo.give),
            ) from None
        done(count + 1)


# --- card by card


@dataclass
class _Step:
    """Changes of one step of the walk: (card, its tag before)."""

    before: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])
    added: bool = False  # whether a card was appended to the cards to ask for


class Quit(Exception):
    """The person wants to stop."""


class Walk:
    """Asks for one card after another.

    `connect()` returns a Session. It is called at the start and again after a disconnection, and
    raises Trouble while there is no board. `cards` are asked for in this order, including those
    that have a tag. `tell(what, **facts)` reports: ask (card), taught (card, tag), same (card,
    tag), twice (card, tag, was), bad_tag (card), skipped, undone, no_undo, gone (why), back.
    `keep(deck)` is called after each change of the deck. The walk ends after `patience_s` without a
    card or a key.
    """

    def __init__(
        self, connect: Callable[[], Session], keys: Keys, tell: Tell, keep: Callable[[Deck], None], patience_s: float
    ) -> None:
        self._connect = connect
        self._keys = keys
        self._tell = tell
        self._keep = keep
        self._patience_s = patience_s
        self.session = connect()
        self._cancel()  # an earlier session may have left the board waiting for a card
        self.deck = deck_of(self.session)
        self.cards: list[str] = []
        self._asked: str | None = None  # the card that was last reported by `ask`
        self._at = 0
        self._done: list[_Step] = []
        self._busy_at = 0.0  # when the person last did something
        self._settled_ms = _STARTED_MS
        self._owed: list[tuple[str, str | None]] = []  # tags still to be given back

    def run(self, cards: Iterable[str]) -> None:
        """Ask for these cards. Raises Quit, Trouble."""
        self.cards = list(cards)
        self._busy_at = self.session.now()
        self._keep(self.deck)
        while self._at < len(self.cards):
            try:
                self._ask(self.cards[self._at])
            except Unplugged as gone:
                self._come_back(gone)

    def close(self) -> None:
        """Stop waiting for a card and close the session."""
        with suppress(Trouble):  # a disconnected board has nothing to cancel
            self._cancel()
        self.session.close()

    # --- one card

    def _ask(self, card: str) -> None:
        """Ask for a card until its tag is read or a key changes the step."""
        since = self._settle()
        try:
            number = self.session.send("register", card=card)
            self.session.wait(number, 5.0)
            # Only once the board waits: tags that lay there before are ignored.
            if self._asked != card:
                self._asked = card
                self._tell("ask", card=card)
            answer = self._wait(number)
        except Refused as refused:
            if refused.problem == "uid":
                self._touched()
                self._tell("bad_tag", card=card)
                self._asked = None
            elif self._uptime_ms() - since < _AT_ONCE_MS:
                raise _refused(refused) from None
            return  # otherwise the wait timed out, and the caller asks again
        if answer is not None:
            self._took(card, answer["tag"])

    def _wait(self, number: int) -> dict[str, Any] | None:
        """Wait for the tag of a card; None if a key was pressed instead."""
        since = self.session.now()
        while self.session.now() - since < _SILENT_S:
            key = self._key()
            if key == UNDO and not self._done:
                self._tell("no_undo", card=self.cards[self._at])
            elif key in (UNDO, SKIP):
                at = self._at
                self._cancel()
                self._look()  # the card may have been laid at the same moment
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
        """Record the tag that was read for the card."""
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
        """Handle a tag that another card has: that card keeps it unless a key says otherwise."""
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
                return  # the caller asks for the card again
            if key == NEW:
                break
            self.session.records(_LOOK_S)  # notices a pulled cable
        give(self.session, card, tag)
        self._set(card, tag)
        step = _Step(before)
        if was not in self.cards[self._at :]:
            self.cards.append(was)  # it has lost its tag
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
        """Go back by one card and restore the tags from before."""
        step = self._done[-1]
        self._give_back(step.before)
        self._done.pop()
        if step.added:
            self.cards.pop()
        self._at -= 1
        self._tell("undone", card=self.cards[self._at])

    # --- the board

    def _give_back(self, before: list[tuple[str, str | None]]) -> None:
        """Restore the earlier tags of cards; after a disconnection this is resumed."""
        self._owed = before[:]
        while self._owed:
            card, tag = self._owed[0]
            give(self.session, card, tag)
            self._set(card, tag)
            self._owed.pop(0)
        if before:
            self._settled_ms = self._uptime_ms() + _SETTLE_MS

    def _set(self, card: str, tag: str | None) -> None:
        """Record a card's tag in the local copy of the deck."""
        deck = {each: its for each, its in self.deck.items() if each != card and its != tag}
        if tag is not None:
            deck[card] = tag
        self.deck = in_order(deck)
        self._keep(self.deck)

    def _uptime_ms(self) -> int:
        return self.session.ask("get", what="health")["health"]["uptime_ms"]

    def _settle(self) -> int:
        """Wait until the board has read all lying tags; return its uptime in ms."""
        while True:
            now = self._uptime_ms()
            if now >= self._settled_ms:
                return now
            self.session.records(_LOOK_S)

    def _cancel(self) -> None:
        self.session.ask("register", cancel=True)

    def _look(self) -> None:
        """Fetch the board's deck, as a card may have been taught unnoticed."""
        found = deck_of(self.session)
        card = self.cards[self._at]
        tag = found.get(card)
        if tag is not None and tag != self.deck.get(card):
            self._took(card, tag)
        elif found != self.deck:
            self.deck = found
            self._keep(found)

    def _come_back(self, gone: Trouble) -> None:
        """Wait for a disconnected board and go on."""
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
                if trouble.name != gone.name:
                    gone = trouble
                    self._tell("gone", why=gone)

    # --- the person

    def _touched(self) -> None:
        self._busy_at = self.session.now()

    def _key(self) -> str | None:
        """Return the next key. Raises Quit; Trouble if the person has been away too long."""
        key = self._keys.get()
        if key is not None:
            self._touched()
            if key == QUIT:
                raise Quit
        elif self.session.now() - self._busy_at > self._patience_s:
            raise Trouble(
                "register.nobody",
                "no card for {minutes} minutes: what is registered is kept; tierce register goes on from there",
                minutes=round(self._patience_s / 60, 1),
            )
        return key

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._key()
            time.sleep(_LOOK_S / 2)
