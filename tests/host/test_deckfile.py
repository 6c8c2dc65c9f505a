"""The deck's file on the host: written decks are read back, errors are reported with their line."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.people.teach import cards_of, is_uid
from tierce.cards import CARDS, code
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import deckfile
from tierce_tools.board.deckfile import BadDeck, card_of, tag_of

UIDS = st.one_of(
    st.binary(min_size=7, max_size=7).map(lambda uid: b"\xe0" + uid),
    st.binary(min_size=7, max_size=7),
    st.binary(min_size=10, max_size=10),
).map(bytes.hex)
DECKS = st.dictionaries(st.integers(0, CARDS - 1).map(code), UIDS, max_size=CARDS).map(
    lambda deck: {card: uid for uid, card in {uid: card for card, uid in deck.items()}.items()}
)


@given(DECKS, st.sampled_from(deckfile.KINDS))
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, deck: dict[str, str], kind: str):
    path = tmp_path_factory.mktemp("deck") / ("deck" + kind)
    deckfile.write(path, deck)
    first = path.read_bytes()
    found = deckfile.read(path)
    assert found == deck
    assert list(found) == sorted(deck, key=deckfile.parse)
    deckfile.write(path, dict(reversed(found.items())))
    assert path.read_bytes() == first
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_what_is_written(tmp_path: Path):
    deck = {"X1": "e004000000000003", "7H2": "e004000000000002", "AS": "e004000000000001"}
    deckfile.write(tmp_path / "d.csv", deck)
    assert (tmp_path / "d.csv").read_bytes() == (
        b"card,tag\nAS,e004000000000001\n7H2,e004000000000002\nX1,e004000000000003\n"
    )
    deckfile.write(tmp_path / "d.json", deck)
    assert (tmp_path / "d.json").read_bytes() == (
        b'{"tierce_deck":1,"cards":{\n"AS":"e004000000000001",\n"7H2":"e004000000000002",\n'
        b'"X1":"e004000000000003"\n}}\n'
    )
    deckfile.write(tmp_path / "none.json", {})
    assert deckfile.read(tmp_path / "none.json") == {}


@pytest.mark.parametrize(
    "text",
    [
        "card,tag\nAS,e004000000000001\n7H2,\n",
        "\ufeffcard;tag\r\nAS;E0:04:00:00:00:00:00:01\r\n\r\n",
        'Tag\tCard\tnote\ne004 0000 0000 0001\tas\t"two\tlines"\n',
        'card,tag\n"A♠","e0-04-00-00-00-00-00-01"',
        "card,tag\r1s,E004000000000001\r",
    ],
)
def test_what_spreadsheets_and_people_make_of_it(text: str, tmp_path: Path):
    path = tmp_path / "deck.CSV"
    path.write_bytes(text.encode())
    assert deckfile.read(path) == {"AS": "e004000000000001"}


def refused(path: Path, data: bytes) -> BadDeck:
    path.write_bytes(data)
    with pytest.raises(BadDeck) as caught:
        deckfile.read(path)
    assert caught.value.name == str(path)
    return caught.value


@pytest.mark.parametrize(
    ("kind", "text", "bad"),
    [
        ("csv", "", "1 header"),
        ("csv", "AS,#1\n", "1 header"),
        ("csv", "card,tag\n1Z,#1\nAS,12\n\nAS,#2\n", "2 bad_card, 3 bad_tag_line, 5 card_twice"),
        ("csv", "card,tag\nAS,#1\n2S,E0:04:00:00:00:00:00:01\n", "3 tag_twice"),
        *(
            ("csv", f"card,tag\nAS,{tag}\n", "2 bad_tag_line")
            for tag in ("08010203", "0804000000000001", "zz", '"e004', "\0")
        ),
        ("csv", "card,tag\nAS\n2S,#1,x\n", "2 columns, 3 columns"),
        ("csv", "card,tag\nAS,\udcff\n", "2 not_utf8"),
        ("json", "", "1 not_json"),
        ("json", '{"tierce_deck":1,\n"cards":{"AS":"#1",}}', "2 not_json"),
        *(("json", text, "1 no_deck") for text in ("[1]", "{}", "[" * 100000)),
        *(("json", f'{{"tierce_deck":{text}}}', "1 no_deck") for text in ('2,"cards":{}', '1,"cards":[]')),
        (
            "json",
            '{"tierce_deck":1,"cards":{\n"AS":"#1",\n"AS":"#2",\n'
            '"2S":7,\n"3S":{"x":1},\n"1Z":"e0",\n"é":"",\n"4S":null,\n"5S":"#1"}}',
            "3 card_twice, 4 bad_tag_line, 5 bad_tag_line, 6 bad_card, 7 bad_card, 9 tag_twice",
        ),
        ("json", "{\n\udcff\n", "2 not_utf8"),
    ],
)
def test_bad_lines(kind: str, text: str, bad: str, tmp_path: Path):
    said = refused(tmp_path / f"deck.{kind}", text.replace("#", "e00400000000000").encode("utf-8", "surrogateescape"))
    assert ", ".join(f"{each.line} {each.key}" for each in said.found) == bad


@pytest.mark.parametrize("seed", range(3))
def test_anything_at_all_is_read_or_said_to_be_bad(seed: int, tmp_path: Path):
    dice = random.Random(seed)
    deck = {code(card): f"e00400000000{card:04x}" for card in range(40)}
    for kind in deckfile.KINDS:
        path = tmp_path / ("deck" + kind)
        good = deckfile.text_of(deck, kind).encode()
        for _ in range(300):
            data = bytearray(good)
            for _ in range(dice.randrange(1, 4)):
                at = dice.randrange(len(data))
                data[at : at + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
            path.write_bytes(data)
            found: dict[str, str] = {}
            bad = None
            try:
                found = deckfile.read(path)
            except BadDeck as error:
                bad = error.found
            assert bad is None or all(0 < each.line <= 45 for each in bad)
            assert bad != []
            assert all(card_of(card) == card for card in found)
            assert len(set(found.values())) == len(found)


def test_files_that_cannot_be(tmp_path: Path):
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").write_text("")
    for key, names in (("extension", ("deck.txt", "")), ("unreadable", ("no.csv", "folder.csv"))):
        for name in names:
            with pytest.raises(Trouble, match=rf"\.{key}',"):
                deckfile.read(tmp_path / name)
    for name in ("folder.csv", "file/deck.csv"):
        with pytest.raises(Trouble, match=r"\.unwritable',"):
            deckfile.write(tmp_path / name, {})
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder.csv"]


def test_cards_and_tags_as_the_board_has_them():
    assert deckfile.cards_of(2, 4) == [code(card) for card in cards_of(2, 4)]
    dice = random.Random(1)
    for _ in range(3000):
        uid = dice.choice((b"\xe0", b"\x08", b"\x88", b"\x04", b"")) + dice.randbytes(dice.randrange(11))
        assert deckfile.is_uid(uid) == bool(is_uid(uid)), uid
        assert (tag_of(uid.hex()) is not None) == bool(is_uid(uid))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *(("7H", "7H"), ("7h2", "7H2"), (" x1 ", "X1"), ("10♥", "TH"), ("10s2", "TS2"), ("V♣", "JC"), ("DD", "QD")),
        *(("r♠", "KS"), ("1C", "AC"), ("X8", "X8"), ("X9", None), ("7", None), ("", None), ("7H3", None)),
        *(("11H", None), ("7HH", None), ("joker", None)),
    ],
)
def test_cards_as_people_write_them(text: str, card: str | None):
    assert card_of(text) == card


def test_where_the_deck_of_a_board_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    import platformdirs

    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: tmp_path / "data")
    assert deckfile.default_path("E66", "club").name == "E66.json"
    assert deckfile.default_path(None, "../the Club").name == "the_Club.json"
    assert deckfile.default_path("a", "").parent == deckfile.default_path("b", "").parent
    assert deckfile.default_path(None, "..").name == "deck.json"
    assert deckfile.default_path("a", "").parent.is_dir()
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: Path(__file__))
    with pytest.raises(Trouble, match=r"'register\.unwritable',"):
        deckfile.default_path("a", "")


def test_what_comes_twice_is_said_with_its_first_line(tmp_path: Path):
    data = b"card,tag\nAS,e004000000000001\nAS,e004000000000002\n2S,e004000000000001\n"
    assert [(each.line, each.details) for each in refused(tmp_path / "deck.csv", data).found] == [
        (3, ("AS", 2)),
        (4, ("e004000000000001", "AS", 2)),
    ]
