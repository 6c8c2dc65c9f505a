"""All files of a table: those in hardware/<table>/ are fresh; the same bytes in each process."""

import os
import sys

import pytest
from hw_tables import FEW, pdf_drawn
from processes import run

from tierce_plans import generate, schema
from tierce_plans.schematics import circuits, symbols
from tierce_tools.base.paths import tables
from tierce_tools.description import descriptions

HOW = "write it anew: make plans"
pytestmark = pytest.mark.made_from("hardware/*", "host_tools/tierce_tools/*.py", "host_tools/*.po", "firmware/app/*.py")


@pytest.mark.parametrize("name", FEW)
def test_what_a_browser_shows_is_fresh(name: str):
    folder = tables().parent / name
    made = generate.shown(generate.files(descriptions.load(name, "en")))
    there = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert set(there) == set(made), HOW
    for file, data in made.items():
        if there[file] != data and file.endswith(".pdf"):
            assert pdf_drawn(there[file]) == pdf_drawn(data) != b"", f"{file} is stale: {HOW}"
        else:
            assert there[file] == data, f"{file} is stale: {HOW}"


def test_what_the_package_has_is_fresh():
    for path, text in schema.files().items():
        assert path.read_text("utf-8") == text, HOW
    kept = symbols.kept([*(kind.symbol for kind in circuits.KINDS.values()), "power:PWR_FLAG"])
    assert (symbols.HERE / symbols.KEPT).read_text("utf-8") == kept, HOW


_HASHES = """
import hashlib, json
from tierce_tools.description import descriptions
from tierce_plans import generate
print(json.dumps({
    f"{name}/{file}": hashlib.sha256(data).hexdigest()
    for name in ("small", "club")
    for file, data in generate.files(descriptions.load(name, "en")).items()
}))
"""


@pytest.mark.longer
def test_another_process_makes_the_same_bytes():
    """With another order of sets, elsewhere, and without KiCad."""
    elsewhere = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland", "KICAD6_SYMBOL_DIR": "/nowhere"}
    made = [
        run(sys.executable, "-c", _HASHES, check=True, env={**os.environ, **env}).stdout
        for env in ({"PYTHONHASHSEED": "1"}, elsewhere)
    ]
    assert made[0] == made[1] != b""
