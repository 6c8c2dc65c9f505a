"""Finds the addresses at which phones on the local network reach this computer."""

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv4Network

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.server.access import HOST

_BAD_ADDRESS = N_(
    "--address {address}: one address of this computer, such as 192.168.1.5, or with its port, such as 192.168.1.5:8000"
)

# RFC 1918, then link-local addresses (RFC 3927).
_PRIVATE = [IPv4Network(net) for net in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")]
_OWN = IPv4Network("169.254.0.0/16")
_LOOPBACK = IPv4Network("127.0.0.0/8")
# Networks inside a computer, and VPNs: phones on the local network are not there.
_NOT_THE_ROOM = tuple(
    "docker br- veth virbr vmnet vboxnet vethernet lxc podman cni tun tap utun wg tailscale zt ppp".split()
)


@dataclass(frozen=True)
class Found:
    """An address of this computer, and the name of its network interface."""

    address: str
    name: str


@dataclass(frozen=True)
class Place:
    """Where the table listens for phones; port 0 is any. `others` are further candidates."""

    address: str
    port: int
    is_private: bool
    others: tuple[str, ...] = ()


def found() -> list[Found]:
    """Return this computer's IPv4 addresses in use."""
    import psutil

    up = {name for name, each in psutil.net_if_stats().items() if each.isup}
    return [
        Found(each.address, name)
        for name, addresses in psutil.net_if_addrs().items()
        if name in up
        for each in addresses
        if each.family == socket.AF_INET
    ]


def outward() -> str:
    """Return the address from which this computer would reach others; "" if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return ""
        return line.getsockname()[0]


def place(asked: str, found: Sequence[Found], outward: str) -> Place:
    """Return where to listen: at `asked`, an ADDRESS or ADDRESS:PORT; for "" at the best address.

    A public address is used only if it is asked for. Raises Trouble.
    """
    private = sorted((each for each in found if is_private(each.address)), key=lambda each: _rank(each, outward))
    addresses = list(dict.fromkeys(each.address for each in private))
    if not asked:
        if not addresses:
            public = [each.address for each in found if IPv4Address(each.address) not in _LOOPBACK]
            if not public:
                raise Trouble(
                    "table.no_network",
                    "--listen: this computer is in no network; join the Wi-Fi that the phones are in, then start again",
                )
            raise Trouble(
                "table.no_private",
                "--listen: this computer is in no private network, its "
                "address is {addresses}; join the phones' Wi-Fi, or name that address with "
                "--address if you mean it",
                addresses=", ".join(public),
            )
        return Place(addresses[0], 0, True, tuple(addresses[1:]))
    address, colon, port = asked.partition(":")
    try:
        known = IPv4Address(address)
        number = int(port) if port.isascii() and port.isdecimal() and len(port) < 6 else -1
    except AddressValueError:
        raise Trouble("table.bad_address", _BAD_ADDRESS, address=asked) from None
    nowhere = known.is_unspecified or known.is_multicast or address == HOST
    if nowhere or (colon and not 0 <= number < 65536):
        raise Trouble("table.bad_address", _BAD_ADDRESS, address=asked)
    here = is_private(address) or known in _LOOPBACK
    return Place(address, number if colon else 0, here)


def is_private(address: str) -> bool:
    """Tell whether an address is private."""
    return any(IPv4Address(address) in net for net in (*_PRIVATE, _OWN))


def _rank(each: Found, outward: str) -> tuple[bool, bool, bool, int]:
    """Return a sort key of addresses, those most likely to reach a phone first."""
    address = IPv4Address(each.address)
    order = [at for at, net in enumerate(_PRIVATE) if address in net]
    return (
        address in _OWN,
        each.name.lower().startswith(_NOT_THE_ROOM),
        each.address != outward,
        order[0] if order else len(_PRIVATE),
    )
