"""`tierce flash`: finds the drive, writes the image as a Pico reads it, verifies the version."""

import errno
import http.server
import json
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from processes import run_text
from uf2_images import INFO, drive, image, image2
from verbs import tierce_text
from vmboard import VmBoard

from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import bootloader, drives, images, uf2
from tierce_tools.board.drives import Drive
from tierce_tools.description.boards import BOARDS, Board
from tierce_tools.logs.words import trouble_text

LARGE = image(400)  # several chunks
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0 and sys.platform == "linux"


def key_of(call: Callable[[], object]) -> str:
    """Return the key of a call's Trouble; check that both languages have its sentence."""
    with pytest.raises(Trouble) as caught:
        call()
    assert caught.value.area == "flash"
    for language in languages():
        assert "\n" not in trouble_text(caught.value, language)
    return caught.value.key


def tierce(*args: str | Path, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    done = tierce_text("flash", *args, env={**os.environ, "TIERCE_PORT": "auto", "TIERCE_LANG": "en", **(env or {})})
    assert "Traceback" not in done.stderr
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
    with pytest.raises(Trouble) as caught:
        drives.choose(None, mounts)
    text = trouble_text(caught.value, "en")
    assert f"{two} (RP2350), {one} (RP2040)" in text
    assert f"--drive {two}" in text
    assert key_of(lambda: drives.at(other)) == "drive_no_info"
    assert key_of(lambda: drives.at(adafruit)) == "drive_other"
    assert key_of(lambda: drives.at(tmp_path / "gone")) == "drive_missing"


@pytest.mark.parametrize(
    "info",
    [
        b"UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n",
        b"Board-ID:RPI-RP2",
        b"board-id : rpi-rp2\r\n\xff\xfe\x00",
    ],
)
def test_info_in_any_shape(tmp_path: Path, info: bytes):
    (tmp_path / "INFO_UF2.TXT").write_bytes(info)
    assert drives.at(tmp_path).chip is uf2.RP2040


def test_a_drive_that_is_not_mounted_is_named(tmp_path: Path):
    assert drives.choose(None, [], tmp_path) is None
    (tmp_path / "RP2350").symlink_to("../../sda1")
    with pytest.raises(Trouble) as caught:
        drives.choose(None, [], tmp_path)
    assert caught.value.key == "drive_unmounted"
    assert str(tmp_path / "RP2350") in trouble_text(caught.value, "en")


# --- writing


class BootRom(bootloader.FileOut):
    """A file on a Pico's drive, whose loader reads the blocks when the computer syncs them.

    After the last block it restarts: the drive vanishes, and that sync fails.
    """

    def __init__(self, path: Path, pull_after: int | None = None) -> None:
        super().__init__(path)
        self.path = path
        self.flash: dict[int, bytes] = {}
        self._come = b""
        self._taken = self._count = 0
        self._pull_after = pull_after

    def write(self, data: bytes) -> int:
        part = data[:20_000]  # a system may accept less than was given
        self._come += part
        return super().write(part)

    def sync(self) -> None:
        super().sync()
        while len(self._come) - self._taken >= 512:
            block = self._come[self._taken : self._taken + 512]
            self._taken += 512
            address, _, _, self._count = (int.from_bytes(block[i : i + 4], "little") for i in (12, 16, 20, 24))
            self.flash[address] = block[32:288]
            if self._pull_after == self._taken // 512:
                self._go()
        if self._taken // 512 == self._count:
            self._go()

    def _go(self) -> None:
        shutil.rmtree(self.path.parent)
        raise OSError(errno.EIO, "Input/output error")


def test_a_pico_takes_the_image_and_goes(pico: Drive):
    roms: list[BootRom] = []
    done: list[int] = []

    def create(path: Path) -> BootRom:
        roms.append(BootRom(path))
        return roms[0]

    found = uf2.parse(LARGE, "x.uf2")
    bootloader.write(found, pico, done.append, create)
    assert b"".join(roms[0].flash.values()) == b"".join(LARGE[at + 32 : at + 288] for at in range(0, len(LARGE), 512))
    assert not pico.is_there
    assert sum(done) == len(LARGE)
    assert len(done) > 3


@pytest.mark.parametrize("after", [1, 64, 100, 398, 399])
def test_unplugged_half_way(pico: Drive, after: int):
    found = uf2.parse(LARGE, "x.uf2")
    with pytest.raises(Trouble) as caught:
        bootloader.write(found, pico, None, lambda path: BootRom(path, after))
    assert caught.value.key == "drive_gone"
    assert str(caught.value.details["percent"]).isdigit()
    assert "hold BOOTSEL" in trouble_text(caught.value, "en")


class Failing(bootloader.FileOut):
    """A file that fails at one of its calls."""

    def __init__(self, path: Path, call: str, at: int, number: int) -> None:
        self._fails = (call, at)
        self._number = number
        self._calls = {"create": 0, "write": 0, "sync": 0, "close": 0}
        self._count("create")
        super().__init__(path)

    def _count(self, call: str) -> None:
        self._calls[call] += 1
        if self._fails == (call, self._calls[call]):
            raise OSError(self._number, os.strerror(self._number))

    def write(self, data: bytes) -> int:
        self._count("write")
        return super().write(data)

    def sync(self) -> None:
        self._count("sync")
        super().sync()

    def close(self) -> None:
        super().close()
        self._count("close")


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
        ("sync", 2, errno.EIO, "drive_gone"),
        ("sync", 2, errno.ENXIO, "drive_gone"),
        ("sync", 2, errno.ENOSPC, "drive_full"),
        ("sync", 8, errno.ENOSPC, "drive_full"),
    ],
)
def test_what_a_drive_may_say(pico: Drive, call: str, at: int, number: int, wanted: str):
    found = uf2.parse(LARGE, "x.uf2")
    assert key_of(lambda: bootloader.write(found, pico, None, lambda path: Failing(path, call, at, number))) == wanted
    if at < 8:
        assert not (pico.path / bootloader.NAME).exists()  # the partial image was removed


@pytest.mark.parametrize(("call", "at"), [("sync", 8), ("close", 1)])
@pytest.mark.parametrize("number", [errno.EIO, errno.ENODEV, errno.EROFS])
def test_an_error_after_the_last_block_is_the_restart(pico: Drive, call: str, at: int, number: int):
    found = uf2.parse(LARGE, "x.uf2")
    bootloader.write(found, pico, None, lambda path: Failing(path, call, at, number))
    assert (pico.path / bootloader.NAME).read_bytes() == LARGE


def test_ctrl_c_leaves_no_half_image(pico: Drive):
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bootloader.write(uf2.parse(LARGE, "x.uf2"), pico, interrupt)
    assert not (pico.path / bootloader.NAME).exists()


def test_the_chip_is_checked(pico: Drive, tmp_path: Path):
    bootloader.check(uf2.parse(LARGE, "x.uf2"), pico)
    assert key_of(lambda: bootloader.check(uf2.parse(image2(), "x.uf2"), pico)) == "chip_differs"
    pico2 = drives.at(drive(tmp_path / "RP2350", "RP2350"))
    assert key_of(lambda: bootloader.check(uf2.parse(LARGE, "x.uf2"), pico2)) == "chip_differs"
    shutil.rmtree(pico.path)
    assert key_of(lambda: bootloader.check(uf2.parse(LARGE, "x.uf2"), pico)) == "drive_missing"


# --- verifying


class Time:
    """A clock that advances by its sleeps."""

    def __init__(self) -> None:
        self.at = 1000.0

    def monotonic(self) -> float:
        return self.at

    def sleep(self, seconds: float, /) -> None:
        assert seconds > 0
        self.at += seconds


def verified(
    port_after: float, answers: list[str | Trouble], version: str = "1.28.0"
) -> tuple[bootloader.Answer, float]:
    """Let a board come back after `port_after` s and answer this, the last for ever."""
    clock = Time()

    def ask(port: str) -> str:
        assert port == "/dev/ttyACM7"
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        clock.sleep(1.0)
        if isinstance(answer, Trouble):
            raise answer
        return answer

    answer = bootloader.verify(
        uf2.parse(image(version=version), "x.uf2"),
        lambda: "/dev/ttyACM7" if clock.at >= 1000 + port_after else None,
        ask,
        20.0,
        clock,
    )
    return answer, clock.at - 1000


def test_a_board_that_comes_back():
    answer, took = verified(3.1, ["1.28.0"])
    assert answer == bootloader.Answer("/dev/ttyACM7", "1.28.0", None)
    assert 3.1 <= took < 5


def test_a_board_that_does_not_answer_at_once():
    silent = Trouble("repl", "silent", "{device}: nobody", device="/dev/ttyACM7")
    answer, _ = verified(1.0, [silent, silent, silent, "1.28.0"])
    assert answer.trouble is None
    answer, took = verified(1.0, [silent])
    assert answer == bootloader.Answer("/dev/ttyACM7", None, silent)
    assert 20 <= took < 23


def test_a_board_that_does_not_come_back():
    answer, took = verified(60, ["1.28.0"])
    assert (answer.port, answer.trouble and answer.trouble.key) == (None, "no_port")
    assert took == 20


def test_a_board_with_another_version():
    answer, _ = verified(1, ["1.27.0"])
    assert answer.trouble
    assert answer.version == answer.trouble.details["version"] == "1.27.0"
    assert answer.trouble.key == "version_differs"


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ("1.28.0", "1.28.0", True),
        ("1.28.0", "3.4.0; 1.28.0", False),
        ("1.28", "1.28.0", True),
        ("1.29.0-preview.25.gabc", "1.29.0-preview", True),
        ("1.28.0", "1.28.1", False),
        ("1.28.0", "11.28.0", False),
        ("1.28.0", "?", False),
    ],
)
def test_versions_are_compared(ours: str, theirs: str, same: bool):
    assert bootloader.same_version(ours, theirs) is same


# --- official images


def test_the_table_of_official_images():
    files = [each.file for each in images.OFFICIAL]
    assert len(set(files)) == len({each.sha256 for each in images.OFFICIAL}) == len(files)
    for each in images.OFFICIAL:
        assert len(bytes.fromhex(each.sha256)) == 32
        assert each.size is None or each.size % 512 == 0
        # the usual board knows every version, so a misspelt one is reported without a drive
        assert images.official("RPI_PICO", each.version).version == each.version
    newest = images.official("RPI_PICO", None)
    assert newest == images.OFFICIAL[0]
    assert newest.file == "RPI_PICO-20260406-v1.28.0.uf2"
    assert images.official("rpi-pico", "v1.28.0") == newest
    assert key_of(lambda: images.official("RPI_PICO", "1.2")) == "version_unknown"
    assert key_of(lambda: images.official("RPI_PICO", "")) == "version_unknown"
    assert key_of(lambda: images.official("ESP32", None)) == "board_unknown"
    assert images.site() == "https://micropython.org/resources/firmware/"


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
def test_each_board_has_an_image_and_its_chip_a_plain_one(board: Board):
    newest = images.official(board.image, None)
    assert newest.file.startswith(f"{board.image}-")
    plain = next(each for each in BOARDS if each.image == images.default_board(board.chip))
    assert (plain.chip, plain.radio) == (board.chip, False)
    info = INFO[board.chip.name]
    assert f"Board-ID: {board.chip.drive}\r\n" in info


def test_an_image_whose_size_is_not_known_is_judged_by_its_hash(tmp_path: Path):
    ours = replace(OURS, size=None)
    (tmp_path / ours.file).write_bytes(LARGE)
    assert images.fetch(ours, tmp_path / "cache", tmp_path.as_uri()) == LARGE
    for wrong in (LARGE[:-512], LARGE + b"x", b"", bytes(9 << 20)):
        (tmp_path / ours.file).write_bytes(wrong)
        key = key_of(lambda: images.fetch(ours, tmp_path / "other", tmp_path.as_uri()))
        assert key == "fetch_wrong"


OURS = images.Official("RPI_PICO", "1.28.0", "20260406", len(LARGE), sha256(LARGE).hexdigest())


class Site:
    """A web site on this computer that answers in one of several ways."""

    def __init__(self) -> None:
        self.how = "right"
        self.asked: list[str] = []
        self.sent = 0  # bytes sent of the endless answer
        self.go = threading.Event()
        outer = self

        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                outer._answer(self)

            def handle(self) -> None:
                with suppress(OSError):  # the client has closed the connection
                    super().handle()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/firmware/"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def _answer(self, to: http.server.BaseHTTPRequestHandler) -> None:
        body, length, code = LARGE, len(LARGE), 200
        if self.how == "missing":
            body, length, code = b"<h1>Not found</h1>", 18, 404
        elif self.how == "broken off":
            body = LARGE[:100_000]
        elif self.how == "short":
            body, length = LARGE[:100_000], 100_000
        elif self.how == "page":
            body, length = b"<!DOCTYPE html>" * 20_000, 300_000
        elif self.how == "changed":
            body = LARGE[:-300] + b"!" + LARGE[-299:]
        elif self.how == "silent":
            self.go.wait(30)
            return
        elif self.how == "stops":
            body = LARGE[:50_000]
        elif self.how == "moved" and not to.path.startswith("/new"):
            to.send_response(302)
            to.send_header("Location", "/new" + to.path)
            to.end_headers()
            return
        elif self.how == "nonsense":
            to.wfile.write(b"\x00\xff\x00\xff\r\n\r\n")
            return
        elif self.how == "endless":
            to.send_response(200)
            to.end_headers()
            while self.sent < 64 << 20:
                self.sent += to.wfile.write(bytes(1 << 16))
            return
        to.send_response(code)
        to.send_header("Content-Length", str(length))
        to.end_headers()
        to.wfile.write(body)
        if self.how == "stops":
            to.wfile.flush()
            self.go.wait(30)

    def close(self) -> None:
        self.go.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    made = Site()
    yield made
    made.close()


@pytest.mark.parametrize("how", ["right", "moved"])
def test_an_image_is_fetched_once(site: Site, tmp_path: Path, how: str):
    site.how = how
    done: list[int] = []
    raw = images.fetch(OURS, tmp_path / "a/b", site.url, done.append)
    assert sha256(raw).hexdigest() == OURS.sha256
    assert sum(done) == len(LARGE)
    assert site.asked[0] == "/firmware/RPI_PICO-20260406-v1.28.0.uf2"
    asked = len(site.asked)
    assert images.is_cached(OURS, tmp_path / "a/b")
    assert sha256(images.fetch(OURS, tmp_path / "a/b", "http://127.0.0.1:1/")).hexdigest() == (OURS.sha256)
    assert len(site.asked) == asked
    assert [each.name for each in (tmp_path / "a/b").iterdir()] == [OURS.file]


@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ("missing", "fetch_refused"),
        ("broken off", "fetch_cut"),
        ("short", "fetch_cut"),
        ("page", "fetch_wrong"),
        ("changed", "fetch_wrong"),
        ("silent", "fetch_offline"),
        ("stops", "fetch_offline"),
        ("nonsense", "fetch_offline"),
        ("endless", "fetch_wrong"),
    ],
)
def test_anything_else_is_refused_and_not_kept(site: Site, tmp_path: Path, how: str, wanted: str):
    site.how = how
    assert key_of(lambda: images.fetch(OURS, tmp_path / "c", site.url, timeout=0.3)) == wanted
    assert not (tmp_path / "c").exists()
    assert site.sent < 32 << 20
    site.how = "right"
    assert len(images.fetch(OURS, tmp_path / "c", site.url)) == len(LARGE)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/", "http://no.such.host.invalid/", "nonsense", "ftp://", "http://[::1"]
)
def test_no_network(tmp_path: Path, url: str):
    assert key_of(lambda: images.fetch(OURS, tmp_path, url, timeout=5)) == "fetch_offline"


def test_a_damaged_cache_is_fetched_again(site: Site, tmp_path: Path):
    (tmp_path / OURS.file).write_bytes(LARGE[:-1])
    assert not images.is_cached(OURS, tmp_path)
    images.fetch(OURS, tmp_path, site.url)
    assert len(site.asked) == 1
    assert images.is_cached(OURS, tmp_path)


def test_a_cache_that_cannot_be_written(site: Site, tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert len(images.fetch(OURS, tmp_path / "file", site.url)) == len(LARGE)


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path))
    assert images.cache() == tmp_path / "images"
    monkeypatch.delenv("TIERCE_CACHE")
    assert images.cache().parts[-2:] == ("tierce", "images")


# --- the verb


def test_flash(pico: Drive, file: Path):
    code, out, err = tierce("--uf2", file, "--drive", pico.path, "--wait", "0")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "RPI_PICO.uf2: MicroPython 1.28.0 of 2026-04-06 for Raspberry Pi Pico (RP2040), 400 blocks, whole",
        "It leaves 1408 KiB of flash for files",
        f"204,800 bytes written to {pico.path}",
    ]
    assert (pico.path / bootloader.NAME).read_bytes() == LARGE


def test_stopped_half_way(pico: Drive, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    from tierce_tools.cli.flash import flash

    class Stopped(bootloader.FileOut):
        def sync(self) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(bootloader, "write", partial(bootloader.write, create=Stopped))
    with pytest.raises(KeyboardInterrupt):
        flash(file=file, drive=pico.path, lang="en")
    assert "stopped half-way" in capsys.readouterr().err
    assert not (pico.path / bootloader.NAME).exists()


def test_flash_again_writes_over_it(pico: Drive, file: Path):
    (pico.path / bootloader.NAME).write_bytes(bytes(10_000_000))
    assert tierce("--uf2", file, "--drive", pico.path, "--wait", "0")[0] == 0
    assert (pico.path / bootloader.NAME).read_bytes() == LARGE


def test_a_dry_run_writes_nothing(pico: Drive, file: Path):
    code, out, err = tierce("--uf2", file, "--drive", pico.path, "--dry-run")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"Would write 204,800 bytes to {pico.path}; nothing was written"
    assert sorted(each.name for each in pico.path.iterdir()) == ["INDEX.HTM", "INFO_UF2.TXT"]


@pytest.mark.parametrize("dry", [True, False])
def test_facts(pico: Drive, file: Path, dry: bool):
    more = ("--dry-run",) if dry else ("--wait", "0")
    code, out, err = tierce("--uf2", file, "--drive", pico.path, "--json", *more)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == {
        "image": "RPI_PICO.uf2",
        "sha256": sha256(LARGE).hexdigest(),
        "micropython": "1.28.0",
        "board": "Raspberry Pi Pico",
        "chip": "RP2040",
        "blocks": 400,
        "bytes": 204_800,
        "drive": str(pico.path),
        "dry_run": dry,
        "written": not dry,
        "port": None,
        "runs": None,
        "verified": False,
    }


def test_a_board_that_stays_away(pico: Drive, file: Path):
    code, out, err = tierce("--uf2", file, "--drive", pico.path, "--wait", "0.1", "--json")
    assert code == 1
    assert json.loads(out)["verified"] is False
    assert "did not restart" in err.splitlines()[-1]  # this drive is a folder, and stays
    code, _, err = tierce(
        "--uf2", file, "--drive", pico.path, "--wait", "0.1", "--port", "/dev/no/such/port", "--lang", "fr"
    )
    assert code == 1
    assert "tout est écrit" in err.splitlines()[-1]


def test_another_makers_board_is_mentioned(pico: Drive, tmp_path: Path):
    path = tmp_path / "xiao.uf2"
    path.write_bytes(image(board="; Seeed Studio XIAO RP2040 with RP2040"))
    code, _, err = tierce("--uf2", path, "--drive", pico.path, "--dry-run")
    assert code == 0
    assert "Seeed Studio XIAO RP2040, not for a Pico" in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--uf2", "FILE", "--version", "1.28.0"], "one or the other"),
        (["--uf2", "FILE", "--board", "RPI_PICO"], "one or the other"),
        (["--version", "0.9"], "only: 1.28.0,"),
        (["--board", "UNO"], "only for: RPI_PICO,"),
        (["--uf2", "DRIVE"], "is a folder"),
        (["--uf2", "DRIVE/INDEX.HTM", "--drive", "DRIVE"], "is a web page"),
        (["--uf2", "none.uf2"], "no such file"),
        (["--uf2", "FILE", "--drive", "none"], "there is no folder none"),
        (["--uf2", "FILE", "--drive", "/"], "is not a Pico in BOOTSEL mode"),
        (["--uf2", "OTHER", "--drive", "DRIVE"], "nothing was written"),
        (["--uf2", "FILE", "--port", "modelled"], "leave --port out"),
    ],
)
def test_one_line_says_what_to_do(pico: Drive, file: Path, args: list[str], said: str):
    other = file.with_name("pico2.uf2")
    other.write_bytes(image2())
    names = {"FILE": str(file), "OTHER": str(other), "DRIVE": str(pico.path)}
    given = [next((a.replace(n, v) for n, v in names.items() if n in a), a) for a in args]
    code, out, err = tierce(*given)
    assert (code, len(err.splitlines())) == (2, 1)
    assert said in err
    assert "written" not in out
    code, _, err = tierce(*given, "--lang", "fr")
    assert (code, len(err.splitlines())) == (2, 1)
    assert said not in err or said.startswith("only")


def test_without_any_pico_it_says_how_to_get_there(file: Path):
    if drives.find(drives.mounted()):
        pytest.skip("there is a Pico in BOOTSEL mode")
    code, _, err = tierce("--uf2", file)
    assert code == 2
    assert "BOOTSEL" in err


def test_an_official_image(site: Site, pico: Drive, tmp_path: Path):
    # The table of hashes is fixed, and our site has none of these images: refused.
    env = {"TIERCE_CACHE": str(tmp_path / "cache"), "TIERCE_IMAGES": site.url}
    code, _, err = tierce("--drive", pico.path, "--wait", "0", env=env)
    assert code == 2
    assert f"Downloading RPI_PICO-20260406-v1.28.0.uf2 from {site.url}" in err
    assert "broke off after 204800 of 676352 bytes" in err.splitlines()[-1]
    site.how = "page"
    code, _, err = tierce("--drive", pico.path, "--version", "v1.28.0", env=env)
    assert code == 2
    assert not (pico.path / bootloader.NAME).exists()


def test_an_official_image_from_the_cache(
    site: Site, pico: Drive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    from tierce_tools.cli.flash import flash

    monkeypatch.setattr(images, "OFFICIAL", (OURS,))
    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TIERCE_IMAGES", site.url)
    for times in (1, 2):
        flash(drive=pico.path, version="1.28.0", wait=0.0, lang="en")
        assert (pico.path / bootloader.NAME).read_bytes() == LARGE
        assert len(site.asked) == 1
        assert ("Downloading" in capsys.readouterr().err) is (times == 1)


# --- on real file systems


class Mounted:
    """A file system mounted for a test; `with` gives its folder."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.folder = folder
        self._args = args

    def __enter__(self) -> Path:
        self.folder.mkdir()
        done = run_text("mount", *self._args, self.folder)
        if done.returncode:
            pytest.skip(f"cannot mount here: {done.stderr.strip().splitlines()[0]}")
        return self.folder

    def __exit__(self, *_: object) -> None:
        run_text("umount", "--lazy", self.folder, check=True)


def disk(tmp_path: Path) -> Path:
    """Return a file with a file system, made with the system's own tools."""
    made = tmp_path / "disk.img"
    made.write_bytes(bytes(4 << 20))
    program = shutil.which("mkfs.vfat", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if not program:
        pytest.skip("no mkfs.vfat here")
    run_text(program, "-n", "RPI-RP2", made, check=True)
    return made


needs_root = pytest.mark.skipif(not IS_ROOT, reason="mounting needs root on Linux")


@pytest.mark.longer
@needs_root
def test_a_mounted_drive_is_found_and_written(tmp_path: Path, file: Path):
    if drives.find(drives.mounted()):
        pytest.skip("there is a Pico in BOOTSEL mode")
    with Mounted(tmp_path / "RPI-RP2", "-o", "loop", str(disk(tmp_path))) as folder:
        drive(folder)
        code, out, err = tierce("--uf2", file, "--wait", "0")
        assert (code, err) == (0, "")
        assert f"written to {folder}" in out
        assert (folder / bootloader.NAME).read_bytes() == LARGE


@pytest.mark.longer
@needs_root
def test_a_full_drive(tmp_path: Path, file: Path):
    with Mounted(tmp_path / "full", "-t", "tmpfs", "-o", "size=160k", "tmpfs") as folder:
        drive(folder)
        code, _, err = tierce("--uf2", file, "--drive", folder, "--wait", "0")
        assert (code, len(err.splitlines())) == (2, 1)
        assert "the image needs 204800 bytes" in err
        # The check cannot foresee this, for example another program that writes there too.
        found = uf2.parse(LARGE, "x.uf2")
        assert key_of(lambda: bootloader.write(found, drives.at(folder))) == "drive_full"
        assert not (folder / bootloader.NAME).exists()


@pytest.mark.longer
@needs_root
def test_the_image_that_is_there_already_makes_room(tmp_path: Path, file: Path):
    with Mounted(tmp_path / "small", "-t", "tmpfs", "-o", "size=260k", "tmpfs") as folder:
        drive(folder)
        for _ in range(2):
            code, _, err = tierce("--uf2", file, "--drive", folder, "--wait", "0")
            assert (code, err) == (0, "")


# --- with a board


def test_from_a_running_board_to_a_running_board(
    bare_board: VmBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    from tierce_tools.board.repl import Repl
    from tierce_tools.cli.flash import flash

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
    # Unplugged half-way, it is neither a drive nor a board.
    taken.clear()
    bare_board.off()
    monkeypatch.setattr(bootloader, "write", partial(bootloader.write.func, create=lambda path: BootRom(path, 100)))  # pyright: ignore
    assert key_of(go) == "drive_gone"
