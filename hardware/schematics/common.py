"""What the carrier and a breadboard have in common: supply, decoders, resets, buffers, diodes.

Nets have the names that the wiring has: a reader's number k stands behind NSS, RST, BUSY, IRQ and
MISO. Numbers of pins are those of the data sheets, as KiCad's symbols have them.
"""


from parts import Draft

from tierce_tools.description.tables import Table

# The Pico's 40 pins (its data sheet): GPIO numbers, and the nets of the others. 3V3_EN, RUN and
# ADC_VREF have what they need on the Pico.
EDGE = (
    0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15,
    16, 17, "GND", 18, 19, 20, 21, "GND", 22, "-", 26, 27, "GND", 28, "-", "3V3", "-", "GND",
    "VSYS", "VBUS",
)  # fmt: skip
GPIOS = tuple(each for each in EDGE if isinstance(each, int))

SEGMENT = 4  # readers on one stretch of clock and data


def pico(draft: Draft, gpios: dict[int, str], supplied: bool) -> None:
    """Add the Pico. `gpios`: GPIO -> net; it is fed through VSYS, or else feeds 5V from USB."""
    rails = {"VSYS": "VSYS", "VBUS": "-"} if supplied else {"VSYS": "-", "VBUS": "5V"}
    nets = [
        gpios.get(each, "-") if isinstance(each, int) else rails.get(each, each) for each in EDGE
    ]
    draft.add("U1", "pico", " ".join(nets))


def supply(draft: Draft, terminal: str, fuse: str) -> None:
    """Add the 5 V input: terminal, fuse, clamp, bulk capacitor, and the diode to VSYS."""
    draft.block("5 V supply", "Alimentation 5 V")
    draft.add(terminal, "terminal2", "5V_IN GND", "5 V: 1 plus, 2 minus")
    draft.add("F1", "fuse", "5V_IN 5V", fuse)
    draft.add("D1", "tvs", "5V GND")
    draft.add("C1", "bulk", "5V GND")
    draft.add("D2", "power_diode", "VSYS 5V")


def regulator(draft: Draft, ref: str) -> None:
    """Add the 3.3 V regulator for what the Pico's own cannot feed: net 3V3R."""
    draft.block("3.3 V for the readers", "3,3 V des lecteurs")
    draft.add(ref, "ams1117", "GND 3V3R 5V")
    draft.add("C3", "tantal", "5V GND")
    draft.add("C4", "tantal", "3V3R GND")


def decoders(
    draft: Draft, stage: str, others: dict[int, str], used: dict[int, int], supply: str
) -> None:
    """Add the 74HC138 behind A0.. and EN.

    The stage decodes A3 and A4, and enables the others, which decode A0 to A2. Without a stage
    ("") A3 tells two apart, or there is one. `others`: chips by cs // 8. `used`: cs -> reader.
    """
    draft.block("Address decoder", "Décodeur d'adresses")
    blocks = sorted({cs >> 3 for cs in used})
    if stage:
        outputs = [f"STAGE{i}" if i in blocks else "-" for i in range(8)]
        _hc138(draft, stage, f"A3 A4 GND EN EN {supply}", outputs, supply)
    for block in blocks:
        if stage:
            inputs = f"A0 A1 A2 STAGE{block} GND {supply}"
        elif block:
            inputs = "A0 A1 A2 EN GND A3"
        else:
            inputs = f"A0 A1 A2 EN {'A3' if 'A3' in draft.nets else 'GND'} {supply}"
        outputs = _eight("NSS", block, used)
        _hc138(draft, others[block], inputs, outputs, supply)


def _eight(line: str, block: int, used: dict[int, int]) -> list[str]:
    return [f"{line}{used[cs]}" if cs in used else "-" for cs in range(8 * block, 8 * block + 8)]


def _hc138(draft: Draft, ref: str, inputs: str, y: list[str], supply: str) -> None:
    """Add a 74HC138. `inputs`: A, B, C, /G2A, /G2B, G1."""
    draft.chip(
        ref, "hc138", supply,
        f"{inputs} {y[7]} GND {y[6]} {y[5]} {y[4]} {y[3]} {y[2]} {y[1]} {y[0]} {supply}",
    )  # fmt: skip


def resets(
    draft: Draft, refs: list[str], used: dict[int, int], bus: tuple[str, str], vcc: str
) -> None:
    """Add the chain of 74HC595 for RST: bit n of the last byte shifted is output n of the first.

    `used`: cs -> reader. `bus`: nets of clock and data.
    """
    draft.block("Resets", "Remises à zéro")
    clock, data = bus
    for block, ref in enumerate(refs):
        q = _eight("RST", block, used)
        after = f"CHAIN{block + 1}" if block + 1 < len(refs) else "-"
        draft.chip(
            ref, "hc595", vcc,
            f"{q[1]} {q[2]} {q[3]} {q[4]} {q[5]} {q[6]} {q[7]} GND {after}"
            f" {vcc} {clock} LATCH GND {data} {q[0]} {vcc}",
        )  # fmt: skip
        data = after


def buffer(draft: Draft, ref: str, kind: str, gates: dict[int, str], vcc: str) -> None:
    """Add a 74xx125. `gates`: gate 0..3 -> nets of its enable, input, output.

    A gate that nobody uses is off and its input tied, so that it does not swing and draw current.
    """
    (e1, a1, y1), (e2, a2, y2), (e3, a3, y3), (e4, a4, y4) = (
        gates.get(gate, f"{vcc} GND -").split() for gate in range(4)
    )
    draft.chip(
        ref, kind, vcc, f"{e1} {a1} {y1} {e2} {a2} {y2} GND {y3} {a3} {e3} {y4} {a4} {e4} {vcc}"
    )


def miso_buffers(
    draft: Draft, kind: str, refs: list[str], numbers: list[int], pull: str, vcc: str
) -> None:
    """Add a gate for each reader's MISO that its NSS opens.

    `refs`: chips, of which reader k is on that of (k - 1) // 4. `pull`: the joined line's.
    """
    draft.block("MISO of the readers", "MISO des lecteurs")
    for block in sorted({(k - 1) // 4 for k in numbers}):
        here = [k for k in numbers if (k - 1) // 4 == block]
        gates = {(k - 1) % 4: f"NSS{k} MISO{k} MISO" for k in here}
        buffer(draft, refs[block], kind, gates, vcc)
    draft.add(pull, "pull", "MISO GND")


def networks(
    draft: Draft, kind: str, refs: list[str], common: str, line: str, numbers: list[int]
) -> None:
    """Add a network of eight resistors at a line of each eight readers, first pin on `common`."""
    for block in sorted({(k - 1) // 8 for k in numbers}):
        ends = [f"{line}{k}" if k in numbers else "-" for k in range(8 * block + 1, 8 * block + 9)]
        draft.add(refs[block], kind, f"{common} {' '.join(ends)}")


def segments(draft: Draft, refs: list[str], numbers: list[int], vcc: str) -> None:
    """Add pairs of 74LVC244 gates, SCK and MOSI: the first for the 74HC595 (nets SCK_C, MOSI_C).

    Then one for every four readers, with a resistor in series.
    """
    draft.block("Clock and data of the readers", "Horloge et données des lecteurs")
    used = sorted({(k - 1) // SEGMENT + 1 for k in numbers})
    for block in sorted({pair // 4 for pair in (0, *used)}):
        ins: list[str] = []
        outs: list[str] = []
        for pair in range(4 * block, 4 * block + 4):
            for line in ("SCK", "MOSI"):
                there = pair == 0 or pair in used
                ins.append(line if there else "GND")
                outs.append(f"{line}_{f'D{pair}' if pair else 'C'}" if there else "-")
        draft.chip(
            refs[block], "lvc244", vcc,
            f"GND {ins[0]} {outs[7]} {ins[1]} {outs[6]} {ins[2]} {outs[5]} {ins[3]} {outs[4]} GND"
            f" {ins[4]} {outs[3]} {ins[5]} {outs[2]} {ins[6]} {outs[1]} {ins[7]} {outs[0]} GND"
            f" {vcc}",
        )  # fmt: skip
    for line, first in (("SCK", 20), ("MOSI", 30)):
        for segment in used:
            draft.add(f"R{first + segment}", "series", f"{line}_D{segment} {line}_S{segment}")


def joined(draft: Draft, line: str, net: str, refs: dict[int, str], pull: str) -> None:
    """Join BUSY or IRQ of readers: a diode each, anode at the reader, and a pull-down."""
    draft.block(f"{net}, joined", f"{net} réunis")
    for k, ref in refs.items():
        draft.add(ref, "diode", f"{net} {line}{k}")
    draft.add(pull, "pull", f"{net} GND")


def lights(draft: Draft, shifter: str, resistor: str) -> None:
    """Add a 5 V gate for the LEDs' data, the resistor behind it, and their bulk capacitor."""
    draft.block("LEDs", "LED")
    buffer(draft, shifter, "ahct125", {0: "GND LED_DATA LED_5V"}, "5V")
    draft.add(resistor, "led_r", "LED_5V LED_DIN")
    draft.add("C2", "bulk", "5V GND")


def fuse(table: Table) -> str:
    """Return the fuse that the power budget asks for, as "4 A slow"."""
    from tierce_plans import power

    milliamps = power.budget(table).fuse_ma or table.build.supply_ma
    return f"{milliamps / 1000:g} A slow"
