"""`tierce export`: logs whose replay gives the board's outcomes, tables, score sheets."""

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import ring
from evenings import log_of, of_names, records_of, store_at
from htmlpage import ASKING, Page
from journals import kept, played
from verbs import complaint, tierce_here

from tierce_tools.base.paths import games
from tierce_tools.cli.export import terms_of
from tierce_tools.logs.scores import Scores, scores
from tierce_tools.logs.scores_html import page
from tierce_tools.logs.scores_pdf import document
from tierce_tools.logs.store import Store

NAMES = [f"{game}-2" for game in ("chamberliens", "rami51", "rami30", "rami7", "gin", "manipulation")]
RULED = ["rulings-points-rami30", "rulings-void-rami7", "rulings-mixed-manipulation", "rulings-count-gin"]
NASTY = ["=1+1", "<script>alert(1)</script>", "+33 'é\"&", "@a\nb", "-2"]


def done(*args: str | Path, verb: str = "export", cwd: Path | None = None) -> str:
    ended = tierce_here(verb, *args, cwd=cwd, env={**os.environ, "TZ": "Europe/Paris"})
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stderr
    return ended.stdout


def sheets(store: Path) -> list[Scores]:
    with Store.open(str(store)) as opened:
        return [scores(match, opened.outcomes(match.id), terms_of("en")) for match in opened.matches()]


def shared(tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, Any]], name: str = "club") -> Path:
    return store_at(tmp_path_factory.mktemp("store") / "games.db", records, name=name)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, records_of(map(log_of, NAMES)))


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, of_names(NASTY, 3, first_lay_points=40), "=cmd")


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, records_of(map(log_of, RULED)))


# --- logs


def test_logs_replay_to_what_the_board_said(evening: Path, tmp_path: Path) -> None:
    written = done("--all", "--to", "log", "--store", evening, "--out", tmp_path).splitlines()
    assert len(written) == len(NAMES)
    for name, file in zip(NAMES, written, strict=True):
        assert Path(file).read_bytes() == (games() / f"{name}.jsonl").read_bytes()
        assert Path(file).name.startswith("tierce-")
    assert done("--json", written[2], verb="replay") == (games() / "rami30-2.expected.jsonl").read_text("utf-8")


def test_a_boards_journal_comes_out_as_logs(tmp_path: Path) -> None:
    sent = kept(played(range(3), whole=False, turns=60))
    store = store_at(tmp_path / "games.db", sent)
    written = done("--all", "--store", store, cwd=tmp_path).splitlines()
    headers = [place for place, each in enumerate(sent) if "tierce" in each]
    assert len(written) == len(headers) == 3
    for file, begin, end in zip(written, headers, [*headers[1:], len(sent)], strict=True):
        events = [each for each in sent[begin:end] if "event" in each]
        said = [{key: each[key] for key in each if key != "seq"} for each in events]
        judged = [json.loads(each) for each in done("--json", tmp_path / file, verb="replay").splitlines()]
        assert [{key: each[key] for key in each if key != "why"} for each in judged] == said


def test_half_a_letter_in_a_name_gets_out_and_back(tmp_path: Path) -> None:
    store = store_at(tmp_path / "games.db", of_names(["\ud800", "Zoé"], 1))
    text = done("1", "--store", store, "--out", "-")
    assert json.loads(text.splitlines()[0])["players"] == ["\ud800", "Zoé"]
    for form in ("html", "csv", "pdf"):
        done("1", "--store", store, "--to", form, cwd=tmp_path)


def test_a_log_on_the_terminal_does_not_steer_it(tmp_path: Path) -> None:
    names = ["\u009b31mred", "\u202egnp", "Zoé\U000e0001"]
    store = store_at(tmp_path / "games.db", of_names(names, 1))
    for said in (
        done("--all", "--store", store, "--to", "log", "--out", "-"),
        done("1", "--store", store, "--out", "log.jsonl", cwd=tmp_path) and (tmp_path / "log.jsonl").read_text("utf-8"),
    ):
        assert all(letter.isprintable() or letter == "\n" for letter in said)
        assert json.loads(said.splitlines()[0])["players"] == names
        assert "Zoé" in said


# --- tables


def table(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


def outcomes_of(name: str) -> list[dict[str, Any]]:
    text = (games() / f"{name}.expected.jsonl").read_text("utf-8")
    return [json.loads(each) for each in text.splitlines()]


def test_a_table_of_rounds_has_a_row_for_each_seat(evening: Path) -> None:
    rows = table(done("--all", "--to", "csv", "--store", evening, "--out", "-"))
    for number, name in enumerate(NAMES, 1):
        players = log_of(name)[0]["players"]
        of_match = [row for row in rows if row["match"] == str(number)]
        rounds = [each for each in outcomes_of(name) if each["event"] == "round"]
        of_rounds = [row for row in of_match if row["round"]]
        assert len(of_rounds) == len(players) * len(rounds) > 0
        assert {row["how"] for row in of_match if row not in of_rounds} <= {"bonus"}
        for at, row in enumerate(of_rounds):
            said, seat = rounds[at // len(players)], at % len(players)
            assert row["player"] == players[seat]
            assert row["round"] == str(said["round"])
            assert (row["points"], row["total"]) == (str(said["scores"][seat]), str(said["totals"][seat]))
            assert row["won"] == str(int(seat in said["winners"]))
            assert row["table"] == "club"
            took = said["t"] - (rounds[at // len(players) - 1]["t"] if at >= len(players) else 0)
            assert int(row["seconds"]) == round(took / 1000)
        assert {row["seconds"] for row in of_match if row not in of_rounds} <= {""}
    assert rows[0]["began"] == "2027-01-15 09:00:00"


def test_a_table_of_turns_has_all_verdicts(evening: Path) -> None:
    rows = table(done("5", "--to", "csv", "--table", "turns", "--store", evening, "--out", "-"))
    said = [each for each in outcomes_of("gin-2") if each["event"] in ("turn", "refused")]
    assert [int(row["t"]) for row in rows] == [each["t"] for each in said]
    assert [row["verdict"] for row in rows] == ["accepted" if each["event"] == "turn" else "refused" for each in said]
    assert [row["codes"].split() for row in rows] == [each.get("codes", []) for each in said]
    rounds = [each["t"] for each in outcomes_of("gin-2") if each["event"] == "round"]
    for row in rows:
        assert int(row["round"]) == 1 + sum(t < int(row["t"]) for t in rounds)


def test_files_of_tables_open_in_a_spreadsheet(nasty: Path, tmp_path: Path) -> None:
    written = done("1", "--to", "csv", "--store", nasty, "--lang", "fr", cwd=tmp_path).split()
    assert [Path(file).stem.split("-")[-1] for file in written] == ["rounds", "turns"]
    data = (tmp_path / written[0]).read_bytes()
    assert data.startswith(b"\xef\xbb\xbfmatch;began;")
    assert data.count(b"\n") == data.count(b"\r\n") == 1 + 3 * len(NASTY)
    rows = table(data.decode("utf-8-sig"), ";")
    for row in rows:
        assert row["table"] == "'=cmd"
        assert row["player"][0] not in "=+-@"
    assert {row["player"] for row in rows} == {"'=1+1", NASTY[1], "'" + NASTY[2], "'@a b", "'-2"}


# --- score sheets


def test_a_page_asks_nobody_and_runs_nothing(nasty: Path, tmp_path: Path) -> None:
    done("1", "--store", nasty, "--out", "sheet.html", cwd=tmp_path)
    text = (tmp_path / "sheet.html").read_text("utf-8")
    seen = Page(text)
    assert seen.values(*ASKING) == []
    assert not {"script", "link", "img", "iframe"} & set(seen.tags)
    assert not re.search(r"url\(|@import|https?:", text)
    assert "default-src 'none'" in text
    for name in (NASTY[0], NASTY[1], NASTY[2], "@a b"):
        assert name in seen.said
    assert "40" in "".join(seen.said)


def test_a_page_says_all_that_a_score_sheet_has(evening: Path) -> None:
    page = done("6", "--to", "html", "--store", evening, "--out", "-", "--lang", "fr")
    seen = Page(page)
    text = " ".join(seen.said)
    last = outcomes_of("manipulation-2")[-1]
    players = log_of("manipulation-2")[0]["players"]
    assert {*players, *map(str, last["totals"]), "Bonus de fin"} <= set(seen.said)
    assert f"{players[last['winners'][0]]} gagne" in text
    assert "Rami manipulation" in text
    rounds = [each for each in outcomes_of("manipulation-2") if each["event"] == "round"]
    assert seen.tags["tr"] == 2 + len(rounds) + 1
    assert Page(done("--all", "--to", "html", "--store", evening, "--out", "-")).tags["article"] == len(NAMES)
    # A line for each player to sign on.
    assert f'<ul class="signed">{"".join(f"<li>{name}</li>" for name in players)}</ul>' in page


def sheet_of(names: list[str], rounds: int, folder: Path) -> Scores:
    return sheets(store_at(folder / f"{rounds}.db", of_names(names, rounds, target=9000)))[0]


def pages(data: bytes) -> int:
    assert data.startswith(b"%PDF-")
    return len(re.findall(rb"/Type /Page\b", data))


LONG = ["Maximiliane-Théodora von Hohenstein-Wittgenstein zu Sayn", "W" * 60, "Ζωή", "明子 🂡", "שרה"]


@pytest.mark.parametrize(
    ("names", "rounds", "expected"),
    [
        (["Ana", "Luc"], 0, 1),
        (LONG, 40, 2),
        (["", " "], 3, 1),
        pytest.param(["Ana"] * 5, 100, 4, marks=pytest.mark.longer),
    ],
)
def test_sheets_break_well(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, names: list[str], rounds: int, expected: int
) -> None:
    sheet = sheet_of(names, rounds, tmp_path)
    data = document([sheet], terms_of("en"))
    assert pages(data) == expected
    assert document([sheet, sheet], terms_of("fr")).startswith(b"%PDF-")
    assert document([sheet], terms_of("en")) == data or pytest.fail("not the same bytes")
    assert caplog.records == []  # matplotlib warns of letters that the font lacks
    assert page([sheet], terms_of("en")).count("<tr>") == 2 + rounds


def test_each_length_of_a_sheet_can_be_printed(tmp_path: Path) -> None:
    """No content crosses the end of a page, wherever that is."""
    terms = terms_of("en")
    lengths = range(12, 26, ring.rounds(13, 1))
    counts = [pages(document([sheet_of(LONG, rounds, tmp_path)], terms)) for rounds in lengths]
    assert counts == sorted(counts)
    assert set(counts) == {1, 2}


def test_equal_totals_share_a_place(tmp_path: Path) -> None:
    records = of_names(["Ana", "Luc", "Zoé"], 1)
    records[-1].update(totals=[10, 0, 10], winners=[1], ranking=[1, 0, 2])
    [sheet] = sheets(store_at(tmp_path / "games.db", records))
    assert sheet.places == [(1, "Luc", 0), (2, "Ana", 10), (2, "Zoé", 10)]


# --- what the players decided


def test_a_table_has_corrections_and_rulings_and_adds_up(ruled: Path) -> None:
    rows = table(done("--all", "--to", "csv", "--store", ruled, "--out", "-"))
    found: dict[str, list[str]] = {}
    for row in rows:
        told = (row["round"] or "-", row["how"], row["player"], row["points"], row["rulings"])
        found.setdefault(row["match"], []).append(" ".join(told).strip())
    assert found["1"] == [
        *("0 carried Ana 480", "0 carried Luc 310", "0 carried Zoé -20"),
        *("- correction Zoé 20 points", "- correction Luc -300 points"),
        *("- correction Ana -180 points", "- correction Zoé 300 points"),
        *("1 rami_sec Ana 200 undo", "1 rami_sec Luc 0 undo", "1 rami_sec Zoé 200 undo"),
        *("- correction Ana -1 points", "- correction Zoé -21 points"),
    ]
    assert found["2"][-2:] == ["5 out Ana -20 void undo", "5 out Luc 23 void undo"]
    assert found["3"][-3:] == ["- correction Luc -2 points", "- bonus Ana 100", "- bonus Luc 25"]
    assert found["4"][0] == "1 knock Ana 0 undo count count"
    at = [row["time"][11:] for row in rows if row["how"] == "correction"][1]
    assert at == "09:00:20"
    last: dict[tuple[str, str], int] = {}
    for row in rows:
        who = row["match"], row["player"]
        last[who] = last.get(who, 0) + int(row["points"])
        assert int(row["total"]) == last[who]


def test_a_page_shows_corrections_with_sign_and_time(ruled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    how = ("--to", "html", "--store", ruled, "--out", "-", "--lang", "fr")
    pages = [Page(done(number, *how)) for number in ("1", "2")]
    text = " ".join(pages[0].said)
    assert {"+20", "−300", "−180", "+300", "−1", "−21"} <= set(pages[0].said)
    assert text.count("correction, 09:00") == 6
    assert "§ 1" in pages[0].said
    assert pages[0].tags["tr"] == 3 + 1 + 6
    text = " ".join(pages[1].said)
    assert "Report" in text
    assert "5 : cette manche ne compte pas, annuler le dernier tour" in text
    printed: list[str] = []
    monkeypatch.setattr("tierce_tools.logs.scores_pdf._Sheet._text", lambda _, text: printed.append(text) or text)
    document(sheets(ruled)[:1], terms_of("fr"))
    assert {"Report", "Total"} <= {*printed}


def test_who_is_ahead_and_whether_it_is_over(tmp_path: Path) -> None:
    end = {"t": 99_000, "ruling": "end"}
    logs = [log_of(name) for name in ("gin-1", "rami51-1", "rulings-points-rami30")]
    found = sheets(store_at(tmp_path / "games.db", records_of([*logs, [*log_of("rulings-void-rami7"), end]])))
    assert [sheet.result for sheet in found] == [
        *("Not finished; Ana is ahead", "Not finished", "Not finished; Luc is ahead", "Luc wins")
    ]
    assert ["The players ended the match." in sheet.notes for sheet in found] == [False, False, False, True]
    assert all(pages(document([sheet], terms_of("en"))) == 1 for sheet in found[2:])


# --- destinations


def test_the_name_says_the_form(nasty: Path, tmp_path: Path) -> None:
    begins = {"a": b'{"ti', "a.HTML": b"<!DOCTYPE html>", "a.csv": b"\xef\xbb\xbfmatch", "a.jsonl": b'{"ti'}
    begins["a.pdf"] = b"%PDF-"
    for name, begin in begins.items():
        assert done("1", "--store", nasty, "--out", name, cwd=tmp_path) == name + "\n"
        assert (tmp_path / name).read_bytes().startswith(begin)
    assert "--to" in complaint("export", "1", "--store", nasty, "--out", "a.docx", cwd=tmp_path)
    assert sorted(each.name for each in tmp_path.iterdir()) == list(begins)


def test_options_choose_and_json_says_which_files(evening: Path, tmp_path: Path) -> None:
    text = done("2", "1", "--to", "pdf", "--json", "--store", evening, "--out", "new/", cwd=tmp_path)
    told = [json.loads(each) for each in text.splitlines()]
    assert [each["games"] for each in told] == [[1], [2]]
    assert all(each["to"] == "pdf" and (tmp_path / each["file"]).is_file() for each in told)
    text = done("--game", "gin", "--json", "--store", evening, cwd=tmp_path)
    assert [json.loads(each)["games"] for each in text.splitlines()] == [[5]]
    assert "tierce logs" in complaint("export", "--player", "Nobody", "--store", evening, cwd=tmp_path)


def test_nothing_is_written_over(evening: Path, tmp_path: Path) -> None:
    there = tmp_path / "tierce-3-rami30-2027-01-16.jsonl"
    there.write_text("mine")
    assert "--force" in complaint("export", "--all", "--store", evening, cwd=tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == [there.name]
    assert there.read_text() == "mine"
    done("--all", "--force", "--store", evening, cwd=tmp_path)
    assert there.read_bytes() == (games() / "rami30-2.jsonl").read_bytes()
    assert len(list(tmp_path.iterdir())) == len(NAMES)


# What is said, and of what.
BAD = {
    "--all": ["", "1 --all"],
    "--game": ["1 --game gin"],
    "tierce logs": ["99"],
    "rami51": ["--game poker"],
    "2026": ["--since soon"],
    "--out": ["1 --to pdf --out -", f"1 --out {'a' * 300}"],
    "folder": ["1 2 --out -", "1 2 --out both.jsonl"],
    "--to csv": ["1 --table turns"],
    "none": ["1 --out none/a.jsonl", "1 --out none/none/"],
    "file": ["1 2 --out file/", "1 --out file/a.pdf"],
}


def test_what_goes_wrong_is_one_line(evening: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for said, given in BAD.items():
        for args in given:
            assert said in complaint("export", "--store", evening, *args.split(), cwd=tmp_path), args
    assert "none.db" in complaint("export", "1", "--store", "none.db", cwd=tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_one_line(evening: Path, tmp_path: Path) -> None:
    assert "/dev/full" in complaint("export", "1", "--to", "pdf", "--store", evening, "--out", "/dev/full")
    assert Path("/dev/full").is_char_device()
