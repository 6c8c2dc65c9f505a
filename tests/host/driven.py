"""A virtual table whose time passes as fast as possible, driven by a test."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

from tierce_tools.machines.modelled import Maker
from tierce_tools.page.snapshots import Snapshots
from tierce_tools.virtual.actions import ask
from tierce_tools.virtual.play import Play

TWO = [{"name": "Ana"}, {"name": "Luc"}]
JUDGED = ("turn", "refused", "round", "match")


class Driven:
    """A table whose time passes as fast as possible while a test waits for something."""

    def __init__(self, folder: Path, seed: int = 1, config: dict[str, Any] | None = None, *kept: Any) -> None:
        """`kept` is what a table that is kept has: a `Maker`'s further arguments."""
        self.play = Play(Maker(folder, config, *kept), seed)
        self.snapshots = Snapshots(self.play)
        self.told: list[dict[str, Any]] = []  # everything that came over the link
        take = self.play.match.take

        def noted(records: Any) -> Any:
            self.told += records
            return take(records)

        self.play.match.take = noted

    def do(self, do: str, whose: int | None = None, **more: Any) -> dict[str, Any]:
        """Ask something of the table, from the owner's page or a seat's; return the answer."""
        return self.answer(self.asks(whose, do, **more), do)

    def asks(self, whose: int | None, do: str, **more: Any) -> Future[Any]:
        """Ask something, without waiting for the answer."""
        future: Future[Any] = Future()
        ask(self.play, {"do": do, **more}, future, whose)
        return future

    def answer(self, future: Future[Any], what: str = "an answer") -> dict[str, Any]:
        self.until(lambda: any(each is future for each, _ in self.play.answered), what)
        answer = next(answer for each, answer in self.play.answered if each is future)
        self.play.answered.clear()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def until(self, true: Any, what: object = "", ms: float = 90000) -> None:
        end = self.play.machine.ms() + ms
        while not true():
            assert self.play.machine.ms() < end, (what, self.snapshots.sections()["match"])
            self.play.advance(50)

    def wait(self, ms: float) -> None:
        end = self.play.machine.ms() + ms
        self.until(lambda: self.play.machine.ms() >= end, ms=2 * ms + 1000)

    def begin(self, game: str = "rami51", **more: Any) -> None:
        self.do("new", **{"game": game, "players": TWO, "rules": {}, "sure": True, **more})

    def deal(self, game: str = "rami51", **more: Any) -> None:
        self.begin(game, **more)
        self.do("deal")

    def hold(self, seat: int, cards: str) -> None:
        """Give a seat other cards than it was dealt."""
        self.play.scene.move(list(self.cards(f"hand{seat}")), "stock", 0)
        self.play.scene.move(cards.split(), f"hand{seat}")

    def lay(self, cards: str, to: str) -> None:
        self.do("move", cards=cards.split(), to=to)

    def stack(self, cards: str) -> None:
        """Put these cards on top of the stock; the last one is drawn first."""
        self.play.scene.move(cards.split(), "stock")

    def cards(self, place: str) -> list[str]:
        return self.play.scene.places[place]

    def verdicts(self) -> list[dict[str, Any]]:
        return [each for each in self.told if each.get("event") in JUDGED]

    def verdict(self, event: str) -> dict[str, Any]:
        """Wait for the next verdict, which must be of this kind."""
        known = len(self.verdicts())
        self.until(lambda: len(self.verdicts()) > known, event)
        self.wait(200)
        found = self.verdicts()[known]
        assert found["event"] == event, found
        return found

    def match(self) -> Any:
        return self.snapshots.match()
