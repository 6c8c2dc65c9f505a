"""The files in hardware/<table>/ are up to date with the tables, byte for byte."""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import ezdxf
import pytest

from tierce_plans import generate
from tierce_tools.base.paths import firmware
from tierce_tools.description import descriptions

HOME = Path(generate.__file__).parents[1]
HOW = "write them anew: python -m tierce_plans.generate"


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=pytest.mark.longer if name in ("classroom-pn5180", "club") else ())
        for name in descriptions.names()
    ],
)
def table(request: pytest.FixtureRequest) -> descriptions.Table:
    return descriptions.load(request.param, "en")


@pytest.fixture(scope="module")
def files(table: descriptions.Table) -> dict[str, bytes]:
    return generate.files(table)


def text_of(data: bytes) -> bytes:
    """Return the drawing commands of a PDF. Compression and fonts depend on libraries."""
    found = []
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            drawn = zlib.decompress(packed)
        except zlib.error:
            continue
        if b" Tf" in drawn or b" re" in drawn:
            found.append(drawn)
    return b"\n".join(found)


def dxf_of(data: bytes) -> list[str]:
    """Return the drawing of a DXF, without the head, where the library writes its version."""
    drawing = ezdxf.read(io.StringIO(data.decode()))
    return sorted(
        f"{thing.dxftype()} {sorted(thing.dxfattribs().items(), key=str)} "
        f"{list(thing) if thing.dxftype() == 'LWPOLYLINE' else ''}"
        for thing in drawing.modelspace()
    )


def test_what_is_shipped_is_fresh(table: descriptions.Table, files: dict[str, bytes]):
    folder = HOME / table.name
    for name, made in files.items():
        path = folder / name
        assert path.is_file(), f"{path} is missing: {HOW}"
        there = path.read_bytes()
        if there != made and name.endswith(".pdf"):
            assert text_of(there) == text_of(made) != b"", f"{path} is stale: {HOW}"
        elif there != made and name.endswith(".dxf"):
            assert dxf_of(there) == dxf_of(made) != [], f"{path} is stale: {HOW}"
        else:
            assert there == made, f"{path} is stale: {HOW}"


def test_nothing_is_left_over(table: descriptions.Table, files: dict[str, bytes]):
    folder = HOME / table.name
    kinds = tuple(sorted({re.split(r"[-./]", name)[0] for name in files}))
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    # The drawings of hardware/schematics are there, too.
    assert {name for name in there - set(files) if name.startswith(kinds)} == set()
    assert {"felt", "antenna", "wokwi"} <= set(kinds)


_HASHES = """
import hashlib, json
from tierce_tools.description import descriptions
from tierce_plans import generate
print(json.dumps({
    f"{name}/{file}": hashlib.sha256(data).hexdigest()
    for name in descriptions.names()
    for file, data in generate.files(descriptions.load(name, "en")).items()
}))
"""


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, str]:
    """Return another process's output, with another order of sets: names, hashes of files."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", _HASHES],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "Pacific/Auckland"},
    )
    return json.loads(done.stdout)


@pytest.mark.longer
def test_another_process_makes_the_same_bytes(
    table: descriptions.Table, files: dict[str, bytes], elsewhere: dict[str, str]
):
    for name, data in files.items():
        assert elsewhere[f"{table.name}/{name}"] == hashlib.sha256(data).hexdigest(), name


@pytest.mark.longer
def test_what_holds_for_a_table_that_is_not_shipped():
    """The firmware's own: a carrier with twelve zones and four address lines."""
    table = descriptions.load(str(firmware() / "config.json"), "en")
    made = generate.files(table)
    assert len(made) > 20
    facts = generate.figures(table)
    assert facts["zones"] == 12
    assert facts["gpios_free"] == []
    assert len(facts["gpios_used"]) == 26
    assert 0 < facts["typical_ma"] < facts["max_ma"] < facts["fuse_ma"] <= facts["supply_ma"]
    assert facts["spi_hz"] <= facts["spi_most_hz"]
    assert facts["scan_ms"]["empty"] < facts["scan_ms"]["typical"] < facts["scan_ms"]["full"]
