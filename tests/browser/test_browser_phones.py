"""Phones join by a code on the owner's page, and get one seat and nothing else."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import ring
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, expect
from processes import TIERCE, run
from tablepage import CHROMIUM, DESKTOP, MS, PHONE, TablePage, TableServer, Visits, violations

HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one address of its own here")


def code(page: TablePage, folder: Path) -> str:
    """Return the text that a phone's camera reads from the page."""
    expect(page.locator("#phones-qr")).to_be_visible(timeout=MS)
    page.page.screenshot(path=folder / "page.png")
    found = zxingcpp.read_barcodes(Image.open(folder / "page.png"))
    assert len(found) == 1
    return found[0].text


def accessible(owner: TablePage) -> None:
    """Check the phones' panel, also in a low window."""
    assert violations(owner.page) == []
    owner.resize({"width": 640, "height": 400})
    for shown in ("#phones-qr", "#phones-close"):
        expect(owner.locator(shown)).to_be_in_viewport(ratio=1, timeout=MS)
    assert not ring.ALL or violations(owner.page) == [], "in a low window"
    owner.resize(DESKTOP)


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
            accessible(owner)
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
    phones[1].page.reload()
    phones[1].ready()
    expect(owner.locator("#plain")).to_be_hidden(timeout=MS)


@pytest.mark.longer
def test_another_phone_takes_the_place_of_one(
    tables: Callable[..., TableServer], visits: Visits, tmp_path: Path
) -> None:
    table = tables("--listen", "--address", "127.0.0.2", "--game", "gin", "--lang", "fr")
    owner = visits.open(table.link())
    owner.click("#phones")
    first = visits.open(code(owner, tmp_path), "touch", **HAND)
    owner.click('[data-phone="0"]')
    expect(owner.locator("#phones-in")).to_contain_text("téléphone", timeout=MS)
    owner.click("#phones-again")
    second = visits.open(code(owner, tmp_path), "touch", **HAND)
    assert second.page.evaluate("document.body.classList.contains('seat-page')")
    expect(first.locator("#connection")).to_have_attribute("data-state", "denied", timeout=MS)
    expect(first.locator("#table")).to_be_hidden(timeout=MS)  # with the hand
    # The page shows the next player's code; this one is spent, so a third phone can join.
    expect(owner.locator('[data-phone="1"]')).to_have_attribute("aria-pressed", "true", timeout=MS)
    owner.click('[data-phone="0"]')
    expect(owner.locator("#phones-in")).to_contain_text("téléphone", timeout=MS)
    expect(owner.locator("#phones-code")).to_be_hidden(timeout=MS)
    owner.click("#phones-again")
    fresh = code(owner, tmp_path)
    second.page.reload()  # a reload spends no code
    second.ready()
    expect(owner.locator('[data-phone="0"]')).to_contain_text("✓", timeout=MS)
    assert code(owner, tmp_path) == fresh
    third = visits.open(fresh, "touch", **HAND)
    assert third.page.evaluate("document.body.classList.contains('seat-page')")
    expect(second.locator("#connection")).to_have_attribute("data-state", "denied", timeout=MS)


# --- over a real network, simulated on one computer


def ip(*args: str) -> None:
    run("ip", *args, check=True)


@pytest.fixture
def room() -> Iterator[tuple[str, str]]:
    """Two computers joined by a cable: 192.168.77.1 and .2. Yields their namespaces."""
    names = f"tierce{os.getpid()}a", f"tierce{os.getpid()}b"
    try:
        for name in names:
            ip("netns", "add", name)
        ip("link", "add", "lan", "netns", names[0], "type", "veth", "peer", "name", "lan", "netns", names[1])
        for number, name in enumerate(names):
            ip("-n", name, "addr", "add", f"192.168.77.{number + 1}/24", "dev", "lan")
            # No address that comes later: the browser would drop what it is loading just then.
            ip("-n", name, "link", "set", "lan", "addrgenmode", "none")
            for each in ("lo", "lan"):
                ip("-n", name, "link", "set", each, "up")
        yield names
    except (OSError, AssertionError):
        pytest.skip("no networks can be made up here: that needs root and ip")
    finally:
        if shutil.which("ip"):
            for name in names:
                run("ip", "netns", "del", name)


def within(folder: Path, space: str, program: str | None) -> str:
    """Return a program that runs another program on one of these computers."""
    assert program
    made = folder / f"{space}-{Path(program).name}"
    made.write_text(f'#!/bin/sh\nexec ip netns exec {space} {program} "$@"\n')
    made.chmod(0o755)
    return str(made)


@pytest.mark.longer
def test_from_another_computer(
    room: tuple[str, str],
    browser: Browser,
    tables: Callable[..., TableServer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seats reach the table at its private address; the owner's page can't be reached."""
    here, there = room
    monkeypatch.setattr("tablepage.TIERCE", Path(within(tmp_path, here, str(TIERCE))))
    table = tables("--listen", "--game", "rami51", "--seed", "3", asked=False)

    def launched(space: str) -> Browser:
        program = within(tmp_path, space, CHROMIUM)
        return browser.browser_type.launch(executable_path=program, args=["--no-sandbox"])

    with launched(here) as one, launched(there) as two:
        homes, phones = Visits(one), Visits(two)
        owner = homes.open(table.link())
        owner.click("#phones")
        link = code(owner, tmp_path)
        assert link.startswith("http://192.168.77.1:")
        phone = phones.open(link, "touch", owner, **HAND)
        expect(phone.locator("#plain")).to_be_visible(timeout=MS)
        owner.click("#phones-close")
        owner.deal()
        phone.settle()
        assert len(phone.look().hand(0)) == 13
        assert "" not in phone.look().hand(0)
        phone.page.reload()
        phone.ready()
        assert not homes.faults + phones.faults
        page = two.new_page()
        port = table.origin.rpartition(":")[2]
        for host in ("127.0.0.1", "192.168.77.1"):
            with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
                page.goto(f"http://{host}:{port}/")
