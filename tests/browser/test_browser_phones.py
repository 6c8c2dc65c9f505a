"""Phones join by a code on the owner's page, and get one seat and nothing else: see tests/host/test_server.py.

What the pages of seats and their owner see is tested in tests/host/test_views.py.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect
from tablepage import DESKTOP, MS, PHONE, TablePage, TableServer, Visits, violations

HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one address of its own here")


def code(page: TablePage, folder: Path) -> str:
    """Return the text that a phone's camera reads from the page."""
    expect(page.locator("#phones-qr")).to_be_visible(timeout=MS)
    page.page.screenshot(path=folder / "page.png")
    found = zxingcpp.read_barcodes(Image.open(folder / "page.png"))
    assert len(found) == 1
    return found[0].text


@pytest.mark.longer
def test_phones_join_by_the_code_on_the_page(
    tables: Callable[..., TableServer], visits: Visits, tmp_path: Path
) -> None:
    table = tables("--listen", "--address", "127.0.0.2", "--seed", "3")
    owner = visits.open(table.link())
    assert any("127.0.0.2:" in line and "Phones" in line for line in table.said.splitlines())
    assert "Not encrypted" in table.said
    owner.begin("rami51", seed=3)
    owner.click("#phones")
    expect(owner.locator("#phones-dialog .warn")).to_contain_text("Not encrypted", timeout=MS)
    phones: list[TablePage] = []
    for seat in (0, 1):  # once a phone has joined, the next code is shown
        expect(owner.locator(f'[data-phone="{seat}"]')).to_have_attribute("aria-pressed", "true", timeout=MS)
        link = code(owner, tmp_path)
        if seat == 0:
            assert violations(owner.page) == []
            owner.resize({"width": 640, "height": 400})
            for shown in ("#phones-qr", "#phones-close"):
                expect(owner.locator(shown)).to_be_in_viewport(ratio=1, timeout=MS)
            assert violations(owner.page) == [], "in a low window"
            owner.resize(DESKTOP)
        assert link == owner.locator("#phones-url").text_content()
        assert link.startswith("http://127.0.0.2:")
        phones.append(
            visits.page(phones[0].page.context, link, "touch", owner)
            if phones
            else visits.open(link, "touch", owner, **HAND)
        )
        expect(owner.locator(f'[data-phone="{seat}"]')).to_contain_text("✓", timeout=MS)
    expect(owner.locator("#phones-code")).to_be_hidden(timeout=MS)
    owner.click("#phones-close")
    for seat, phone in enumerate(phones):
        assert "token" not in phone.page.url
        assert phone.look().cards[f"hand{1 - seat}"] == [""] * 13
        assert "" not in phone.look().hand(seat)
        owner.until(lambda seat=seat: owner.look().hand(seat) == [""] * 13, "the owner's page shows no hand of a phone")
        expect(phone.locator("#plain")).to_be_visible(timeout=MS)  # the connection is not encrypted
        phone.click("#plain-ok")
        expect(phone.locator("#plain")).to_be_hidden(timeout=MS)
        for hidden in ("#phones", "#link-box", "#new"):
            expect(phone.locator(hidden)).to_be_hidden(timeout=MS)
        assert phone.page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
    assert violations(phones[0].page) == []
    phones[1].draw(1)  # the phone can play
    assert len(owner.look().hand(1)) == 14
    phones[1].page.reload()  # each window of a browser keeps its seat
    phones[1].ready()
    assert "" not in phones[1].look().hand(1)
    expect(owner.locator("#plain")).to_be_hidden(timeout=MS)
    owner.click('[data-turn][data-seat="1"]')
    owner.settle()
    assert (set(owner.look().hand(0)), "" in owner.look().hand(1)) == ({""}, False)
    for each in (owner, *phones):  # all are told
        expect(each.locator("#log")).to_contain_text("now shows Luc’s hand", timeout=MS)
