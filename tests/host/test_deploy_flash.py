"""`tierce deploy` on a real littlefs: whether there is room, and what a power cut leaves.

The host's code runs against the flash chip of tests/table/flash.py, so a deployment takes some 100 ms.
test_deploy.py shows on a real MicroPython that what lies there then plays.
"""

import builtins
import gc
import json
import random
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
import ring
from processes import Completed
from test_deploy_plan import folders
from verbs import complaint, tierce_here

from tierce_tools.base.paths import firmware
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import deployment, ports
from tierce_tools.board.archive import image_of, main_for, packed, program_of
from tierce_tools.board.build import build
from tierce_tools.board.deployment import Plan, carry_out, check_room, differing, look, room_of
from tierce_tools.board.repl import BoardError, Repl
from tierce_tools.description.boards import BOARDS

sys.path.insert(0, str(Path(__file__).parents[1] / "table"))
flash: Any = import_module("flash")

BLOCK: int = flash.BLOCK
PICO, PICO_W, PICO_2, _ = (board.files // BLOCK for board in BOARDS)
JOURNAL = 192 * 1024  # bytes of a full one
SEGMENT = JOURNAL // 16
SPARE = 64 * 1024
USERS = {"config.json": b'{"name": "mine"}' * 60, "deck.bin": bytes(range(250)) * 5, "notes.txt": b"mine"}


class FlashRepl(Repl):
    """The REPL of a board that is nothing but its flash: runs on it what the host sends."""

    def __init__(self, chip: Any) -> None:
        self.device = "flash"
        self.system = flash.System(chip)
        self._said: list[str] = []
        mine = {**vars(builtins), "open": self.system.open, "print": self._print, "__import__": self._import}
        self._names: dict[str, Any] = {"__builtins__": mine}

    def _print(self, *what: object) -> None:
        self._said.append(" ".join(map(str, what)) + "\n")

    def _import(self, name: str, *more: Any) -> Any:
        if name == "gc":
            return SimpleNamespace(collect=gc.collect, mem_free=lambda: 100000)
        return self.system if name == "os" else __import__(name, *more)

    def output(self, code: str, timeout: float | None = 10.0) -> Generator[bytes]:
        self._said.clear()
        try:
            exec(code, self._names)
        except OSError as error:
            raise BoardError(self.device, f"OSError: {error.errno}") from error
        yield "".join(self._said).encode()


def chip_with(files: Mapping[str, bytes], blocks: int) -> Any:
    chip = flash.Flash(blocks)
    there = flash.files_on(chip, format=True)
    for name, data in files.items():
        file = there.append(name)  # creates its folder
        file.write(data)
        file.close()
    return chip


def files_on(chip: Any) -> dict[str, bytes]:
    repl = FlashRepl(chip)
    return {name: repl.read(name) for name in repl.listing()}


def old_layout(folder: str = "p1") -> dict[str, bytes]:
    """Return a program as boards in the field have it: a small file for each module, of 232 KB in all."""
    sources = {name: data for name, data in build(source=True).items() if name.endswith(".py") and name != "main.py"}
    total = sum(map(len, sources.values()))
    files = {name.replace(".py", ".mpy"): data[: len(data) * 232000 // total] for name, data in sources.items()}
    return folders({**files, "main.py": build()["main.py"]}, folder)


def journal(size: int) -> dict[str, bytes]:
    dice = random.Random(size)
    return {
        f"journal/{at // SEGMENT + 1:010}.log": dice.randbytes(min(SEGMENT, size - at))
        for at in range(0, size, SEGMENT)
    }


def deploy(chip: Any, files: Mapping[str, bytes]) -> Plan:
    repl = FlashRepl(chip)
    plan = look(repl, files, None, repl.about())
    check_room(plan)
    carry_out(repl, plan, lambda more: None)
    return plan


def is_new(found: Mapping[str, bytes], files: Mapping[str, bytes]) -> bool:
    """Tell whether what main.py names is the program of these files, whole."""
    archive = program_of(found["main.py"])
    return found.get(archive) == image_of(files) and found["main.py"] == main_for(files["main.py"], archive)


def changed() -> dict[str, bytes]:
    files = build()
    name = next(name for name in files if name.startswith("app/"))
    return {**files, name: files[name] + bytes(100), "main.py": files["main.py"] + b"# newer\n"}


# --- room


@pytest.mark.parametrize("size", [1, 65, 4096, 4097, 8188, 8189, 234000, 600000])
def test_room_is_counted_as_littlefs_uses_it(size: int) -> None:
    repl = FlashRepl(chip_with({}, 200))
    before = repl.system.used()
    repl.write("file", bytes(size))
    # Up to some hundred bytes littlefs may keep a file in the blocks of its folder.
    used = (repl.system.used() - before) * BLOCK
    assert used == room_of(size, BLOCK) or (size < 1000 and used == 0)


def test_a_board_says_what_is_free_though_its_folders_are_counted_twice() -> None:
    repl = FlashRepl(chip_with(old_layout(), PICO))
    folders = len(repl.folders(""))
    assert folders > 10
    assert 130 < repl.system.used() < 146
    assert repl.about().free == (PICO - repl.system.used()) * BLOCK
    assert repl.system.statvfs("/")[4] == PICO - repl.system.used() - 2 * folders


@pytest.mark.parametrize("blocks", [PICO, PICO_W])
def test_two_programs_a_full_journal_and_some_spare_fit(blocks: int) -> None:
    repl = FlashRepl(chip_with({**packed(build()), **USERS, **journal(JOURNAL)}, blocks))
    repl.write("p2.rom", image_of(changed()))
    assert repl.about().free >= SPARE


# --- a deployment is always possible


@pytest.mark.parametrize("blocks", [PICO, PICO_W, PICO_2], ids=["pico", "pico_w", "pico_2"])
def test_at_every_fill_of_the_journal_an_old_board_takes_the_update_and_the_next(blocks: int) -> None:
    files, newer = build(), changed()
    gaps: list[bool] = []
    for size in range(0, JOURNAL + 1, SEGMENT * ring.rounds(4 if blocks == PICO_W else 16, 1)):
        kept = {**USERS, **journal(size)}
        chip = chip_with({**old_layout(), **kept}, blocks)
        gaps.append(deploy(chip, files).gap)
        assert files_on(chip) == {**kept, **packed(files)}
        assert not FlashRepl(chip).folders("p1")
        assert not deploy(chip, newer).gap
        assert files_on(chip) == {**kept, **packed(newer, "p2.rom")}
        assert not deploy(chip, newer).steps
    # Only there two programs did not fit beside each other, from the first or second match on.
    assert any(gaps) == (blocks == PICO_W)


@pytest.mark.parametrize(
    ("blocks", "there"),
    [
        pytest.param(PICO, "folder", id="old-pico"),
        pytest.param(PICO_W, "folder", id="old-pico_w"),
        pytest.param(PICO_2, "folder", id="old-pico_2", marks=pytest.mark.longer),
        pytest.param(PICO, "top", id="oldest-pico", marks=pytest.mark.longer),
        pytest.param(PICO_W, "archive", id="pico_w"),
    ],
)
def test_a_power_cut_leaves_a_whole_program_or_one_more_deployment_to_do(blocks: int, there: str, seed: int) -> None:
    dice = random.Random(seed)
    files, newer = build(), changed()
    kept = {**USERS, **journal(JOURNAL)}
    old = packed(files) if there == "archive" else old_layout("" if there == "top" else "p1")
    start = chip_with({**old, **kept}, blocks).image()
    whole = flash.Flash(image=start)
    gap = deploy(whole, newer).gap
    assert gap == (blocks == PICO_W and there == "folder")
    ends: set[str] = set()
    # Most of it is the writing of the archive: half of the cuts come in what follows, the switch among it.
    for number in range(ring.rounds(4, 30)):
        first = whole.operations * 9 // 10 if number % 2 else 0
        chip = flash.Flash(image=start)
        chip.dice = dice
        chip.cut_at = dice.randrange(first, whole.operations)
        print("cut at", chip.cut_at, "of", whole.operations)
        with pytest.raises(flash.PowerOff):
            deploy(chip, newer)
        chip = flash.Flash(image=chip.image())
        found = files_on(chip)
        assert {name: found.get(name) for name in kept} == kept
        if is_new(found, newer):
            ends.add("new")
        else:
            assert found["main.py"] == old["main.py"]
            if not gap:
                assert {name: found.get(name) for name in old} == old
            ends.add("old")
        again = deploy(chip, newer)
        found = files_on(chip)
        assert is_new(found, newer), again
        assert found.keys() == {*kept, "main.py", program_of(found["main.py"])}
        assert {*FlashRepl(chip).folders("")} == {"journal"}
    assert "old" in ends


def test_the_main_of_somebody_else_is_put_aside() -> None:
    chip = chip_with({"main.py": b"print('blink')", "main.old.py": b"older"}, PICO)
    deploy(chip, build())
    found = files_on(chip)
    assert (found["main.old2.py"], found["main.old.py"]) == (b"print('blink')", b"older")
    assert is_new(found, build())


def test_a_hash_that_differs_is_told_and_the_old_program_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    chip = chip_with({**USERS, **packed(build())}, PICO)
    with monkeypatch.context() as patch:
        write = Repl.write
        patch.setattr(FlashRepl, "write", lambda repl, name, data, *more: write(repl, name, data[:-1] + b"?", *more))
        with pytest.raises(Trouble, match="differs"):
            deploy(chip, changed())
    assert {name: data for name, data in files_on(chip).items() if name != "p2.rom"} == {**USERS, **packed(build())}
    assert list(deploy(chip, changed()).write) == ["p2.rom", "main.py"]
    repl = FlashRepl(chip)
    assert differing(repl, repl.about()) == ["p1.rom", "main.py"]


# --- the verb

Verb = Callable[..., Completed[str]]


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> Verb:
    """Return what runs `tierce deploy` at a board that is nothing but a flash chip."""
    health = {"errors": [], "readers": {}, "recording": True}
    hello = {"firmware": "0", "micropython": "1", "name": "mine", "zones": [], "cards": 110, "health": health}

    def run(chip: Any, *args: str | Path) -> Completed[str]:
        repl = FlashRepl(chip)
        monkeypatch.setattr(repl, "restart", lambda: "flash")
        monkeypatch.setattr(ports, "choose", lambda port: repl)
        monkeypatch.setattr(deployment, "stopped", lambda device: nullcontext(repl))
        monkeypatch.setattr(deployment, "check_version", Mock())
        monkeypatch.setattr(deployment, "wait_for_hello", lambda device: hello)
        return tierce_here("deploy", "--port", "flash", *args)

    return run


def test_a_fresh_board_gets_all_and_then_a_config_and_source(verb: Verb, tmp_path: Path) -> None:
    chip = chip_with({}, PICO_2)
    done = verb(chip, "--lang", "fr")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Tout va bien.")
    assert "\x1b" not in done.stdout + done.stderr
    config = (firmware() / "config.json").read_bytes()
    assert files_on(chip) == {**packed(build()), "config.json": config}
    file = tmp_path / "config.json"
    for wrong, said in (("", "config.json"), ("{", "config.json"), ('{"tierce":1}', "zones"), ("[]", "config.json")):
        file.write_text(wrong) if wrong else file.unlink(missing_ok=True)
        assert said in complaint("deploy", "--port", "flash", "--config", file)
    file.write_bytes(config + b"\n")
    facts = json.loads(verb(chip, "--config", file, "--json").stdout)
    assert (facts["config"], facts["copied"], facts["hello"]["name"]) == ("given", ["config.json"], "mine")
    facts = json.loads(verb(chip, "--source", "--json").stdout)
    assert (facts["config"], facts["copied"]) == ("kept", ["p2.rom", "main.py"])
    assert files_on(chip) == {**packed(build(source=True), "p2.rom"), "config.json": config + b"\n"}


def test_a_full_flash_is_found_before_anything_changes(verb: Verb) -> None:
    chip = chip_with({"big": bytes(40 * BLOCK)}, 80)
    done = verb(chip)
    assert done.returncode == 2
    assert "flash lacks" in done.stderr.splitlines()[-1]
    assert set(files_on(chip)) == {"big"}


def test_a_board_that_cannot_play_meanwhile_is_told_of(verb: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FlashRepl, "write", Mock(side_effect=KeyboardInterrupt))
    done = verb(chip_with({**old_layout(), **USERS, **journal(JOURNAL)}, PICO_W))
    assert done.returncode == 130
    assert "does not play until this is complete" in done.stderr
    assert done.stderr.endswith("Broken off. Deploy again to finish.\n")
