"""The schematics in the real KiCad: they open, pass its rules check, and its netlist is ours.

`make plans-check` runs these, and so does `make test-all`.
"""

import json
import re
import shutil
import warnings
from dataclasses import dataclass
from pathlib import Path

import pytest
from hw_schematics import netlist
from PIL import Image, ImageFilter
from processes import run, run_text

from tierce_plans.generate import files, write
from tierce_plans.schematics import layout, symbols
from tierce_plans.schematics.circuits import Block, Circuit, Component
from tierce_tools.description import descriptions

MISSING = "KiCad is not tested, kicad-cli missing: install KiCad 7 or later"
kicad = pytest.mark.skipif(not shutil.which("kicad-cli"), reason=MISSING)
pytestmark = [pytest.mark.longer, pytest.mark.timeout(600), kicad]
WAIT = 120  # longest wait for one thing, on a busy machine


@dataclass
class Kicad:
    """KiCad with a schematic. Of its check, the errors only."""

    schematic: Path

    def run(self, *words: str) -> None:
        done = run_text("kicad-cli", "sch", *words, str(self.schematic), patience=WAIT)
        if done.returncode:
            raise AssertionError(f"Error: kicad-cli {words}: {done.stdout}{done.stderr}")

    def netlist(self) -> str:
        path = self.schematic.with_suffix(".net")
        self.run("export", "netlist", "--output", str(path))
        return path.read_text("utf-8")

    def plot(self) -> str:
        self.run("export", "svg", "--no-background-color", "--output", str(self.schematic.parent))
        return self.schematic.with_suffix(".svg").read_text("utf-8")

    def check(self) -> list[tuple[str, str]]:
        path = self.schematic.with_name("erc.json")
        try:
            self.run("erc", "--format", "json", "--severity-error", "--output", str(path))
        except AssertionError:
            if not path.is_file():  # KiCad 7 has no such command
                return []
        sheets = json.loads(path.read_text("utf-8"))["sheets"]
        found = [each for sheet in sheets for each in sheet["violations"]]
        # KiCad 9 tells of warnings even so: a new home has no table of KiCad's own libraries.
        return [(each["type"], "error") for each in found if each["severity"] == "error"]


@pytest.mark.parametrize("name", descriptions.names())
def test_kicad_opens_checks_and_exports_it(name, tmp_path):
    write(tmp_path, files(descriptions.load(name, "en")))
    schematic = tmp_path / "kicad" / "schematic.kicad_sch"
    ours = (tmp_path / "kicad/schematic.net").read_text("utf-8")
    editor = Kicad(schematic)
    exported, plotted = editor.netlist(), editor.plot()
    assert editor.check() == []
    got = {each: pins for each, pins in netlist(exported).items() if not each.startswith("unconnected-")}
    assert got == netlist(ours)
    compare = r'\(comp\s*\(ref "([^"]+)"\)\s*\(value "([^"]*)"\)'
    values = [dict(re.findall(compare, text)) for text in (exported, ours)]
    assert values[0] == values[1]
    assert len(values[0]) > 5
    paper = re.search(r'\(paper "(A\d)"\)', schematic.read_text("utf-8"))[1]
    alike(plotted, (tmp_path / "schematic.svg").read_text("utf-8"), tmp_path, layout.PAPERS[paper][0])


def alike(plotted, ours, folder, width):
    """Check that KiCad's drawing and our own picture agree within 1 mm.

    With a shift of 2 mm, 80 to 87 % would still agree, as text is dense. The ink differs where
    letters differ.
    """
    if shutil.which("rsvg-convert") is None:
        warnings.warn("the pictures aren't compared: apt install librsvg2-bin", stacklevel=1)
        return
    dots = 3  # per millimetre
    pictures = []
    for name, drawing in (("kicad", plotted), ("ours", ours)):
        (folder / f"{name}.svg").write_text(drawing)
        out = folder / f"{name}.png"
        run("rsvg-convert", "-w", str(width * dots), "-b", "white", folder / f"{name}.svg", "-o", out, check=True)
        # black where something is drawn
        pictures.append(Image.open(out).convert("L").point(lambda level: 255 if level < 200 else 0))
    for a, b in zip(pictures[0].size, pictures[1].size, strict=True):
        assert abs(a - b) <= 1  # KiCad's paper size is in thousandths of an inch
    edge = int(12.5 * dots)  # without the sheet's own frame and title block
    width, height = pictures[1].size
    pictures = [each.crop((edge, edge, width - edge, height - edge - 36 * dots)) for each in pictures]
    for one, other in (pictures, pictures[::-1]):
        near = other.filter(ImageFilter.MaxFilter(2 * dots + 1)).tobytes()
        points = [n for n, level in enumerate(one.tobytes()) if level]
        assert len(points) > 5000
        share = sum(near[n] > 0 for n in points) / len(points)
        assert share > 0.92, f"{share:.1%} of what is drawn is in both pictures"


def test_kicad_s_check_really_checks(tmp_path):
    """Two outputs, which are not tri-state, on one net are an error, also for KiCad."""
    nets = {"GND": (1, 2, 3, 4, 5, 8), "5V": (6, 16), "OUT": (15,)}
    joined = {str(pin): net for net, pins in nets.items() for pin in pins}
    chips = [Component(ref, symbols.load("74xx:74LS138"), nets=dict(joined)) for ref in ("U1", "U2")]
    sheet = Circuit(chips, [Block("Gates", "Portes", chips)], "gates")
    (tmp_path / "gates.kicad_sch").write_text(layout.text(layout.schematic(sheet)), "utf-8")
    (tmp_path / "gates.kicad_pro").write_text(layout.project("gates")["gates.kicad_pro"], "utf-8")
    assert {kind for kind, _ in Kicad(tmp_path / "gates.kicad_sch").check()} == {"pin_to_pin"}
