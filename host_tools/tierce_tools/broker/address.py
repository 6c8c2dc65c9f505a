"""The address of a broker, and whether anything answers there."""

import socket
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, quote, unquote, urlsplit

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble

_BAD = N_("{broker}: no broker can be there; write mqtt://HOST, or mqtts://USER:PASSWORD@HOST:8883 for one with TLS")
_PORTS = {"mqtt": 1883, "mqtts": 8883}
_OTHER_NAME = (62, 64)  # X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH
_PATIENCE_S = 10.0
AWAY = ("no_host", "no_answer")  # what a knock finds while a broker, or the network, has not started yet


@dataclass(frozen=True)
class Address:
    """Where a broker is, and as whom to connect. `tls`: its connections are encrypted."""

    host: str
    port: int
    tls: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """Return the URL as people see it, without the password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        who = f"{self.user}@" if self.user else ""
        return f"{'mqtts' if self.tls else 'mqtt'}://{who}{host}:{self.port}"

    def hidden(self) -> str:
        """Return the URL as it is written, with PASSWORD in place of the password."""
        secret = ":PASSWORD" if self.password else ""
        return str(self).replace(f"{self.user}@", f"{quote(self.user, '')}{secret}@", 1) if self.user else str(self)


def address_of(url: str) -> Address:
    """Return the address in a URL: mqtt:// or mqtts://, or a host without either.

    Raises Trouble.
    """
    given = url if "://" in url else f"mqtt://{url}"
    try:
        parts = urlsplit(given)
        port = parts.port
    except ValueError:
        raise Trouble("broker.bad_url", _BAD, broker=_without_password(url)) from None
    empty = not parts.hostname or any(character.isspace() for character in given)
    if empty or parts.scheme not in _PORTS or port == 0 or _has_more(parts):
        raise Trouble("broker.bad_url", _BAD, broker=_without_password(url))
    assert parts.hostname is not None
    return Address(
        parts.hostname,
        port or _PORTS[parts.scheme],
        parts.scheme == "mqtts",
        _unquoted(parts.username),
        _unquoted(parts.password),
    )


def _has_more(parts: SplitResult) -> bool:
    return parts.path not in ("", "/") or bool(parts.query or parts.fragment)


def _unquoted(text: str | None) -> str | None:
    return None if text is None else unquote(text)


def _without_password(url: str) -> str:
    if "@" in url:
        return url.rpartition("@")[2]
    # The host may be forgotten: what looks like its port is then a password.
    scheme, mark, rest = url.rpartition("://")
    host, colon, port = rest.partition(":")
    if colon and not port.isdigit():
        port = "..."
    return scheme + mark + host + colon + port


def tls_of(address: Address, ca: Path | None) -> ssl.SSLContext | None:
    """Return how to check the broker's certificate; None without TLS.

    `ca` is the file of the authority that signed it, if the system does not know that one. Raises
    Trouble.
    """
    if not address.tls:
        if ca is not None:
            raise Trouble("broker.ca_without_tls", "--ca is for a broker with TLS: write its address as mqtts://")
        return None
    try:
        return ssl.create_default_context(cafile=None if ca is None else str(ca))
    except (OSError, ValueError) as error:
        raise Trouble(
            "broker.bad_ca",
            "{path}: no certificates can be read there ({error}); name the "
            "file of the authority that signed the broker's, as PEM",
            path=ca,
            error=_said(error),
        ) from None


def knock(address: Address, context: ssl.SSLContext | None) -> None:
    """Connect to the broker once and hang up, as MQTT clients don't say what is wrong.

    Raises Trouble: no such host, nothing that answers, a certificate that is not good.
    """
    told = str(address)
    try:
        with socket.create_connection((address.host, address.port), _PATIENCE_S) as plain:
            if context is not None:
                with context.wrap_socket(plain, server_hostname=address.host):
                    pass
    except socket.gaierror:
        raise Trouble(
            "broker.no_host",
            "{broker}: there is no host {host}; is the name right, and this computer in the network?",
            broker=told,
            host=address.host,
        ) from None
    except ssl.SSLCertVerificationError as error:
        if error.verify_code in _OTHER_NAME:
            raise Trouble(
                "broker.other_certificate",
                "{broker}: its certificate is for another name ({error}); write the name that is in it",
                broker=told,
                error=error.verify_message,
            ) from None
        raise Trouble(
            "broker.bad_certificate",
            "{broker}: its certificate is not trusted ({error}); --ca names the file of the authority that signed it",
            broker=told,
            error=error.verify_message,
        ) from None
    except ssl.SSLError as error:
        raise Trouble(
            "broker.no_tls",
            "{broker}: no TLS there ({error}); a broker without it is mqtt://",
            broker=told,
            error=_said(error),
        ) from None
    except (OSError, UnicodeError) as error:
        raise Trouble(
            "broker.no_answer",
            "{broker}: nothing answers there ({error}); does the broker run, and is this its port?",
            broker=told,
            error=_said(error),
        ) from None


def _said(error: Exception) -> str:
    return str(getattr(error, "reason", "") or getattr(error, "strerror", "") or error)
