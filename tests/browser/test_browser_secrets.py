"""What a seat's page must not receive, and who may open a page at all."""

import json
import re
from collections.abc import Iterator

import pytest
from pageplay import lay, least_useful
from playwright.sync_api import expect
from tablepage import MS, TablePage, TableServer, Visits

from tierce_tools.twin.assembly import uid_of

pytestmark = pytest.mark.longer  # page/views and the server are tested without a browser

# A card in a text: as in the log, or as people write it in either language.
CARD = re.compile(r"(?<![0-9A-Za-z#])(?:(10|[A2-9TJQKVDR])([SHDC♠♥♦♣])2?|(X[1-4]))(?![0-9A-Za-z])")
# Keys without card names: hexadecimal colours, screen pixels, possible faces of a joker.
NO_TEXT = {"lights", "bits", "language", "faces"}
RANKS = {"10": "T", "V": "J", "D": "Q", "R": "K"}
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def texts(value: object) -> Iterator[str]:
    """Yield every text in a message, including keys."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            if key not in NO_TEXT:
                yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def faces_in(frame: str) -> set[str]:
    """Return the faces, such as 7H or X, of all cards named in a message."""
    found: set[str] = set()
    for text in texts(json.loads(frame)):
        rank: str
        suit: str
        joker: str
        for rank, suit, joker in CARD.findall(text):
            if joker:
                found.add(joker)
                continue
            found.add(RANKS.get(rank, rank) + SUITS.get(suit, suit))
    return found


def face(code: str) -> str:
    return code[:2]


# An answer, be it that a seat may not ask for this, comes after the newest snapshot.
CATCH_UP = """async () => {
  const link = await import(new URL("static/link.js", document.baseURI));
  await link.ask({do: "settle", ms: 0}).catch(() => null);
}"""


class Watched:
    """A seat's page, and the cards that it may know so far."""

    def __init__(self, page: TablePage, seat: int) -> None:
        self.page = page
        self.seat = seat
        self.checked = 0
        self.known: set[str] = set()  # codes
        self.stood_for: set[str] = set()  # faces of jokers on the table

    def check(self, owner: TablePage) -> None:
        """Check the messages so far for cards that this seat must not know."""
        seen = owner.look()
        for place, codes in seen.cards.items():
            if place in (f"hand{self.seat}", f"seat{self.seat}", "discard") or place[:4] == "meld":
                self.known |= set(codes)
        self.stood_for |= set(seen.jokers.values())
        hidden = {
            code for seat in range(2) if seat != self.seat for code in seen.hand(seat) + seen.cards[f"seat{seat}"]
        } - self.known
        frames, self.checked = self.page.frames[self.checked :], len(self.page.frames)
        faces = {face(code) for code in hidden} - {face(code) for code in self.known}
        faces -= self.stood_for
        for frame in frames:
            assert not faces_in(frame) & faces, f"{faces_in(frame) & faces} in {frame[:600]}"
            for code in hidden:
                assert f'"{code}"' not in frame, frame[:600]
                assert uid_of(code).hex() not in frame.lower(), frame[:600]
            for place, codes in json.loads(frame).get("set", {}).get("cards", {}).items():
                if place == f"hand{1 - self.seat}":
                    assert not any(codes), (place, codes)

    def catch_up(self, owner: TablePage) -> None:
        """Let this page show what the owner's does, then check."""
        self.page.page.evaluate(CATCH_UP)
        mine, theirs = self.page.look(), owner.look()
        assert (mine.phase, mine.seat, mine.stock) == (theirs.phase, theirs.seat, theirs.stock)
        self.check(owner)


def test_a_seat_never_receives_another_hand(page: TablePage, visits: Visits) -> None:
    """Deal, play, and hints from the page and from the table's button."""
    owner = page
    owner.begin("rami51", seed=18, deal=False, first_lay_points=0, first_lay_pure_run=False)
    seats = [Watched(visits.beside(owner, owner.link(seat)), seat) for seat in (0, 1)]

    def check() -> None:
        for each in seats:
            each.catch_up(owner)

    owner.make(("deal",))
    for each in seats:  # what they must not know is read on the owner's page, as all are told
        owner.ask("show", seat=each.seat, on=True)
    check()
    with pytest.raises(AssertionError):  # the search finds a hand on the owner's page
        Watched(owner, 0).check(owner)
    for each in seats:
        other = each.page.look().cards[f"hand{1 - each.seat}"]
        assert other == [""] * 13
        assert "" not in each.page.look().hand(each.seat)
    for turn in range(2):
        seat = owner.look().seat
        own = seats[seat].page
        own.draw(seat)
        check()
        own.click(f'[data-act="hint"][data-seat="{seat}"]')
        expect(own.locator("#hint")).to_be_visible(timeout=MS)
        check()
        if turn == 0:  # by the table's button: the hand on its zone, then two presses
            hand = own.look().hand(seat)
            owner.make(("move", hand[:4], f"seat{seat}"))
            owner.unfold("slow-box")
            owner.locator("#slow").check()
            owner.settle()
            expect(owner.locator("#scan [data-slot]")).to_have_count(16)
            check()
            owner.locator("#slow").uncheck()
            owner.make(("press", seat, "hint"), ("move", hand[:4], f"hand{seat}"))
            check()
        owner.make(*lay(own.look))
        check()
        own.move([least_useful(own.look().hand(seat))], "discard")
        check()
    assert all(each.known for each in seats)
    assert all(len(each.page.frames) > 8 for each in seats)


def test_the_search_finds_cards_however_they_are_written() -> None:
    for text, said in (
        ('"7H2"', "7H"),
        ('"on lui prend le 10♥"', "TH"),
        ('"D♣, V♦"', "QC"),
        ('"laid 7♠ 8♠"', "8S"),
        ('"X3"', "X3"),
    ):
        assert said in faces_in(f'{{"set":{{"log":[{text}]}}}}'), text
    assert not faces_in('{"set":{"lights":"7c7d8c","screen":{"bits":"7H/9S/X1"}}}')


def test_a_link_is_good_for_once(shared: TableServer, visits: Visits) -> None:
    link = shared.link()
    page = visits.open(link)
    assert "token" not in page.page.url
    for context in (page.page.context, visits.context()):  # in this browser context and another
        second = context.new_page()
        second.goto(link)
        expect(second.locator("#connection")).to_have_attribute("data-state", "denied", timeout=MS)
        expect(second.locator("[data-card]")).to_have_count(0)
        expect(second.locator("#connection")).to_contain_text("This link has been used")
        expect(second.locator("#new")).to_be_hidden()
    page.page.reload()  # a session survives a reload
    page.ready()
    for again in (link, shared.link()):  # also through the same link, and through another
        page.page.goto(again)
        page.page.wait_for_url(lambda url: "token" not in url, timeout=MS)  # it has loaded anew
        page.ready()


def test_windows_of_owner_and_seats_live_side_by_side(page: TablePage, visits: Visits) -> None:
    """In one browser each window keeps its role, even over a reload."""
    owner = page
    owner.begin("gin", seed=13)
    seats = [visits.beside(owner, owner.link(seat)) for seat in (0, 1)]
    for reload in (False, True):
        for seat, page in enumerate(seats):
            if reload:
                page.page.reload()
                page.ready()
            assert page.look().cards[f"hand{1 - seat}"] == [""] * 10
            assert "" not in page.look().hand(seat)
        if reload:
            owner.page.reload()
            owner.ready()
        hidden = [[""] * 10] * 2
        owner.until(lambda no=hidden: [owner.look().hand(seat) for seat in (0, 1)] == no, "both hands are private")
    owner.click('[data-turn][data-seat="1"]')
    owner.settle()
    assert (set(owner.look().hand(0)), "" in owner.look().hand(1)) == ({""}, False)
    for page in (owner, *seats):  # all are told
        expect(page.locator("#log")).to_contain_text("now shows Luc’s hand", timeout=MS)
