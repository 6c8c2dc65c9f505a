"""The names of `firmware/__builtins__.pyi`, which only annotations may use; and what a `View` passes on."""

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tierce import view
from tierce_tools.board.build import compiled

if TYPE_CHECKING:
    from drivers.mfrc522 import MFRC522
    from drivers.pn5180 import PN5180

FIRMWARE = Path(__file__).parents[2] / "firmware"
FILES = sorted(FIRMWARE.rglob("*.py"))


@cache
def declared() -> set[str]:
    """Return the names that Pyright takes as known everywhere in the firmware."""
    names: set[str] = set()
    for node in ast.parse((FIRMWARE / "__builtins__.pyi").read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            names |= {each.asname for each in node.names if each.asname}
        elif isinstance(node, ast.Assign):
            names |= {each.id for each in node.targets if isinstance(each, ast.Name)}
        elif isinstance(node, ast.ClassDef):
            names.add(node.name)
    return names


def test_ruff_knows_the_same_names():
    assert set(tomllib.loads((FIRMWARE / "ruff.toml").read_text("utf-8"))["builtins"]) == declared()


def test_they_stand_in_quotes_only():
    """Neither linter would notice that a Python does not know them."""
    for path in FILES:
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        names = {(node.id, type(node.ctx)) for node in nodes if isinstance(node, ast.Name)}
        used, bound = ({name for name, how in names if how is kind} for kind in (ast.Load, ast.Store))
        bound |= {each.asname or each.name for node in nodes if isinstance(node, ast.ImportFrom) for each in node.names}
        bound |= {node.name for node in nodes if isinstance(node, ast.ClassDef)}
        assert not used & declared() - bound, path


BARE = b"""class Zone:
    def first(self, wanted, most=4):
        self.cards = [wanted, most]
        yield self.cards
"""
WITH_TYPES = b"""class Zone:
    limit: int
    start: "Mapping[int, bytes]"

    def first(self, wanted: "Callable[[int], bool]", most: "int | None" = 4) -> "Iterator[list[object]]":
        self.cards: "list[object]" = [wanted, most]
        yield self.cards
"""


def test_a_board_gets_the_same_bytes_without_them():
    assert compiled({"zone.py": BARE}) == compiled({"zone.py": WITH_TYPES})


def test_a_view_declares_what_it_passes_on():
    tree = ast.parse(Path(view.__file__).read_text("utf-8"))
    declared = [node.target for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)]
    assert [ast.unparse(name) for name in declared] == [*view.OF_MATCH, *view.OF_LAYOUT]


def alike(mfrc522: "MFRC522", pn5180: "PN5180") -> "tuple[list[Reader], InventoryRadio]":  # noqa: F821
    """Both chips are readers, and one is a radio: Pyright says so, nothing runs this."""
    return [mfrc522, pn5180], pn5180
