"""The files in hardware/<table>/ are up to date with the tables, byte for byte."""

import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

import ezdxf
import pytest

from tierce_plans import generate
from tierce_tools.description import tables
from tierce_tools.paths import firmware

HOME = Path(generate.__file__).parents[1]
HOW = "write them anew: python -m tierce_plans.generate"


@pytest.fixture(scope="module", params=[
    pytest.param(name, marks=pytest.mark.longer if name in ("classroom-pn5180", "club") else ())
    for name in tables.names()])
def table(request: pytest.FixtureRequest) -> tables.Table:
    return tables.load(request.param, "en")


@pytest.fixture(scope="module")
def files(table: tables.Table) -> dict[str, bytes]:
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


def test_what_is_shipped_is_fresh(table: tables.Table, files: dict[str, bytes]):
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


def test_nothing_is_left_over(table: tables.Table, files: dict[str, bytes]):
    folder = HOME / table.name
    kinds = tuple(sorted({re.split(r"[-./]", name)[0] for name in files}))
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    # The drawings of hardware/schematics are there, too.
    assert {name for name in there - set(files) if name.startswith(kinds)} == set()
    assert {"felt", "antenna", "wokwi"} <= set(kinds)


_HASHES = """
import hashlib, json
from tierce_tools.description import tables
from tierce_plans import generate
print(json.dumps({
    f"{name}/{file}": hashlib.sha256(data).hexdigest()
    for name in tables.names()
    for file, data in generate.files(tables.load(name, "en")).items()
}))
"""


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, str]:
    """Return another process's output, with another order of sets: names, hashes of files."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", _HASHES], check=True, capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "Pacific/Auckland"},
    )
    return json.loads(done.stdout)


@pytest.mark.longer
def test_another_process_makes_the_same_bytes(
    table: tables.Table, files: dict[str, bytes], elsewhere: dict[str, str]
):
    for name, data in files.items():
        assert elsewhere[f"{table.name}/{name}"] == hashlib.sha256(data).hexdigest(), name


def test_each_file_is_what_its_name_says(files: dict[str, bytes]):
    for name, data in files.items():
        ending = name.rpartition(".")[2]
        if ending == "svg":
            drawing = ElementTree.fromstring(data)
            assert drawing.tag == "{http://www.w3.org/2000/svg}svg", name
            assert drawing.get("viewBox"), name
        elif ending == "dxf":
            assert not ezdxf.read(io.StringIO(data.decode())).audit().has_errors, name
        elif ending == "pdf":
            assert data.startswith(b"%PDF-"), name
            assert b"/Type /Page\n" in data, name
        elif name == "wokwi/config.json":
            assert tables.errors(json.loads(data)) == []
        elif ending == "json":
            assert json.loads(data)["parts"]
        elif ending == "toml":
            assert tomllib.loads(data.decode())["wokwi"]["version"] == 1
        elif ending == "csv":
            text = data.decode("utf-8-sig")
            delimiter = ";" if ";" in text.splitlines()[0] else ","
            rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
            assert len(rows) > 5
            assert len({len(row) for row in rows}) == 1, name
        else:
            assert ending == "md"
            assert data.decode().startswith("# "), name
            assert data.endswith(b"\n"), name


def test_both_languages_are_there_and_differ(files: dict[str, bytes]):
    for name, data in files.items():
        if ".fr." in name:
            assert files[name.replace(".fr", "")] != data


@pytest.mark.longer
def test_what_holds_for_a_table_that_is_not_shipped():
    """The firmware's own: a carrier with twelve zones and four address lines."""
    table = tables.load(str(firmware() / "config.json"), "en")
    made = generate.files(table)
    assert len(made) > 20
    facts = generate.figures(table)
    assert facts["zones"] == 12
    assert facts["gpios_free"] == []
    assert len(facts["gpios_used"]) == 26
    assert 0 < facts["typical_ma"] < facts["max_ma"] < facts["fuse_ma"] <= facts["supply_ma"]
    assert facts["spi_hz"] <= facts["spi_most_hz"]
    assert facts["scan_ms"]["empty"] < facts["scan_ms"]["typical"] < facts["scan_ms"]["full"]


def test_the_classroom_tables_cost_less_than_thirty_euros():
    for name in ("classroom", "classroom-pn5180"):
        assert 5 < generate.figures(tables.load(name, "en"))["parts_eur"] < 30
