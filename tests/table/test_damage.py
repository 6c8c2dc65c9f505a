"""Damage to the journal is reported and asked about: no total changes silently."""

import json
import random

import pytest
import ring
from damaging import DAMAGES, GAMES, Played, standing, started, tried
from eventlines import as_event
from running import Running, config_for, log_of, zones_of
from test_table_faults import told

from app.files import Files
from app.journal.journal import EVENT, NOTE, OUTCOME, Journal
from app.journal.resume import _Found, _is_line
from app.journal.segments import open_journal
from app.journal.totals import NAME, keep, kept
from app.link.services import Services
from tierce.outcomes import line
from tierce.referee import Referee
from tierce_tools.base.paths import engine
from tierce_tools.rules import vm

TRIALS = ring.rounds(30, 250)


@pytest.fixture(scope="module")
def moments():
    dice = random.Random(5)
    return [moment for game in GAMES[:: ring.rounds(3, 1)] for moment in Played([game, game], dice).moments]


def test_no_damage_changes_a_total_in_silence(moments, seed):
    dice = random.Random(seed)
    for number in range(TRIALS):
        damage = DAMAGES[number % len(DAMAGES)]
        moment = dice.choice(moments)
        before = dice.getstate()
        assert tried(moment, damage, dice) != "wrong", (number, damage.__name__, before[1][-1])


def test_without_damage_nobody_is_asked(moments):
    for kept_there, right in moments[:: ring.rounds(9, 1)]:
        table = started(kept_there)
        assert table.doubt is None
        assert standing(table) == right
        # And again, with the notes of two starts.
        assert standing(started(started(table.kept).kept)) == right


def test_each_bit_of_a_short_journal(seed):
    """After any single bit flip, the totals are the same or are asked for."""
    dice = random.Random(seed)
    moments = Played(["rami7-2"], random.Random(1), every=60).moments
    moment = next(each for each in moments if each[1] and each[1][1])
    names = [name for name in moment[0] if "journal" in name or "totals" in name]
    asked = 0
    for name in names:
        for at in range(0, len(moment[0][name]), ring.rounds(149, 7)):
            data = bytearray(moment[0][name])
            data[at] ^= 1 << dice.randrange(8)
            found = tried(({**moment[0], name: bytes(data)}, moment[1]), lambda *_: None, dice)
            assert found != "wrong", (name, at)
            asked += found == "asked"
    assert asked > ring.rounds(2, 50)


def test_the_totals_beside_the_journal_are_read_back_or_not_at_all(tmp_path):
    files = Files(str(tmp_path))
    assert kept(files) is None
    journal = Journal(files)
    open_journal(journal)
    header = {"tierce": 1, "players": ["Zoé"]}
    keep(journal, header, 3, [-5], 0)
    assert kept(files) == (journal.next_seq - 1, header, 3, [-5], 0, None)
    keep(journal, header, 3, [-5], 0, ["state"])
    keep(journal, header, 3, [-6], 0)
    assert kept(files)[3:] == ([-6], 0, [journal.next_seq, ["state"]])
    whole = files.read(NAME)
    for at in range(len(whole)):
        for changed in (whole[:at], whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :]):
            files.write(NAME, changed)
            assert kept(files) is None
    files.write(NAME, b"\x1d\x0f[]")
    assert kept(files) is None


@pytest.mark.parametrize(
    ("game", "how", "rounds"), [("contrat", "out", 3), ("contrat", "void", 2), ("rami51", "void", 3)]
)
def test_a_void_round_of_contrat_was_not_played(game, how, rounds, tmp_path):
    found = _Found(Journal(Files(str(tmp_path))))
    found.header = {"game": game, "players": ["Ana", "Luc"]}
    outcome = ("round", 1, 3, how, [], [0, 0], [40, 7], 1)
    found._read(12, line(outcome))
    assert found.known == (12, rounds, [40, 7], 1)


def test_lines_of_before_there_were_figures_are_no_damage():
    refused = ("refused", 5, 1, ["no_draw"], [("no_draw", 0, 1)])
    accepted = ("ruling", 5, "accept", 1, ["no_draw"], [("no_draw", 0, 1)])
    for outcome in (refused, accepted):
        assert _is_line(line(outcome), outcome)
    assert _is_line('{"t":5,"event":"refused","seat":1,"codes":["no_draw"],"why":["0 drawn, 1 needed"]}', refused)
    assert _is_line('{"t":5,"event":"ruling","ruling":"accept","seat":1,"codes":["no_draw"]}', accepted)
    assert not _is_line('{"t":5,"event":"refused","seat":1,"codes":["no_draw","no_discard"],"why":["",""]}', refused)
    assert not _is_line(line(("turn", 5, 1, "stock", 0, 12)), ("turn", 5, 1, "stock", 0, 1))


# --- at the table


RULES = {"hand": 2, "first_lay_points": 0, "first_lay_pure_run": False, "target": 1000}


def spoil(table):
    """Cut the power and flip a bit of the last turn in the oldest part of the journal."""
    table.cut()
    name = table.files.names("journal")[0]
    data = bytearray(table.files.read("journal/" + name))
    data[data.rindex(b'"turn"')] ^= 8
    table.files.write("journal/" + name, bytes(data))


def damaged(tmp_path, language="en"):
    """Return a table that lost a part of its match, just after its start; and its state before."""
    log = log_of("rami51", 56, RULES, 2)
    table = Running(config_for(*zones_of(log), language=language), folder=tmp_path, ms=1500)
    table.program.table.begin(log[0])
    for event in log[1:]:
        table.people.do(event)
        if len(table.program.show.sheet) == 1 and table.people.outcomes[-1][0] == "turn":
            break
    totals = list(table.program.show.totals)
    dealer = table.program.show.dealer
    spoil(table)
    table.start()
    table.run(300)
    return table, log[0], totals, dealer


def press(table, presses):
    """Press one button after another: "plus:long" for example."""
    for each in presses.split():
        button, _, gesture = each.partition(":")
        table.program.panel.gesture(int(button) if button.isdigit() else button, gesture or "short")
        table.run(50)


def test_the_screen_says_it_and_ok_goes_on_with_the_totals(tmp_path):
    table, header, totals, dealer = damaged(tmp_path, "fr")
    notices = table.program.panel.words.menu().NOTICES
    assert told(table, notices["damaged"]), table.said()
    assert told(table, notices["doubt"]), table.said()
    assert table.program.show.phase == "doubt"
    assert Services(table.program).about()["doubt"] is True
    assert table.program.show.totals == totals
    assert table.journal([NOTE])[-1][2] == {"damaged": True, "rounds": 1, "totals": totals}  # for a host
    press(table, "ok")
    for seat, name in enumerate(header["players"]):
        assert told(table, name)
        assert told(table, str(totals[seat]))
    press(table, "plus plus ok")
    assert table.program.show.phase == "deal"
    assert table.program.show.totals == totals
    assert table.program.show.dealer == dealer
    begun = table.program.match.header
    assert begun == {**header, "totals": totals, "rounds": 1, "dealer": dealer}
    # It was written to the journal first, so it stays.
    table.cut()
    table.start()
    assert table.program.match.doubt is None
    assert table.program.match.header == begun


def test_totals_are_corrected_with_three_buttons(tmp_path):
    table, _, totals, _ = damaged(tmp_path)
    press(table, "ok ok plus:long minus ok plus plus ok:long ok")  # there is nothing to take back
    assert table.program.show.totals == [totals[0] + 9, *totals[1:]]
    assert table.program.show.phase == "deal"


def test_totals_that_end_the_match_are_refused_and_asked_again(tmp_path):
    table, _, totals, _ = damaged(tmp_path)
    press(table, "ok ok" + 90 * " plus:long" + " ok plus plus ok")
    assert table.program.match.referee is None
    assert told(table, "1000")
    press(table, "ok")
    assert told(table, str(totals[0] + 900))


def test_the_question_stands_until_it_is_answered(tmp_path):
    table, _, totals, _ = damaged(tmp_path)
    for ms in (0, 100, 2000):
        table.cut()
        table.start()
        table.run(ms)
        assert table.program.match.referee is None
        assert table.program.match.doubt["totals"] == totals
    for each in ("ok", "ok:long", "0", "minus:double"):
        press(table, each)
        assert table.program.match.referee is None
        assert table.program.match.doubt is not None


def test_the_match_may_be_given_up(tmp_path):
    table, _, _, _ = damaged(tmp_path)
    press(table, "ok plus:long ok plus ok")
    assert table.program.match.doubt is None
    assert table.program.show.phase == "menu"
    table.cut()
    table.start()
    assert table.program.match.doubt is None


def state_of(match):
    view = match.view
    names = "phase round dealer totals hands turns stock seat pile won start".split()
    where = {zone: list(view.cards(zone)) for zone in view.zones()}
    show = match.show
    given = [list(each) for each in show.given]
    return [getattr(view, name) for name in names], where, show.sheet, given, match.referee.kept()


def resumed(files):
    """Return a match that goes on with some files, and the numbers of the events that it replayed."""
    fed = []
    take = Referee.take
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Referee, "take", lambda *given: [fed.append(given[1]), take(*given)][1])
        return started(files), fed


GIN = ("gin", {"target": 1000}), ("gin", {"target": 1000, "hollywood": True})


@pytest.mark.parametrize(("game", "rules"), [*GIN, *((game, {}) for game in ring.MODULES if game != "gin")])
def test_a_match_of_800_events_is_back_after_a_few(game, rules):
    """Cut off anywhere, only what came since its state was kept is replayed, and the match is as it was."""
    log = log_of(game, 7, rules, 2 if game == "gin" else 4, 400)[:801]
    match = started({})
    match.begin(log[0])
    for number, event in enumerate(log[1:]):
        match.now = lambda t=event["t"]: t
        match.take(as_event(event))
        if match.phase == "over":
            break
        if number % ring.rounds(194, 97) == 96:
            for synced in (False, True):  # what is not on flash yet is gone
                again, fed = resumed(match.kept)
                # Without the file of totals all of it is replayed, with the same result.
                right, events = resumed({name: data for name, data in match.kept.items() if name != f"/{NAME}"})
                assert state_of(again) == state_of(match if synced else right)
                assert state_of(right) == state_of(again)
                assert fed == events[len(events) - len(fed) :]
                assert events == [thing for _, kind, thing in again.journal.read(0) if kind == EVENT]
                assert len(fed) <= 64 + 30
                while again.unread:
                    again.read_on()
                assert not again.show.warnings
                match.journal.sync()


def test_damage_before_that_state_is_told_while_the_match_goes_on():
    log = log_of("rami51", 56, RULES, 2)
    match = started({})
    match.begin(log[0])
    for event in log[1:]:
        match.take(as_event(event))
        if len(match.show.sheet) >= 3 and match.phase == "turn" and match.view.turns[0]:
            break
    match.journal.sync()
    name = min(name for name in match.kept if "journal" in name)
    data = bytearray(match.kept[name])
    data[data.index(b'"turn"')] ^= 8
    again = started({**match.kept, name: bytes(data)})
    assert again.doubt is None
    assert state_of(again) == state_of(match)
    assert not again.show.warnings
    while again.unread:
        again.read_on()
    assert [each[2:] for each in again.show.warnings] == [("log_damaged", 4)]


STATE = """
import json
from tierce.outcomes import line
from tierce.referee import Referee
log = [json.loads(text) for text in open("log.jsonl")]
first = Referee(log[0])
for event in log[1:300]:
    first.feed(event)
second = Referee(log[0])
second.go_on(json.loads(json.dumps(first.kept())))
for event in log[300:]:
    assert [line(each) for each in second.feed(event)] == [line(each) for each in first.feed(event)]
print(first.view.totals == second.view.totals, len(log))
"""


def test_the_state_is_kept_in_micropython():
    log = log_of("gin", 7, {"hollywood": True}, 2, 400)
    text = "".join(json.dumps(event) + "\n" for event in log).encode()
    done = vm.find()[0].run(STATE, {"tierce": engine(), "log.jsonl": text}, ["."])
    assert (done.stdout, done.stderr) == (f"True {len(log)}\n", "")


@pytest.mark.parametrize(
    ("ends", "beside"),
    [
        pytest.param(True, False, id="end-lost"),
        pytest.param(False, True, id="turn-beside"),
        pytest.param(True, True, id="end-beside", marks=pytest.mark.longer),
        pytest.param(False, False, id="turn-lost", marks=pytest.mark.longer),
    ],
)
def test_after_an_undo_rounds_and_dealer_are_those_before(ends, beside, tmp_path):
    """With and without the totals beside the journal; after a turn that ended a round or not."""
    log = log_of("rami51", 56, RULES, 2)
    header = log[0] | {"totals": [40, 30], "rounds": 4}
    table = Running(config_for(*zones_of(log)), folder=tmp_path, ms=1500)
    table.program.table.begin(header)
    for event in log[1:]:
        table.people.do(event)
        verdict = table.people.outcomes and table.people.outcomes[-1][0]
        if verdict == ("round" if ends else "turn"):
            break
    table.people.do({"ruling": "undo"})
    assert table.people.outcomes[-1][0] == "ruling"
    game = table.program.match.referee.view
    known = (game.round - 1, list(game.totals), game.dealer)
    spoil(table)
    if not beside:
        table.files.remove(NAME)
    table.start()
    doubt = table.program.match.doubt
    assert (doubt["rounds"], doubt["totals"], doubt["dealer"]) == known


def test_a_hint_is_not_asked_for_again_at_a_start(tmp_path, monkeypatch):
    log = log_of("rami51", 56, RULES, 2)
    table = Running(config_for(*zones_of(log), hints=True), folder=tmp_path, ms=1500)
    table.program.table.begin(log[0])
    for event in log[1:4]:
        table.people.do(event)
    table.people.press(table.program.show.seat, "double")
    table.run(3000)
    table.program.journal.sync()
    before = table.journal([OUTCOME])
    asked = []
    monkeypatch.setattr(Referee, "_answer", lambda *given: asked.append(given))
    for gone in ([], [NAME]):  # without its totals all of the match is played again
        table.cut()
        for name in gone:
            table.files.remove(name)
        table.start()
        assert table.journal([OUTCOME]) == before
        assert table.journal([EVENT])[-1][2]["press"] == "hint"
        assert asked == []
        assert table.program.match.referee.show_hints
