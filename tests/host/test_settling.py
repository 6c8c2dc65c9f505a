"""Time that is asked for: the table runs until nothing is pending, then answers."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from driven import TWO, Driven

from tierce_tools.base.paths import games
from tierce_tools.base.trouble import Trouble
from tierce_tools.machines.modelled import Maker
from tierce_tools.page.running import Running, State
from tierce_tools.page.views import Viewer
from tierce_tools.virtual import settling
from tierce_tools.virtual.play import AT_ONCE, Answer, Play

OWNER = Viewer(None)
SOLO = [{"name": "Ana"}, {"name": "Luc", "computer": True}]
BOTH = [{**each, "computer": True} for each in TWO]


def test_a_request_and_what_the_table_makes_of_it_are_done(table: Driven) -> None:
    table.begin()
    table.asks(None, "deal")
    assert table.do("settle")["settled"] is True
    hand = table.cards("hand1")
    table.asks(None, "draw", seat=1)
    table.lay(hand[0], "discard")
    assert table.do("settle")["settled"]
    assert [each["event"] for each in table.verdicts()] == ["turn"]
    assert table.match()["seat"] == 0


def test_a_computer_acts_until_a_person_has_to(table: Driven) -> None:
    table.deal(players=SOLO)
    table.do("pace", turn=8)
    answer = table.do("settle")
    assert answer["settled"]
    assert 6000 < answer["ms"] < 60_000
    assert table.match()["seat"] == 0
    assert len(table.verdicts()) == 1
    assert table.do("settle")["ms"] < 3000  # it is a person's turn: nothing to wait for


def test_a_match_of_computers_only_does_not_settle_and_says_so(table: Driven) -> None:
    table.begin(players=BOTH)
    for ms in (-1, settling.MOST_MS + 1, "5", True):
        with pytest.raises(Trouble, match="bad_value"):
            table.do("settle", ms=ms)
    answer = table.do("settle", ms=10_000)
    assert answer["settled"] is False
    assert 10_000 <= answer["ms"] < 30_000
    assert table.verdicts()


def test_what_waits_for_people_is_not_waited_for(table: Driven) -> None:
    log = (games() / "demo-rami7.jsonl").read_text().splitlines(keepends=True)[:8]
    table.do("open", name="a", text="".join(log))
    table.do("playback", paused=True)
    assert table.do("settle")["settled"]
    at = table.snapshots.sections()["playback"]["at"]
    table.asks(None, "playback", paused=True, step=True)
    assert table.do("settle")["settled"]
    assert table.snapshots.sections()["playback"]["at"] == at + 1
    table.do("playback", paused=False, speed=100)
    assert table.do("settle")["settled"]
    assert table.snapshots.sections()["playback"]["at"] == 7
    table.begin()
    table.do("fault", what="power", on=True)
    assert table.do("settle")["settled"]


def test_two_may_wait_at_once_and_another_table_ends_it(table: Driven) -> None:
    one, other = table.asks(None, "settle"), table.asks(None, "settle")
    table.until(lambda: len(table.play.answered) == 2)
    assert {each for each, _ in table.play.answered} == {one, other}
    table.play.answered.clear()
    late = table.asks(None, "settle")
    table.asks(None, "new", game="gin", players=TWO, rules={})
    with pytest.raises(Trouble, match="another_table"):
        table.answer(late)


class Shell:
    """A shell around a running table, with a clock that a test moves."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        self.answers: list[tuple[Any, Answer | Exception]] = []
        self.states: list[State] = []
        self.play = Play(Maker(folder), 1)
        self.running = Running(self.play, lambda: self.now, self.states.append, lambda *told: self.answers.append(told))

    def turns(self, seconds: float, until: Callable[[], object] = lambda: False) -> None:
        """Take a turn every ten milliseconds of the clock."""
        end = self.now + seconds
        while self.now < end and not until():
            self.running.turn(frozenset({None}))
            self.now += 0.01

    def asked(self, do: str, **more: Any) -> Answer | Exception:
        """Ask; return the answer, and how it was when it came."""
        before = len(self.answers)
        self.running.ask(OWNER, {"do": do, **more}, do)
        self.turns(600, lambda: len(self.answers) > before)
        return self.answers[-1][1]


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    made = Shell(tmp_path)
    yield made
    made.running.close()


def test_table_time_follows_the_clock_but_for_who_asks(shell: Shell) -> None:
    begin = shell.play.machine.ms()
    shell.turns(3)
    assert shell.play.machine.ms() - begin == pytest.approx(3000, abs=50)
    begin, now = shell.play.machine.ms(), shell.now
    answer = shell.asked("settle")
    assert isinstance(answer, dict)
    assert shell.play.rate == 1
    passed = shell.play.machine.ms() - begin
    assert passed >= answer["ms"] > 1000
    assert shell.now - now < passed / 1000 / 10
    begin = shell.play.machine.ms()
    shell.turns(3)  # no time is owed for it, nor was any lent
    assert shell.play.machine.ms() - begin == pytest.approx(3000, abs=50)


def test_the_answer_comes_after_the_snapshot_of_what_has_settled(shell: Shell) -> None:
    for asked in ({"do": "new", "game": "rami51", "players": TWO, "rules": {}}, {"do": "deal"}):
        shell.running.ask(OWNER, asked, asked["do"])
        shell.asked("settle")
    assert [asker for asker, _ in shell.answers] == ["new", "settle", "deal", "settle"]
    state = shell.running.state
    assert state.sections["match"]["phase"] == "turn"
    assert len(state.sections["cards"]["hand1"]) == 13
    assert state is shell.states[-1]


def test_it_is_the_owners_request_only(shell: Shell) -> None:
    shell.running.ask(Viewer(0), {"do": "settle"}, "seat")
    shell.turns(0.02)
    (asker, error), *_ = shell.answers
    assert (asker, getattr(error, "key", "")) == ("seat", "owner_only")
    assert shell.play.rate < AT_ONCE
