"""The journal: a record that stands twice is read once, and a header that can't be read is replaced."""

from pathlib import Path
from types import SimpleNamespace

from app.files import Files
from app.journal.journal import Journal
from app.journal.resume import _Found
from app.journal.segments import open_journal
from tierce.records import HEADER, OUTCOME

TURN = '{"t":9,"event":"turn","seat":0,"took":"stock","laid":54,"hand":4}'
ROUND = '{"t":9,"event":"round","round":1,"how":"out","totals":[0,40],"dealer":1}'


def opened(folder):
    journal = Journal(Files(str(folder)), "journal", 65536)
    open_journal(journal)
    return journal


def test_a_record_that_was_written_twice_is_read_once(tmp_path):
    """A write may report failure although it succeeded; then it is done again."""
    journal = opened(tmp_path)
    journal.put(0, HEADER, {"tierce": 1, "game": "rami7", "players": ["Ana", "Luc"], "dealer": 0})
    journal.sync()
    file = Path(tmp_path, journal.name(journal.bases[-1]))
    size = file.stat().st_size
    journal.put(9, OUTCOME, TURN)
    journal.close()
    file.write_bytes(file.read_bytes() + file.read_bytes()[size:])
    kinds = [kind for _, kind, _ in opened(tmp_path).read(0)]
    assert kinds.count(OUTCOME) == kinds.count(HEADER) == 1


def test_without_a_header_the_match_goes_on_as_the_table_is_set(tmp_path):
    found = _Found(opened(tmp_path))
    found._read(7, ROUND)
    config = {"game": "gin", "players": ["Ana", "Luc"], "rules": {"target": 150}}
    assert found.header_on(SimpleNamespace(config=config)) == {
        "tierce": 1,
        **config,
        "rounds": 1,
        "totals": [0, 40],
        "dealer": 1,
    }
