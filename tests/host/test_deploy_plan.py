"""The plan of `tierce deploy`: what is written, switched to and removed, by what lies on a board."""

import json
from hashlib import sha256

import pytest

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.archive import ROM, Rom, image_of, main_for, packed, program_of
from tierce_tools.board.build import build
from tierce_tools.board.deployment import OnBoard, Plan, check_room, check_version, make_plan
from tierce_tools.board.repl import BoardFacts

_BLOCK = 4096
FILES = {
    "app/a.mpy": b"a" * 100,
    "app/in/b.mpy": b"b" * 100,
    "main.py": b'# Tierce\nPROGRAM = ""\n' + b"#" * 64 + b"\n",
}
OLDER = {**FILES, "app/a.mpy": b"older"}
IMAGE = image_of(FILES)
THERE = packed(FILES)
IN_ROM = {"main.py": main_for(FILES["main.py"], ROM)}
BLINK = b"print('blink')"


def folders(files: dict[str, bytes], folder: str = "p1") -> dict[str, bytes]:
    """Return a program as it lay on a board before there were archives; "" for the top."""
    modules = {f"{folder}/{name}".strip("/"): data for name, data in files.items() if name != "main.py"}
    return {**modules, "main.py": main_for(files["main.py"], folder)}


def rom_of(image: bytes = b"", blocks: int = 4, block: int = 16) -> Rom:
    data = image.ljust(blocks * block, b"\xff")
    parts = (data[at : at + block] for at in range(0, len(data), block))
    return Rom(blocks, block, tuple(sha256(part).hexdigest() for part in parts))


def plan_of(there: dict[str, bytes], rom: Rom | None = None, free: int = 1 << 20, ours: bool = True) -> Plan:
    """Return the plan for FILES where these files lie beside a config, and that in the ROMFS."""
    there = {"config.json": b"{}", **there}
    sizes = {name: len(data) for name, data in there.items()}
    hashes = {name: sha256(data).hexdigest() for name, data in there.items()}
    return make_plan(FILES, OnBoard(sizes, (), hashes, there.get("main.py"), free, _BLOCK, rom, ours), None)


def steps(plan: Plan) -> list[str]:
    """Return a plan's steps: each kind with what main.py names then, or its file."""
    return [
        f"{kind} {program_of(data) if kind == 'switch' else name}"
        for kind, files in plan.steps
        for name, data in files.items()
    ]


def test_a_fresh_board_gets_it_all_the_switch_last() -> None:
    plan = make_plan(FILES, OnBoard({}, (), {}, None, 1 << 20, _BLOCK), None)
    assert steps(plan) == ["write config.json", "write p1.rom", "switch p1.rom"]
    assert plan.write["p1.rom"] == IMAGE
    assert plan.config is not None
    assert json.loads(plan.config)["tierce"] == 1


_UPDATE = ["write p2.rom", "switch p2.rom", "remove p1.rom"]
_LEFT = ("app/a.mpy", "p2/app/a.mpy", "p0.1.0/tierce/x.mpy", "p2.rom", "p0.1.0.rom")
_USERS = ("app/a.txt", "p1/notes.txt", "p2/mine.txt", "p2/app/mine.txt", "p3/data", "p7x/app/a.py", "mine.rom")


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        pytest.param(THERE, [], id="the same"),
        *(pytest.param({**THERE, name: b"mine"}, [], id=f"the user's {name}") for name in _USERS),
        *(pytest.param({**THERE, name: b"old"}, [f"remove {name}"], id=f"left over {name}") for name in _LEFT),
        pytest.param(packed(OLDER), _UPDATE, id="beside the old one"),
        *(pytest.param({**packed(OLDER), name: b"mine"}, _UPDATE, id=f"beside the user's {name}") for name in _USERS),
        pytest.param(packed(OLDER, "p2.rom"), ["write p1.rom", "switch p1.rom", "remove p2.rom"], id="and back"),
        pytest.param(
            {**packed(OLDER), "p2.rom": IMAGE, "p1.rom~": b"", "main.py.new": b""},
            ["remove p1.rom~", "remove main.py.new", "switch p2.rom", "remove p1.rom"],
            id="broken off before the switch",
        ),
        pytest.param({**packed(OLDER), "p2.rom": b"half"}, _UPDATE, id="broken off while writing"),
        pytest.param({**THERE, "main.py": THERE["main.py"] + b"# older\n"}, ["switch p1.rom"], id="another main.py"),
        pytest.param({**THERE, "main.py": BLINK}, ["keep main.py", "switch p1.rom"], id="somebody else's main.py"),
    ],
)
def test_what_is_done(there: dict[str, bytes], expected: list[str]) -> None:
    plan = plan_of(there)
    assert steps(plan) == expected
    assert plan.aside == (BLINK if there["main.py"] == BLINK else None)


@pytest.mark.parametrize("folder", ["p1", "p2", "p0.1.0", ""])
def test_a_program_of_single_files_is_taken_over(folder: str) -> None:
    old = folders(FILES, folder)
    plan = plan_of({**old, "app/mine.txt": b""})
    assert [kind for kind, _ in plan.steps] == ["write", "switch", "remove"]
    assert set(plan.removed) == old.keys() - {"main.py"}
    assert plan.aside is None


@pytest.mark.parametrize("line", [b'PROGRAM = "../p1.rom"', b'PROGRAM = "lib"', b"PROGRAM = p1", b""])
def test_a_main_that_names_no_program_of_ours_is_not_followed(line: bytes) -> None:
    assert program_of(line) == ""
    assert program_of(b'PROGRAM = "p12.rom"\r\n') == "p12.rom"


def test_where_both_have_no_room_the_old_one_goes_first() -> None:
    old = folders(OLDER)
    # The archive, main.py, two blocks for folders, and what the journal leaves free.
    assert not plan_of(old, free=8 * _BLOCK).gap
    plan = plan_of(old, free=7 * _BLOCK)
    assert plan.gap
    assert [kind for kind, _ in plan.steps] == ["remove", "write", "switch"]
    check_room(plan)
    check_room(plan_of(old, free=_BLOCK))  # a file, and three folders of two blocks
    with pytest.raises(Trouble) as caught:
        check_room(plan_of(packed(OLDER), free=6 * _BLOCK))
    assert caught.value.details == {"bytes": _BLOCK}


def test_a_board_of_another_version_is_refused() -> None:
    board = BoardFacts("1.18.0", "Pico", 5, "", 1, 1, _BLOCK, 1)
    with pytest.raises(Trouble) as caught:
        check_version(build(), board)
    assert caught.value.key == "mpy"
    assert caught.value.details == {"version": "1.18.0", "wanted": "1.28.0"}
    check_version(build(source=True), board)


# --- a board that has a ROMFS


def test_a_partition_knows_what_it_holds() -> None:
    image = bytes(range(40))
    assert rom_of(image).holds(image)
    for other in (b"", image[:39] + b"?", image[:20] + b"?" + image[21:]):
        assert not rom_of(other).holds(image)
    assert rom_of().fits(bytes(64))
    assert not rom_of().fits(bytes(65))


_FILE = ["write p1.rom", "switch p1.rom"]
_THEN = ["rom p1.rom", f"switch {ROM}"]
_GO = ["remove p1.rom"]


@pytest.mark.parametrize(
    ("there", "image", "expected"),
    [
        pytest.param({}, b"", _FILE + _THEN + _GO, id="a fresh board starts from the file meanwhile"),
        pytest.param(IN_ROM, image_of(OLDER), _FILE + _THEN + _GO, id="another version"),
        pytest.param(
            packed(OLDER, "p2.rom"), image_of(OLDER), [*_FILE, *_THEN, "remove p2.rom", *_GO], id="one in a file"
        ),
        pytest.param(THERE, b"half", _THEN + _GO, id="broken off while the ROMFS was written"),
        pytest.param(THERE, IMAGE, [_THEN[1], *_GO], id="broken off before the last switch"),
        pytest.param(IN_ROM, IMAGE, [], id="the same"),
        pytest.param({**IN_ROM, "p1.rom": IMAGE, "app/a.py": b""}, IMAGE, [*_GO, "remove app/a.py"], id="leftovers"),
        pytest.param({"main.py": IN_ROM["main.py"] + b"# older\n"}, IMAGE, [_THEN[1]], id="another main.py"),
    ],
)
def test_a_program_moves_into_the_rom(there: dict[str, bytes], image: bytes, expected: list[str]) -> None:
    assert steps(plan_of(there, rom_of(image, 64))) == expected


@pytest.mark.parametrize(("blocks", "ours"), [(64, False), (2, True)])
def test_a_rom_of_somebody_else_or_without_room_is_left_alone(blocks: int, ours: bool) -> None:
    rom = rom_of(b"mine", blocks)
    assert steps(plan_of(IN_ROM, rom, ours=ours)) == _FILE
    assert not plan_of(THERE, rom, ours=ours).steps
