"""The address at which a computer waits for phones."""

import pytest

from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.words import trouble_text
from tierce_tools.server.lan import Found, Place, found, is_private, outward, place

LO = Found("127.0.0.1", "lo")
WIFI = Found("192.168.1.5", "wlan0")
WIRE = Found("10.1.2.3", "eth0")
DOCKER = Found("172.17.0.1", "docker0")
TUNNEL = Found("10.8.0.2", "tun0")
ALONE = Found("169.254.3.4", "eth1")
PUBLIC = Found("130.149.7.7", "eth2")
SHARED = Found("100.64.0.9", "tailscale0")


@pytest.mark.parametrize(
    ("those", "outward", "address", "others"),
    [
        ([LO, WIFI], "192.168.1.5", "192.168.1.5", ()),
        ([LO, WIFI, WIRE], "10.1.2.3", "10.1.2.3", ("192.168.1.5",)),
        ([LO, WIRE, WIFI], "", "192.168.1.5", ("10.1.2.3",)),
        ([LO, DOCKER, TUNNEL, WIRE], "10.8.0.2", "10.1.2.3", ("10.8.0.2", "172.17.0.1")),
        ([LO, ALONE, WIFI], "130.149.7.7", "192.168.1.5", ("169.254.3.4",)),
        ([LO, ALONE, PUBLIC, SHARED], "130.149.7.7", "169.254.3.4", ()),
        ([WIFI, WIFI, LO], "", "192.168.1.5", ()),
    ],
)
def test_the_usual_one_is_where_a_phone_most_likely_is(
    those: list[Found], outward: str, address: str, others: tuple[str, ...]
):
    for order in (those, those[::-1]):
        chosen = place("", order, outward)
        assert (chosen.address, chosen.port, chosen.is_private) == (address, 0, True)
        assert set(chosen.others) == set(others)


@pytest.mark.parametrize(
    ("those", "named"),
    [([LO], "no network"), ([], "no network"), ([LO, PUBLIC], "130.149.7.7"), ([LO, SHARED], "100.64.0.9")],
)
def test_a_public_address_is_never_taken_unasked(those: list[Found], named: str):
    with pytest.raises(Trouble) as trouble:
        place("", those, PUBLIC.address)
    assert named in trouble_text(trouble.value, "en")
    assert "\n" not in trouble_text(trouble.value, "fr")


@pytest.mark.parametrize(
    ("asked", "address", "port", "private"),
    [
        *(("130.149.7.7", "130.149.7.7", 0, False), ("10.1.2.3:80", "10.1.2.3", 80, True)),
        *(("192.168.1.5:0", "192.168.1.5", 0, True), ("127.0.0.2", "127.0.0.2", 0, True)),
        *(("172.32.0.1", "172.32.0.1", 0, False), ("100.64.0.9", "100.64.0.9", 0, False)),
    ],
)
def test_one_may_be_asked_for(asked: str, address: str, port: int, private: bool):
    assert place(asked, [LO, WIFI], "") == Place(address, port, private)


@pytest.mark.parametrize(
    "asked",
    [
        *("x", "0.0.0.0", "::", "::1", "fe80::1", "10.1.2", "10.1.2.3:", "10.1.2.3:x", "10.1.2.3:-1"),
        *("10.1.2.3:65536", "10.1.2.3:" + "9" * 5000, ":80", "224.0.0.1", "localhost", "127.0.0.1", "10.1.2.3:٣", " "),
    ],
)
def test_what_is_no_address_is_said(asked: str):
    with pytest.raises(Trouble) as trouble:
        place(asked, [LO, WIFI], "")
    for language in languages():
        assert "192.168.1.5:8000" in trouble_text(trouble.value, language)


def test_private_networks():
    inside = "10.0.0.0 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 169.254.0.1"
    outside = "9.255.255.255 11.0.0.0 172.15.0.1 172.32.0.0 192.167.0.1 192.169.0.0 127.0.0.1"
    assert all(map(is_private, inside.split()))
    assert not any(map(is_private, outside.split()))


def test_this_computer_has_addresses():
    assert "127.0.0.1" in {each.address for each in found()}
    assert outward() in {"", *(each.address for each in found())}
