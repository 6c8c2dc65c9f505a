"""The schematics in the real KiCad 6: they open, pass its rules check, and its netlist is ours.

Skipped with a reason without eeschema 6, Xvfb or xdotool (Debian: kicad kicad-symbols xvfb
xdotool).
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import eeschema
import pytest
from hw_drawing import FOLDER, ROOT, circuits, kicad_sch, layout, quiet, svg
from PIL import Image, ImageFilter

from tierce_tools.description import tables

pytestmark = pytest.mark.skipif(bool(eeschema.missing()), reason=eeschema.missing() or "-")
NAMES = tables.names()


def copied(name, folder):
    """Copy a table's project, with our symbols where KiCad finds them; return the schematic."""
    shutil.copytree(ROOT / "hardware" / name, folder / name)
    (folder / "schematics").mkdir()
    for library in FOLDER.glob("*.kicad_sym"):
        shutil.copy(library, folder / "schematics")
    shutil.copytree(FOLDER / "tierce.pretty", folder / "schematics" / "tierce.pretty")
    (folder / "kicad").mkdir()
    return folder / name / "schematic.kicad_sch"


def problems(report, severity):
    """Return KiCad's messages of a severity: kind and place."""
    told = int(re.search(rf"{severity}s (\d+)", report, re.IGNORECASE)[1])
    found = re.findall(rf"^\[(\w+)\]: .*\n +; Severity: {severity}\n +(.*)", report, re.MULTILINE)
    assert len(found) == told, report
    return found


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", NAMES)
def test_kicad_opens_checks_and_exports_it(name, tmp_path):
    """All in one session, as starting the editor takes the time."""
    sheet = circuits.build(tables.load(name, "en"))
    schematic = copied(name, tmp_path)
    for file in ("schematic.net", "schematic.svg"):  # otherwise KiCad asks before overwriting
        schematic.with_name(file).unlink()
    with eeschema.opened(schematic, tmp_path / "kicad") as editor:
        exported = editor.netlist()
        plotted = editor.plot()
        report = editor.check()
    assert f"{name}/schematic.kicad_sch" in exported
    want = {
        net.name: frozenset((pin.part.ref, pin.num) for pin in net.pins)
        for net in sheet.circuit.get_nets()
        if net.pins
    }
    got = {
        each: pins
        for each, pins in kicad_sch.netlist(exported).items()
        if not each.startswith("unconnected-")
    }
    assert set(got.values()) == set(want.values())
    named = {each: pins for each, pins in got.items() if not each.startswith("Net-(")}
    assert named.items() <= want.items()
    values = {str(part.ref): str(part.value) for part in sheet.circuit.parts}
    assert dict(re.findall(r'\(comp \(ref "([^"]+)"\)\s*\(value "([^"]*)"\)', exported)) == values

    assert "ERC report" in report
    assert problems(report, "error") == []
    assert problems(report, "warning") == []

    alike(plotted, layout.draw(sheet), tmp_path)


def ink(path, width):
    """Return a picture of an SVG, black where something is drawn."""
    out = path.with_suffix(".png")
    subprocess.run(
        ["rsvg-convert", "-w", str(width), "-b", "white", str(path), "-o", str(out)], check=True
    )
    return Image.open(out).convert("L").point(lambda level: 255 if level < 200 else 0)


def alike(plotted, drawn, folder):
    """Check that KiCad's drawing and our own picture agree within 1 mm.

    With a shift of 2 mm, 80 to 87 % would still agree, as text is dense. The ink differs where
    letters differ.
    """
    if shutil.which("rsvg-convert") is None:
        return
    (folder / "kicad.svg").write_text(plotted)
    (folder / "ours.svg").write_text(svg.svg(drawn))
    dots = 3  # per millimetre
    pictures = [ink(folder / f"{each}.svg", drawn.width * dots) for each in ("kicad", "ours")]
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


def small_circuit(fault):
    """Return two gates; `fault` joins their outputs, which are not tri-state."""
    circuit = quiet.circuit()
    chip = quiet.part(circuit, "74xx", "74HC04", "U1")
    header = quiet.part(circuit, "Connector_Generic", "Conn_01x04", "J1")
    for name in ("GND", "5V"):
        net = quiet.net(circuit, name)
        net.drive = quiet.skidl.POWER
        net.connect(chip[7 if name == "GND" else 14], header[1 if name == "GND" else 2])
    quiet.net(circuit, "IN").connect(*(chip[n] for n in (1, 3, 5, 9, 11, 13)), header[3])
    quiet.net(circuit, "OUT").connect(chip[2], header[4], *([chip[4]] if fault else []))
    for number in ((6, 8, 10, 12) if fault else (4, 6, 8, 10, 12)):
        circuit.NC.connect(chip[number])
    block = circuits.Block("Gates", "Portes", [chip, header])
    return circuits.Sheet(circuit, [block], "gates")


@pytest.mark.timeout(600)
def test_kicad_s_check_really_checks(tmp_path):
    """Two outputs on one net are an error, also in KiCad's report."""
    sheet = small_circuit(fault=True)
    path = tmp_path / "gates.kicad_sch"
    path.write_text(kicad_sch.schematic(layout.draw(sheet)))
    path.with_suffix(".kicad_pro").write_text(kicad_sch.project("gates.kicad_pro"))
    (tmp_path / "kicad").mkdir()
    with eeschema.opened(path, tmp_path / "kicad") as editor:
        report = editor.check()
    assert {kind for kind, _ in problems(report, "error")} == {"pin_to_pin"}
    # Without a project's table KiCad does not know our library of supplies, and only warns.
    assert {kind for kind, _ in problems(report, "warning")} == {"lib_symbol_issues"}


@pytest.mark.timeout(600)
def test_a_file_that_kicad_cannot_read_is_told(tmp_path):
    path = tmp_path / "gates.kicad_sch"
    text = kicad_sch.schematic(layout.draw(small_circuit(fault=False)))
    path.write_text(text.replace("(wire", "(wyre", 1))
    path.with_suffix(".kicad_pro").write_text(kicad_sch.project("gates.kicad_pro"))
    (tmp_path / "kicad").mkdir()
    with pytest.raises(eeschema.Unexpected, match="Error"):  # noqa: SIM117
        with eeschema.opened(path, tmp_path / "kicad"):
            pass


# Run by KiCad's own Python: a board with each part's footprint, its pads on the netlist's nets.
BOARD = """
import json, pcbnew, sys
parts, nets, own, folder, out = json.load(sys.stdin)
board = pcbnew.BOARD()
pads = {}
for number, (ref, footprint) in enumerate(sorted(parts.items())):
    library, name = footprint.split(":")
    path = f"{own if library == 'tierce' else folder}/{library}.pretty"
    part = pcbnew.FootprintLoad(path, name)
    assert part is not None, f"{ref}: no footprint {footprint}"
    part.SetReference(ref)
    part.SetPosition(pcbnew.wxPointMM(20 * (number % 14), 20 * (number // 14)))
    board.Add(part)
    for pad in part.Pads():
        pads.setdefault((ref, pad.GetNumber()), []).append(pad)
for name, nodes in nets.items():
    net = pcbnew.NETINFO_ITEM(board, name)
    board.Add(net)
    for node in nodes:
        assert tuple(node) in pads, f"no pad for {node}"
        for pad in pads[tuple(node)]:
            pad.SetNet(net)
board.BuildConnectivity()
pcbnew.SaveBoard(out, board)
again = pcbnew.LoadBoard(out)
print(json.dumps({
    f.GetReference() + " " + p.GetNumber(): p.GetNetname()
    for f in again.GetFootprints() for p in f.Pads() if p.GetNetname()
}))
"""


def test_a_board_can_be_begun(tmp_path):
    """Each part of the carrier has a footprint, with a pad for every connected pin."""
    python, folder = shutil.which("python3", path="/usr/bin"), "/usr/share/kicad/footprints"
    known = [python or "false", "-c", "import pcbnew"]
    if subprocess.run(known, capture_output=True).returncode:
        pytest.skip("KiCad's Python isn't here: apt install kicad")
    if not Path(folder).is_dir():
        pytest.skip("KiCad's footprints aren't here: apt install kicad-footprints")
    sheet = circuits.build(tables.load("club", "en"))
    nets = kicad_sch.netlist((ROOT / "hardware" / "club" / "schematic.net").read_text())
    data = [
        {str(part.ref): part.footprint for part in sheet.circuit.parts},
        {name: sorted(nodes) for name, nodes in nets.items()},
        str(FOLDER), folder, str(tmp_path / "carrier.kicad_pcb"),
    ]  # fmt: skip
    done = subprocess.run(
        [python, "-c", BOARD],
        input=json.dumps(data),
        env={"HOME": str(tmp_path), "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-800:]
    joined = json.loads(done.stdout[done.stdout.index("{") :])
    want = {f"{ref} {pin}": name for name, nodes in nets.items() for ref, pin in nodes}
    assert {pad: joined.get(pad) for pad in want} == want


def test_nothing_is_left_running(tmp_path):
    """Whatever happens inside, editor and X server are ended afterwards."""
    path = tmp_path / "gates.kicad_sch"
    path.write_text(kicad_sch.schematic(layout.draw(small_circuit(fault=False))))
    (tmp_path / "kicad").mkdir()
    seen = []

    def visit():
        with eeschema.opened(path, tmp_path / "kicad") as editor:
            seen.extend([editor.process, editor.server])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        visit()
    assert len(seen) == 2
    assert all(process.poll() is not None for process in seen)
