"""The schematics in the real KiCad: they open, pass its rules check, and its netlist is ours.

`make plans-check` runs these, and so does `make test-all`.
"""

import re
import shutil
import warnings

import eeschema
import pytest
from hw_schematics import netlist
from PIL import Image, ImageFilter
from processes import run

from tierce_plans.generate import files, write
from tierce_plans.schematics import layout, symbols
from tierce_plans.schematics.circuits import Block, Circuit, Component
from tierce_tools.description import descriptions

kicad = pytest.mark.skipif(bool(eeschema.missing()), reason=eeschema.missing() or "-")
pytestmark = [pytest.mark.longer, pytest.mark.timeout(600), kicad]


@pytest.mark.parametrize("name", descriptions.names())
def test_kicad_opens_checks_and_exports_it(name, tmp_path):
    write(tmp_path, files(descriptions.load(name, "en")))
    schematic = tmp_path / "kicad" / "schematic.kicad_sch"
    ours = {each: (tmp_path / each).read_text("utf-8") for each in ("kicad/schematic.net", "schematic.svg")}
    editor = eeschema.Kicad(schematic)
    exported, plotted = editor.netlist(), editor.plot()
    assert editor.check() == []
    got = netlist(exported)
    want = netlist(ours["kicad/schematic.net"])
    assert {each: got[each] for each in got if not each.startswith("unconnected-")} == want
    compare = r'\(comp\s*\(ref "([^"]+)"\)\s*\(value "([^"]*)"\)'
    values = [dict(re.findall(compare, text)) for text in (exported, ours["kicad/schematic.net"])]
    assert values[0] == values[1]
    assert len(values[0]) > 5
    paper = re.search(r'\(paper "(A\d)"\)', schematic.read_text("utf-8"))[1]
    alike(plotted, ours["schematic.svg"], tmp_path, layout.PAPERS[paper][0])


def ink(path, width):
    """Return a picture of an SVG, black where something is drawn."""
    out = path.with_suffix(".png")
    run("rsvg-convert", "-w", str(width), "-b", "white", path, "-o", out, check=True)
    return Image.open(out).convert("L").point(lambda level: 255 if level < 200 else 0)


def alike(plotted, ours, folder, width):
    """Check that KiCad's drawing and our own picture agree within 1 mm.

    With a shift of 2 mm, 80 to 87 % would still agree, as text is dense. The ink differs where
    letters differ.
    """
    if shutil.which("rsvg-convert") is None:
        warnings.warn("the pictures aren't compared: apt install librsvg2-bin", stacklevel=1)
        return
    (folder / "kicad.svg").write_text(plotted)
    (folder / "ours.svg").write_text(ours)
    dots = 3  # per millimetre
    pictures = [ink(folder / f"{each}.svg", width * dots) for each in ("kicad", "ours")]
    for a, b in zip(pictures[0].size, pictures[1].size, strict=True):
        assert abs(a - b) <= 1  # KiCad's paper size is in thousandths of an inch
    edge = int(12.5 * dots)  # without the sheet's own frame and title block
    width, height = pictures[1].size
    inside = (edge, edge, width - edge, height - edge - 36 * dots)
    pictures = [each.crop(inside) for each in pictures]
    for one, other in (pictures, pictures[::-1]):
        near = other.filter(ImageFilter.MaxFilter(2 * dots + 1)).tobytes()
        points = [n for n, level in enumerate(one.tobytes()) if level]
        assert len(points) > 5000
        share = sum(near[n] > 0 for n in points) / len(points)
        assert share > 0.92, f"{share:.1%} of what is drawn is in both pictures"


def gates(folder):
    """Write a schematic of two gates whose outputs, which are not tri-state, are joined."""
    nets = {"GND": (1, 2, 3, 4, 5, 8), "5V": (6, 16), "OUT": (15,)}
    joined = {str(pin): net for net, pins in nets.items() for pin in pins}
    chips = [Component(ref, symbols.load("74xx:74LS138"), nets=dict(joined)) for ref in ("U1", "U2")]
    sheet = Circuit(chips, [Block("Gates", "Portes", chips)], "gates")
    path = folder / "gates.kicad_sch"
    path.write_text(layout.text(layout.schematic(sheet)), "utf-8")
    project = layout.project("gates")
    (folder / "gates.kicad_pro").write_text(project["gates.kicad_pro"], "utf-8")
    return path


def test_kicad_s_check_really_checks(tmp_path):
    """Two outputs on one net are an error, also for KiCad."""
    assert {kind for kind, _ in eeschema.Kicad(gates(tmp_path)).check()} == {"pin_to_pin"}
