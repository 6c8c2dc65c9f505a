"""Knows MicroPython's official images, and downloads them.

Only images whose SHA-256 is in the table below are accepted. A downloaded image is kept in the
cache and verified at each use.
"""

import hashlib
import http.client
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tierce_tools.base import paths
from tierce_tools.base.trouble import Trouble
from tierce_tools.base.whole import write_whole
from tierce_tools.description.boards import BOARDS, Chip

SITE = "https://micropython.org/resources/firmware/"
PAGE = "https://micropython.org/download/{}/"
TIMEOUT_S = 30.0
_CHUNK = 1 << 16


@dataclass(frozen=True)
class Official:
    """An image of micropython.org: size in bytes (None: not known), SHA-256 in hexadecimal."""

    board: str
    version: str
    date: str
    size: int | None
    sha256: str

    @property
    def file(self) -> str:
        """The file's name on the site and in the cache."""
        return f"{self.board}-{self.date}-v{self.version}.uf2"


# Newest first: without a version, the first one of a board is used.
_ROWS: tuple[tuple[str, str, str, int | None, str], ...] = (
    ("RPI_PICO", "1.28.0", "20260406", 676352, "00aedb8431ebea83b470ef909509f16432c5b1b43e8f6eaf015f6f9560bc8152"),
    ("RPI_PICO", "1.26.1", "20250911", 668672, "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c"),
    ("RPI_PICO", "1.25.0", "20250415", 667648, "e0c40eacf1afc550a6add74888c48bb981b28788a6d75a62a0e2444e997b9864"),
    ("RPI_PICO", "1.24.1", "20241129", 666624, "a41b7dbadfe4f399a10bd344002b365427ad033de993cf372c29c884b33a4cdf"),
    ("RPI_PICO_W", "1.28.0", "20260406", 1749504, "a0210c9c8a085391cb66f530c298a5a4fb804a9d072289254c24df5fdf210f7a"),
    ("RPI_PICO2", "1.28.0", "20260406", None, "e65ad62ae886a4f56da8ef2c07904fe504b92de69e5ae6489acf881bcf30b6ae"),
    ("RPI_PICO2_W", "1.28.0", "20260406", 1714688, "686f0d0bd427ca68d149016808f95765df7921c5845d22ff8ebaec287300fce4"),
)
OFFICIAL = tuple(Official(*row) for row in _ROWS)


def default_board(chip: Chip) -> str:
    """Return the plain board with a chip."""
    return next(board.image for board in BOARDS if board.chip is chip)


def official(board: str, version: str | None) -> Official:
    """Return a board's image of a version ("1.28.0" or "v1.28.0"); the newest for None.

    Raises Trouble if it is not in the table.
    """
    board = board.upper().replace("-", "_")
    ours = [each for each in OFFICIAL if each.board == board]
    wanted = version and version.strip().lower().removeprefix("v")
    for each in ours:
        if wanted in (None, each.version):
            return each
    page = PAGE.format(board)
    if ours:
        known = ", ".join(each.version for each in ours)
        raise Trouble(
            "flash.version_unknown",
            "no official image {version} of {board} is known here, "
            "only: {known}; download it from {page} and give it with --uf2",
            version=version,
            board=board,
            known=known,
            page=page,
        )
    boards = ", ".join(dict.fromkeys(each.board for each in OFFICIAL))
    raise Trouble(
        "flash.board_unknown",
        "no official image for {board} is known here, only for: "
        "{boards}; download it from {page} and give it with --uf2",
        board=board,
        boards=boards,
        page=page,
    )


def cache() -> Path:
    """Return the cache folder of downloaded images; TIERCE_CACHE overrides it."""
    return paths.cache() / "images"


def site() -> str:
    """Return the site to download from; TIERCE_IMAGES overrides it, for a mirror."""
    return os.environ.get("TIERCE_IMAGES") or SITE


def is_cached(image: Official, folder: Path) -> bool:
    """Tell whether an image is in the cache."""
    return _cached(image, folder) is not None


def fetch(
    image: Official, folder: Path, site: str, progress: Callable[[int], None] | None = None, timeout: float = TIMEOUT_S
) -> bytes:
    """Return an official image, from the cache `folder` or else from `site`. Raises Trouble.

    `progress` is called with the number of bytes of each part.
    """
    if (raw := _cached(image, folder)) is not None:
        return raw
    raw = _download(image, f"{site.rstrip('/')}/{image.file}", progress, timeout)
    # If it can't be cached, it is downloaded again next time.
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / image.file, raw)
    return raw


def _cached(image: Official, folder: Path) -> bytes | None:
    try:
        raw = (folder / image.file).read_bytes()
    except OSError:
        return None
    return raw if hashlib.sha256(raw).hexdigest() == image.sha256 else None


def _download(image: Official, url: str, progress: Callable[[int], None] | None, timeout: float) -> bytes:
    raw = bytearray()
    try:
        request = urllib.request.Request(url, headers={"User-Agent": "tierce"})
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            # One byte too many proves that it is another file.
            most = image.size or max(2 * board.chip.flash for board in BOARDS)
            while len(raw) <= most and (part := answer.read(_CHUNK)):
                raw += part
                if progress:
                    progress(len(part))
    except urllib.error.HTTPError as error:
        raise Trouble(
            "flash.fetch_refused",
            "{url}: the site answers {code}; download the image from {page} and give it with --uf2",
            url=url,
            code=error.code,
            page=PAGE.format(image.board),
        ) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        reason = getattr(reason, "strerror", None) or reason or type(error).__name__
        raise Trouble(
            "flash.fetch_offline",
            "{url} cannot be reached ({reason}): try again, or download "
            "the image from {page} on another computer and give it with --uf2",
            url=url,
            reason=reason,
            page=PAGE.format(image.board),
        ) from None
    if image.size is not None and len(raw) < image.size:
        raise Trouble(
            "flash.fetch_cut",
            "{url}: the download broke off after {bytes} of {size} bytes; try again",
            url=url,
            bytes=len(raw),
            size=image.size,
        )
    if hashlib.sha256(raw).hexdigest() != image.sha256:
        raise Trouble(
            "flash.fetch_wrong",
            "{url} is not the image that Tierce knows (its SHA-256 differs) and was thrown away: a proxy "
            "or a log-in page may be in the way; try elsewhere, or download it from {page} and give it with --uf2",
            url=url,
            page=PAGE.format(image.board),
        )
    return bytes(raw)
