"""`tierce flash`: finds the drive, writes the image as a Pico reads it, verifies the version."""

import errno
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from itertools import chain, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import DEFAULT, Mock

import psutil
import pytest
from uf2_images import INFO, drive, image, image2
from verbs import tierce_here
from vmboard import VmBoard
from website import Site, send

from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import bootloader, drives, images, uf2
from tierce_tools.board.drives import Drive
from tierce_tools.board.repl import Repl
from tierce_tools.cli.flash import flash
from tierce_tools.description.boards import BOARDS
from tierce_tools.logs.words import trouble_text

LARGE = image(400)  # several chunks
WHOLE = uf2.parse(LARGE, "x.uf2")


def trouble_of(call: Callable[..., object], *args: Any, **how: Any) -> Trouble:
    """Return a call's Trouble; check that both languages have its sentence."""
    with pytest.raises(Trouble) as caught:
        call(*args, **how)
    assert caught.value.area == "flash"
    for language in languages():
        assert "\n" not in trouble_text(caught.value, language)
    return caught.value


def tierce(*args: str | Path) -> tuple[int, str, str]:
    done = tierce_here("flash", *args, env={**os.environ, "TIERCE_PORT": "auto", "TIERCE_LANG": "en"})
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def pico(tmp_path: Path) -> Drive:
    return drives.at(drive(tmp_path / "RPI-RP2"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "RPI_PICO.uf2"
    path.write_bytes(LARGE)
    return path


# --- the drive


def test_drives_are_found_by_what_they_say(tmp_path: Path):
    one = drive(tmp_path / "b")
    two = drive(tmp_path / "a", "RP2350")
    other = tmp_path / "stick"
    other.mkdir()
    adafruit = tmp_path / "FEATHERBOOT"
    adafruit.mkdir()
    (adafruit / "INFO_UF2.TXT").write_text("Model: Feather M4\nBoard-ID: SAMD51J19A-Feather\n")
    mounts = [one, two, other, adafruit, tmp_path / "gone"]
    assert drives.find(mounts) == [Drive(two, uf2.RP2350), Drive(one, uf2.RP2040)]
    assert drives.choose(None, [one, other]) == Drive(one, uf2.RP2040)
    assert drives.choose(two, mounts) == Drive(two, uf2.RP2350)
    text = trouble_text(trouble_of(drives.choose, None, mounts), "en")
    assert f"{two} (RP2350), {one} (RP2040)" in text
    assert f"--drive {two}" in text
    for path, key in ((other, "drive_no_info"), (adafruit, "drive_other"), (tmp_path / "gone", "drive_missing")):
        assert trouble_of(drives.at, path).key == key
    (adafruit / "INFO_UF2.TXT").write_text("Model: Feather M4\n")
    assert "another board (?)" in trouble_text(trouble_of(drives.at, adafruit), "en")


def test_info_in_any_shape(pico: Drive):
    for info in (
        b"UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n",
        b"Board-ID:RPI-RP2",
        b"board-id : rpi-rp2\r\n\xff\xfe\x00",
    ):
        (pico.path / drives.INFO).write_bytes(info)
        assert drives.at(pico.path) == pico


def test_a_drive_that_is_not_mounted_is_named(tmp_path: Path):
    assert drives.choose(None, [], tmp_path) is None
    (tmp_path / "RP2350").symlink_to("../../sda1")
    told = trouble_of(drives.choose, None, [], tmp_path)
    assert told.key == "drive_unmounted"
    assert str(tmp_path / "RP2350") in trouble_text(told, "en")


# --- writing


class BootRom(bootloader.FileOut):
    """A file on a Pico's drive, whose loader reads the blocks when the computer syncs them.

    After the last block it restarts: the drive vanishes, and that sync fails.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path
        self.flash: dict[int, bytes] = {}

    def write(self, data: bytes) -> int:
        return super().write(data[:20_000])  # a system may accept less than was given

    def sync(self) -> None:
        super().sync()
        raw = self.path.read_bytes()
        blocks = [raw[at : at + 512] for at in range(0, len(raw) - 511, 512)]
        self.flash = {int.from_bytes(block[12:16], "little"): block[32:288] for block in blocks}
        if len(blocks) == 400:
            self._go()

    def _go(self) -> None:
        shutil.rmtree(self.path.parent)
        raise OSError(errno.EIO, "Input/output error")


def test_a_pico_takes_the_image_and_goes(pico: Drive):
    rom = BootRom(pico.path / bootloader.NAME)
    done: list[int] = []
    bootloader.write(WHOLE, pico, done.append, lambda path: rom)
    assert b"".join(rom.flash.values()) == b"".join(LARGE[at + 32 : at + 288] for at in range(0, len(LARGE), 512))
    assert not pico.is_there
    assert sum(done) == len(LARGE)
    assert len(done) > 3


def failing(path: Path, call: str, at: int, error: BaseException) -> Any:
    if call == "create":
        raise error
    file = Mock(wraps=bootloader.FileOut(path))
    getattr(file, call).side_effect = chain(repeat(DEFAULT, at - 1), [error], repeat(DEFAULT))
    return file


@pytest.mark.parametrize(
    ("call", "at", "number", "wanted"),
    [
        ("create", 1, errno.EROFS, "drive_locked"),
        ("create", 1, errno.EACCES, "drive_locked"),
        ("create", 1, errno.ENODEV, "drive_gone"),
        ("create", 1, errno.ENOSPC, "drive_full"),
        ("create", 1, errno.EMFILE, "drive_unwritable"),
        ("write", 3, errno.ENOSPC, "drive_full"),
        ("write", 3, errno.EROFS, "drive_locked"),  # Linux remounts a faulty drive read-only
        ("write", 3, errno.EIO, "drive_gone"),
        *(("sync", at, errno.EIO, "drive_gone") for at in (1, 2, 7)),  # unplugged half-way
        ("sync", 2, errno.ENXIO, "drive_gone"),
        ("sync", 2, errno.ENOSPC, "drive_full"),
        ("sync", 8, errno.ENOSPC, "drive_full"),
    ],
)
def test_what_a_drive_may_say(pico: Drive, call: str, at: int, number: int, wanted: str):
    error = OSError(number, os.strerror(number))
    told = trouble_of(bootloader.write, WHOLE, pico, None, lambda path: failing(path, call, at, error))
    assert told.key == wanted
    if call != "create" and wanted == "drive_gone":
        assert str(told.details["percent"]).isdigit()
        assert "hold BOOTSEL" in trouble_text(told, "en")
    if at < 8:
        assert not (pico.path / bootloader.NAME).exists()  # the partial image was removed


@pytest.mark.parametrize(("call", "at"), [("sync", 8), ("close", 1)])
@pytest.mark.parametrize("number", [errno.EIO, errno.ENODEV, errno.EROFS])
def test_an_error_after_the_last_block_is_the_restart(pico: Drive, call: str, at: int, number: int):
    error = OSError(number, os.strerror(number))
    bootloader.write(WHOLE, pico, None, lambda path: failing(path, call, at, error))
    assert (pico.path / bootloader.NAME).read_bytes() == LARGE


def test_the_chip_and_the_room_are_checked(pico: Drive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    bootloader.check(WHOLE, pico)
    assert trouble_of(bootloader.check, uf2.parse(image2(), "x.uf2"), pico).key == "chip_differs"
    pico2 = drives.at(drive(tmp_path / "RP2350", "RP2350"))
    assert trouble_of(bootloader.check, WHOLE, pico2).key == "chip_differs"
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=1000))
        told = trouble_of(bootloader.check, WHOLE, pico)
        assert (told.key, told.details["free"]) == ("drive_full", 1000)
        (pico.path / bootloader.NAME).write_bytes(LARGE[1000:])  # the old image makes room
        bootloader.check(WHOLE, pico)
    shutil.rmtree(pico.path)
    assert trouble_of(bootloader.check, WHOLE, pico).key == "drive_missing"


# --- verifying

PORT = "/dev/ttyACM7"
SILENT = Trouble("repl.silent", "{device}: nobody", device=PORT)


@pytest.mark.parametrize(
    ("appears", "answers", "told", "seconds"),
    [
        pytest.param(3.1, ["1.28.0"], (PORT, "1.28.0", None), (3.1, 5), id="it comes back"),
        pytest.param(1.0, [SILENT] * 3 + ["1.28.0"], (PORT, "1.28.0", None), (5, 7), id="not at once"),
        pytest.param(1.0, [SILENT], (PORT, None, "silent"), (20, 23), id="it never answers"),
        pytest.param(60.0, ["1.28.0"], (None, None, "no_port"), (20, 20), id="it stays away"),
        pytest.param(1.0, ["1.27.0"], (PORT, "1.27.0", "version_differs"), (2, 3), id="another version"),
    ],
)
def test_a_board_is_asked_what_it_runs(
    appears: float, answers: list[str | Trouble], told: tuple[str | None, ...], seconds: tuple[float, float]
):
    """Its port appears after some seconds; it answers this, the last for ever."""
    at = 0.0

    def sleep(seconds: float) -> None:
        nonlocal at
        assert seconds > 0
        at += seconds

    def ask(port: str) -> str:
        assert port == PORT
        sleep(1.0)
        return answer_next()

    answer_next = Mock(side_effect=chain(answers, repeat(answers[-1])))
    clock: Any = SimpleNamespace(monotonic=lambda: at, sleep=sleep)
    answer = bootloader.verify(WHOLE, lambda: PORT if at >= appears else None, ask, 20.0, clock)
    assert (answer.port, answer.version, answer.trouble and answer.trouble.key) == told
    assert seconds[0] <= at <= seconds[1]
    if told[2] == "version_differs":
        assert answer.trouble is not None
        assert answer.trouble.details["version"] == "1.27.0"


def test_versions_are_compared():
    for ours, same, others in (
        ("1.28.0", "1.28.0", ("3.4.0; 1.28.0", "1.28.1", "11.28.0", "?")),
        ("1.28", "1.28.0", ("1.28.1", "1.2")),
        ("1.29.0-preview.25.gabc", "1.29.0-preview", ("1.28.0",)),
    ):
        assert bootloader.same_version(ours, same)
        assert not any(bootloader.same_version(ours, other) for other in others)


# --- official images


def test_the_table_of_official_images():
    files = [each.file for each in images.OFFICIAL]
    assert len(set(files)) == len({each.sha256 for each in images.OFFICIAL}) == len(files)
    for each in images.OFFICIAL:
        assert (bytes.fromhex(each.sha256).hex(), len(each.sha256)) == (each.sha256, 64)
        assert each.size is None or each.size % 512 == 0
        # the usual board knows every version, so a misspelt one is reported without a drive
        assert images.official("RPI_PICO", each.version).version == each.version
    newest = images.official("RPI_PICO", None)
    assert newest == images.OFFICIAL[0]
    assert images.official("rpi-pico", "v1.28.0") == newest
    for board, version, key in (
        ("RPI_PICO", "1.2", "version_unknown"),
        ("RPI_PICO", "", "version_unknown"),
        ("ESP32", None, "board_unknown"),
    ):
        assert trouble_of(images.official, board, version).key == key
    assert images.site() == "https://micropython.org/resources/firmware/"


def test_each_board_has_an_image_and_its_chip_a_plain_one():
    for board in BOARDS:
        assert images.official(board.image, None).file.startswith(f"{board.image}-")
        plain = next(each for each in BOARDS if each.image == images.default_board(board.chip))
        assert (plain.chip, plain.radio) == (board.chip, False)
        assert f"Board-ID: {board.chip.drive}\r\n" in INFO[board.chip.name]


OURS = images.Official("RPI_PICO", "1.28.0", "20260406", len(LARGE), sha256(LARGE).hexdigest())


def test_an_image_whose_size_is_not_known_is_judged_by_its_hash(tmp_path: Path):
    ours = replace(OURS, size=None)
    (tmp_path / ours.file).write_bytes(LARGE)
    assert images.fetch(ours, tmp_path / "cache", tmp_path.as_uri()) == LARGE
    for wrong in (LARGE[:-512], LARGE + b"x", b"", bytes(9 << 20)):
        (tmp_path / ours.file).write_bytes(wrong)
        assert trouble_of(images.fetch, ours, tmp_path / "other", tmp_path.as_uri()).key == "fetch_wrong"


# How a site may answer: what is said of it; the code, the length that it names, and what it sends.
ANSWERS: dict[str, tuple[str, int, int, bytes]] = {
    "right": ("", 200, len(LARGE), LARGE),
    "missing": ("fetch_refused", 404, 18, b"<h1>Not found</h1>"),
    "broken off": ("fetch_cut", 200, len(LARGE), LARGE[:100_000]),
    "short": ("fetch_cut", 200, 100_000, LARGE[:100_000]),
    "page": ("fetch_wrong", 200, 300_000, b"<!DOCTYPE html>" * 20_000),
    "changed": ("fetch_wrong", 200, len(LARGE), LARGE[:-300] + b"!" + LARGE[-299:]),
    "stops": ("fetch_offline", 200, len(LARGE), LARGE[:50_000]),
}
WRONG = {how: said for how, (said, *_) in ANSWERS.items() if said}
WRONG |= {"silent": "fetch_offline", "nonsense": "fetch_offline", "endless": "fetch_wrong"}


class Mirror(Site):
    def __init__(self) -> None:
        super().__init__(self._answer)
        self.url += "/firmware/"
        self.how = "right"
        self.sent = 0  # bytes sent of the endless answer
        self.go = threading.Event()

    def _answer(self, to: BaseHTTPRequestHandler) -> None:
        if self.how == "moved" and not to.path.startswith("/new"):
            send(to, b"", 302, Location="/new" + to.path)
        elif self.how == "nonsense":
            to.wfile.write(b"\x00\xff\x00\xff\r\n\r\n")
        elif self.how == "endless":
            send(to, b"")
            while self.sent < 64 << 20:
                self.sent += to.wfile.write(bytes(1 << 16))
        elif self.how != "silent":
            _, code, length, body = ANSWERS.get(self.how, ANSWERS["right"])
            send(to, body, code, Content_Length=length)
        if self.how in ("silent", "stops"):
            self.go.wait(30)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mirror]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with Mirror() as made:
        yield made
        made.go.set()


@pytest.mark.parametrize("how", ["right", "moved"])
def test_an_image_is_fetched_once(site: Mirror, tmp_path: Path, how: str):
    site.how = how
    done: list[int] = []
    raw = images.fetch(OURS, tmp_path / "a/b", site.url, done.append)
    assert sha256(raw).hexdigest() == OURS.sha256
    assert sum(done) == len(LARGE)
    assert site.asked[0].path == "/firmware/RPI_PICO-20260406-v1.28.0.uf2"
    assert images.is_cached(OURS, tmp_path / "a/b")
    assert images.fetch(OURS, tmp_path / "a/b", "http://127.0.0.1:1/") == raw
    (tmp_path / "a/b" / OURS.file).write_bytes(LARGE[:-1])  # damaged: fetched again
    assert not images.is_cached(OURS, tmp_path / "a/b")
    assert images.fetch(OURS, tmp_path / "a/b", site.url) == raw
    assert images.fetch(OURS, tmp_path / "a/b", "http://127.0.0.1:1/") == raw
    assert [each.name for each in (tmp_path / "a/b").iterdir()] == [OURS.file]


@pytest.mark.parametrize("how", WRONG)
def test_anything_else_is_refused_and_not_kept(site: Mirror, tmp_path: Path, how: str):
    site.how = how
    assert trouble_of(images.fetch, OURS, tmp_path / "c", site.url, timeout=0.3).key == WRONG[how]
    assert not (tmp_path / "c").exists()
    assert site.sent < 32 << 20
    site.how = "right"
    assert len(images.fetch(OURS, tmp_path / "c", site.url)) == len(LARGE)


def test_no_network(tmp_path: Path):
    for url in ("http://127.0.0.1:1/", "http://no.such.host.invalid/", "nonsense", "ftp://", "http://[::1"):
        assert trouble_of(images.fetch, OURS, tmp_path, url, timeout=5).key == "fetch_offline"


def test_a_cache_that_cannot_be_written(site: Mirror, tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert len(images.fetch(OURS, tmp_path / "file", site.url)) == len(LARGE)


# --- the verb


@pytest.mark.parametrize("dry", [True, False])
def test_flash(pico: Drive, file: Path, dry: bool):
    written = pico.path / bootloader.NAME
    given = ("--uf2", file, "--drive", pico.path, *(["--dry-run"] if dry else ["--wait", "0"]))
    code, out, err = tierce(*given)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "RPI_PICO.uf2: MicroPython 1.28.0 of 2026-04-06 for Raspberry Pi Pico (RP2040), 400 blocks, whole",
        "It leaves 1408 KiB of flash for files",
        f"Would write 204,800 bytes to {pico.path}; nothing was written"
        if dry
        else f"204,800 bytes written to {pico.path}",
    ]
    there = sorted(each.name for each in pico.path.iterdir())
    assert there == ["INDEX.HTM", "INFO_UF2.TXT", *([] if dry else [bootloader.NAME])]
    if not dry:
        assert written.read_bytes() == LARGE
        written.write_bytes(bytes(10_000_000))
    code, out, err = tierce(*given, "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    told = {"image": "RPI_PICO.uf2", "sha256": sha256(LARGE).hexdigest(), "micropython": "1.28.0"}
    told |= {"board": "Raspberry Pi Pico", "chip": "RP2040", "blocks": 400, "bytes": 204_800, "drive": str(pico.path)}
    told |= {"dry_run": dry, "written": not dry, "port": None, "runs": None, "verified": False}
    assert json.loads(out) == told
    assert dry or written.read_bytes() == LARGE


def test_stopped_half_way(pico: Drive, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    stopped = partial(failing, call="sync", at=1, error=KeyboardInterrupt())
    monkeypatch.setattr(bootloader, "write", partial(bootloader.write, create=stopped))
    with pytest.raises(KeyboardInterrupt):
        flash(file=file, drive=pico.path, lang="en")
    assert "stopped half-way" in capsys.readouterr().err
    assert not (pico.path / bootloader.NAME).exists()


def test_a_board_that_stays_away(pico: Drive, file: Path):
    code, out, err = tierce("--uf2", file, "--drive", pico.path, "--wait", "0.1", "--json")
    assert (code, json.loads(out)["verified"]) == (1, False)
    assert "did not restart" in err.splitlines()[-1]  # this drive is a folder, and stays


def test_another_makers_board_is_mentioned(pico: Drive, tmp_path: Path):
    path = tmp_path / "xiao.uf2"
    path.write_bytes(image(board="; Seeed Studio XIAO RP2040 with RP2040"))
    code, _, err = tierce("--uf2", path, "--drive", pico.path, "--dry-run")
    assert code == 0
    assert "Seeed Studio XIAO RP2040, not for a Pico" in err


def test_one_line_says_what_to_do(pico: Drive, file: Path):
    """What is wrong with a drive, an image or a version is tested above and in test_uf2.py."""
    other = file.with_name("pico2.uf2")
    other.write_bytes(image2())
    for given, said in (
        (("--uf2", file, "--version", "1.28.0"), "one or the other"),
        (("--uf2", file, "--board", "RPI_PICO"), "one or the other"),
        (("--version", "0.9"), "only: 1.28.0,"),
        (("--board", "UNO"), "only for: RPI_PICO,"),
        (("--uf2", file, "--drive", "/"), "is not a Pico in BOOTSEL mode"),
        (("--uf2", other, "--drive", pico.path), "nothing was written"),
        (("--uf2", file, "--port", "modelled"), "leave --port out"),
    ):
        code, _, err = tierce(*given)
        assert (code, err.count("\n")) == (2, 1)
        assert said in err
    assert not (pico.path / bootloader.NAME).exists()


def test_a_mounted_pico_is_found_or_it_says_how(pico: Drive, file: Path, monkeypatch: pytest.MonkeyPatch):
    found = [SimpleNamespace(mountpoint=str(pico.path))]
    # At last this system does not list them.
    monkeypatch.setattr(psutil, "disk_partitions", Mock(side_effect=[found, [], OSError]))
    code, out, err = tierce("--uf2", file, "--wait", "0")
    assert (code, err) == (0, "")
    assert out.endswith(f"written to {pico.path}\n")
    for _ in range(2):
        code, _, err = tierce("--uf2", file)
        assert code == 2
        assert "hold its BOOTSEL button" in err


def test_an_official_image_is_downloaded_once(
    site: Mirror, pico: Drive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(images, "OFFICIAL", (OURS,))
    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TIERCE_IMAGES", site.url)
    for times in (1, 2):
        flash(drive=pico.path, version="1.28.0", wait=0.0, lang="en")
        assert (pico.path / bootloader.NAME).read_bytes() == LARGE
        assert len(site.asked) == 1
        said = f"Downloading RPI_PICO-20260406-v1.28.0.uf2 from {site.url}\n"
        assert capsys.readouterr().err == (said if times == 1 else "")


# --- with a board


def test_from_a_running_board_to_a_running_board(
    bare_board: VmBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    with Repl(bare_board.port) as repl:
        path = tmp_path / "ours.uf2"
        path.write_bytes(image(400, version=repl.about().version))
    made = tmp_path / "RPI-RP2"
    taken: list[int] = []

    def mounted() -> list[Path]:
        # When told to, the board's port vanishes and its drive appears.
        if bare_board.state == "off" and not taken:
            drive(made)
        return [made]

    class Pico(BootRom):
        def _go(self) -> None:
            taken.append(len(self.flash))
            threading.Timer(0.5, bare_board.on).start()
            super()._go()

    monkeypatch.setattr(drives, "mounted", mounted)
    monkeypatch.setattr(bootloader, "write", partial(bootloader.write, create=Pico))
    go = partial(flash, file=path, port=bare_board.port, lang="en")
    go(bootsel=True, dry_run=True)
    assert f"Would restart {bare_board.port} into BOOTSEL mode" in capsys.readouterr().out
    assert bare_board.state != "off"
    go(bootsel=True)
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == f"Restarting {bare_board.port} into BOOTSEL mode"
    assert taken == [400]
    assert out.splitlines()[-1].startswith("MicroPython ")
    assert out.splitlines()[-1].endswith("next: tierce deploy")
