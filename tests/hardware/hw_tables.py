"""Tables for the tests: the shipped ones, random ones, unrealistic ones; and how their drawings are read."""

import contextlib
import io
import itertools
import json
import re
import zlib
from typing import Any

import ring
from hypothesis import strategies as st

from tierce_plans.shapes import Drawing, Text
from tierce_plans.templates import overlap, within
from tierce_tools.description import descriptions, felt

SHIPPED = descriptions.names()


def first(name: str) -> list[object]:
    """Return the shipped tables as parameters: all but this one run in `make test-all` only."""
    return ring.longer(name, *(each for each in SHIPPED if each != name))


FEW = first("small")
BASE: dict[str, Any] = json.loads(descriptions.shipped("club").read_text("utf-8"))


def table_of(zones: list[dict[str, Any]], build: dict[str, Any]) -> descriptions.Description:
    """Return a table with these zones; readers are numbered in their order."""
    whole = [{"reader": "pn5180", "cs": i, "leds": [i * 8, 6], **zone} for i, zone in enumerate(zones)]
    config = {**BASE, "zones": whole, "build": {"on": "carrier", **build}}
    config["leds"] = {**BASE["leds"], "count": 200}
    assert descriptions.errors(config) == []
    return descriptions.from_config(config, "random")


def check_readable(drawing: Drawing, *beside: type) -> None:
    """Check that no text of a drawing lies on another one or on these kinds of shapes, and nothing outside."""
    texts = [each for each in drawing.shapes if isinstance(each, Text)]
    others = [each for each in drawing.shapes if isinstance(each, beside)]
    for one, other in (*itertools.combinations(texts, 2), *itertools.product(texts, others)):
        assert not overlap(one.box, other.box), (one, other)
    assert all(within(shape.box, drawing.view) for shape in drawing.shapes)


def dxf_read(data: bytes) -> Any:
    """Return a DXF as ezdxf reads it, which takes half a second to load; it must have no faults."""
    import ezdxf

    file = ezdxf.read(io.StringIO(data.decode()))
    auditor = file.audit()
    assert not auditor.has_errors
    assert not auditor.has_fixes
    return file


def pdf_drawn(data: bytes) -> bytes:
    """Return the drawing commands of a PDF. Compression and fonts depend on libraries."""
    found: list[bytes] = []
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        with contextlib.suppress(zlib.error):
            found.append(zlib.decompress(packed))
    return b"\n".join(drawn for drawn in found if b" Tf" in drawn or b" re" in drawn)


@st.composite
def placed(draw: st.DrawFn) -> descriptions.Description:
    """Return a table with zones laid out as in the project; sizes of cards, tags and loops vary."""
    names = [f"meld{i + 1}" for i in range(draw(st.integers(0, 12)))]
    names += [f"seat{i}" for i in range(draw(st.integers(1, 5)))]
    if draw(st.booleans()):
        names.insert(0, "discard")
    zones: list[dict[str, Any]] = []
    for name, at in felt.place(names).items():
        antenna = [side - draw(st.integers(20, 60)) for side in at[2:]]
        count = draw(st.integers(1, 8))
        zones.append({"zone": name, "at": at, "antenna": antenna, "leds": [len(zones) * 8, count]})
    tag = draw(st.integers(8, 25))
    build = {
        "card": [draw(st.integers(56, 70)), draw(st.integers(85, 95))],
        "tag": [tag, draw(st.integers(8, 25))],
        "pitch": draw(st.integers(tag, 30)),
    }
    return table_of(zones, build)


@st.composite
def wild(draw: st.DrawFn) -> descriptions.Description:
    """Return an unrealistic table that the board still accepts."""
    side = st.integers(0, 400)
    zones = [
        {
            "zone": f"meld{i + 1}",
            "at": [draw(side), draw(side), draw(side), draw(side)],
            "antenna": [draw(st.integers(1, 999)), draw(st.integers(1, 999))],
        }
        for i in range(draw(st.integers(0, 5)))
    ]
    build = {
        "card": [draw(st.integers(30, 150)), draw(st.integers(30, 150))],
        "tag": [draw(st.integers(5, 80)), draw(st.integers(5, 80))],
        "pitch": draw(st.integers(5, 60)),
        "felt": [draw(st.integers(100, 3000)), draw(st.integers(100, 3000))],
    }
    return table_of(zones, build)
