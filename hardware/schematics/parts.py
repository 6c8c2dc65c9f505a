"""What the schematics are made of: kinds of part, and a sheet on which they are put and joined.

A kind says where KiCad has its symbol, what to buy, which footprint a board would take, and why
it is there; that goes into the part's fields, so that it is found in KiCad as well.
"""

from dataclasses import dataclass, field
from typing import Any

import quiet

SUPPLIES = ("5V", "5V_IN", "3V3", "3V3R", "VSYS", "GND")

_SIP = "Resistor_THT:R_Array_SIP9"
_R = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
_ELKO = "Capacitor_THT:CP_Radial_D12.5mm_P5.00mm"
_DIODE = "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal"
_PIN = "Connector_PinHeader_2.54mm:PinHeader_"
_SO = "Package_SO:SOIC-"
_DIP = "Package_DIP:DIP-"  # chips that are still made so, as the parts list says


@dataclass(frozen=True)
class Kind:
    """A kind of part: library and name of the symbol, value, footprint, tolerance, why (EN, FR)."""

    library: str
    symbol: str
    value: str
    footprint: str
    tolerance: str
    why: str
    pourquoi: str


KINDS = {
    "pico": Kind(
        "tierce", "Pico", "Raspberry Pi Pico", "tierce:Pico_Socket", "",
        "In two 20-pin sockets: it can be taken out.",
        "Sur deux barrettes femelles de 20 : on peut l'enlever.",
    ),
    "hc138": Kind(
        "74xx", "74LS138", "74HC138", f"{_DIP}16_W7.62mm", "2 to 6 V",
        "Pulls down NSS of one reader of eight; the symbol is that of the 74LS138, same pins.",
        "Met à 0 le NSS d'un lecteur sur huit ; symbole du 74LS138, mêmes broches.",
    ),
    "hc595": Kind(
        "74xx", "74HC595", "74HC595", f"{_DIP}16_W7.62mm", "2 to 6 V",
        "Eight RST lines from three of the bus; outputs are undefined until the first latch.",
        "Huit lignes RST pour trois fils ; sorties indéfinies jusqu'au premier LATCH.",
    ),
    "lvc125": Kind(
        "74xx", "74LVC125", "74LVC125A", f"{_SO}14_3.9x8.7mm_P1.27mm", "1.65 to 3.6 V",
        "Only the selected reader drives MISO, whatever its board does; stands signals unpowered.",
        "Seul le lecteur choisi parle sur MISO ; supporte des signaux sans être alimenté.",
    ),
    "hc125": Kind(
        "74xx", "74LS125", "74HC125", f"{_DIP}14_W7.62mm", "2 to 6 V",
        "Only the selected reader drives MISO; the symbol is that of the 74LS125, same pins.",
        "Seul le lecteur choisi parle sur MISO ; symbole du 74LS125, mêmes broches.",
    ),
    "lvc244": Kind(
        "74xx", "74HC244", "74LVC244A", f"{_SO}20W_7.5x12.8mm_P1.27mm", "1.65 to 3.6 V",
        "SCK and MOSI afresh for every four readers; the symbol is that of the 74HC244, same pins.",
        "SCK et MOSI refaits tous les quatre lecteurs ; symbole du 74HC244, mêmes broches.",
    ),
    "ahct125": Kind(
        "74xx", "74LS125", "74AHCT125", f"{_DIP}14_W7.62mm", "4.5 to 5.5 V",
        "WS2812 want 0.7 x 5 V as a high level; the symbol is that of the 74LS125, same pins.",
        "Un WS2812 veut 0,7 x 5 V comme niveau haut ; symbole du 74LS125, mêmes broches.",
    ),
    "ams1117": Kind(
        "Regulator_Linear", "AMS1117-3.3", "AMS1117-3.3",
        "Package_TO_SOT_SMD:SOT-223-3_TabPin2", "1 A, 1.5 %",
        "The Pico gives 300 mA at most: readers and their logic have 3.3 V of their own.",
        "Le Pico donne 300 mA au plus : lecteurs et logique ont leur propre 3,3 V.",
    ),
    "sp3485": Kind(
        "Interface_UART", "SP3485EN", "SP3485EN", f"{_SO}8_3.9x4.9mm_P1.27mm", "3.0 to 3.6 V",
        "RS-485 to other boards.", "RS-485 vers d'autres cartes.",
    ),
    "fuse": Kind(
        "Device", "Fuse", "",
        "Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open", "5x20 mm, slow",
        "Blows before a wire gets hot; for a short the supply must be short-circuit proof as well.",
        "Fond avant qu'un fil chauffe ; contre un court-circuit, l'alimentation se protège aussi.",
    ),
    "tvs": Kind(
        "Device", "D_Zener", "SMBJ5.0A", "Diode_SMD:D_SMB", "6.4 to 7.1 V",
        "One way: clamps spikes; swapped wires leave 1 V, till the supply gives up or F1 blows.",
        "Unidirectionnelle : écrête ; fils inversés : 1 V, puis l'alimentation ou F1 coupe.",
    ),
    "power_diode": Kind(
        "Diode", "1N5819", "1N5819", "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal", "1 A, 40 V",
        "Lets the supply feed the Pico while USB is plugged in as well.",
        "L'alimentation nourrit le Pico même si l'USB est branché.",
    ),
    "led_diode": Kind(
        "Diode", "1N4001", "1N4001", "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal", "1 A",
        "LEDs at some 4.3 V take the Pico's 3.3 V as a high level: few LEDs, on USB.",
        "À 4,3 V environ les LED acceptent 3,3 V comme niveau haut : peu de LED, sur USB.",
    ),
    "diode": Kind(
        "Diode", "BAT85", "BAT85", _DIODE, "0.32 V at 1 mA",
        "Joins the lines of all readers: one that is high pulls the joined line up.",
        "Réunit les lignes des lecteurs : une seule à 1 suffit.",
    ),
    "bulk": Kind(
        "Device", "C_Polarized", "1000u 10V", _ELKO, "20 %",
        "Holds the 5 V up when a field or the LEDs go on.",
        "Tient le 5 V quand un champ ou les LED s'allument.",
    ),
    "segment_c": Kind(
        "Device", "C_Polarized", "100u 10V", "Capacitor_THT:CP_Radial_D6.3mm_P2.50mm", "20 %",
        "A field takes 250 mA at once, at the end of a cable.",
        "Un champ prend 250 mA d'un coup, au bout d'un câble.",
    ),
    "tantal": Kind(
        "Device", "C_Polarized", "22u 10V tantalum",
        "Capacitor_Tantalum_SMD:CP_EIA-3528-21_Kemet-B", "20 %",
        "The AMS1117 is stable with 22 uF of tantalum.",
        "L'AMS1117 est stable avec 22 uF au tantale.",
    ),
    "decoupling": Kind(
        "Device", "C", "100n", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", "10 %, X7R",
        "Next to its chip's supply pins.", "Tout près des broches d'alimentation de sa puce.",
    ),
    "series": Kind(
        "Device", "R", "33", _R, "5 %",
        "With the gate's own some 20 ohm about the impedance of a ribbon cable: no ringing.",
        "Avec les 20 ohms de la porte, près de l'impédance d'une nappe : pas de rebonds.",
    ),
    "guard": Kind(
        "Device", "R", "1k", _R, "5 %",
        "On USB alone the Pico doesn't feed chips that have no supply through their inputs.",
        "Sur USB seul, le Pico n'alimente pas par leurs entrées des puces sans courant.",
    ),
    "pull": Kind(
        "Device", "R", "10k", _R, "5 %",
        "A level while nobody drives the line.", "Un niveau tant que personne ne tient la ligne.",
    ),
    "led_r": Kind(
        "Device", "R", "330", _R, "5 %",
        "Damps the wire to the first LED.", "Amortit le fil vers la première LED.",
    ),
    "buzzer_r": Kind(
        "Device", "R", "220", _R, "5 %",
        "A piezo is a capacitor: 15 mA at most from the pin.",
        "Un piézo est un condensateur : 15 mA au plus pour la broche.",
    ),
    "end_r": Kind(
        "Device", "R", "120", _R, "5 %",
        "Ends the RS-485 line; close its jumper on the first and the last board only.",
        "Termine la ligne RS-485 ; cavalier fermé sur la première et la dernière carte seulement.",
    ),
    "bias_r": Kind(
        "Device", "R", "390", _R, "5 %",
        "Holds A 0.23 V above B, with 120 ohm at both ends, while nobody sends; 0.2 V are needed.",
        "Tient A 0,23 V au-dessus de B (120 ohms aux deux bouts) au repos ; il faut 0,2 V.",
    ),
    "pulldowns": Kind(
        "Device", "R_Network08", "8x100k", _SIP, "5 %",
        "A reader that isn't selected lets its MISO float: a CMOS input must not.",
        "Un lecteur non choisi lâche son MISO : une entrée CMOS ne doit pas flotter.",
    ),
    "pullups": Kind(
        "Device", "R_Network08", "8x10k", _SIP, "5 %",
        "No reader is selected while the Pico starts: its pins are pulled down then.",
        "Aucun lecteur choisi au démarrage du Pico, qui tire alors ses broches à 0.",
    ),
    "reader": Kind(
        "Connector_Generic", "Conn_02x06_Odd_Even", "",
        "Connector_IDC:IDC-Header_2x06_P2.54mm_Vertical", "",
        "Ribbon cable to a reader.", "Nappe vers un lecteur.",
    ),
    "terminal2": Kind(
        "Connector", "Screw_Terminal_01x02", "",
        "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
        "13.5 A", "5 V supply.", "Alimentation 5 V.",
    ),
    "terminal3": Kind(
        "Connector", "Screw_Terminal_01x03", "",
        "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-3-5.08_1x03_P5.08mm_Horizontal",
        "13.5 A", "Wires with current, or long ones.", "Fils de courant, ou longs.",
    ),
    **{
        f"header{pins}": Kind(
            "Connector_Generic", f"Conn_01x{pins:02}", "", f"{_PIN}1x{pins:02}_P2.54mm_Vertical",
            "", "Plug of a module.", "Prise d'un module.",
        )
        for pins in (2, 4, 8, 10)
    },
    "jumper2": Kind(
        "Jumper", "Jumper_2_Open", "", f"{_PIN}1x02_P2.54mm_Vertical", "",
        "Closed by a jumper cap.", "À fermer par un cavalier.",
    ),
    "jumper3": Kind(
        "Jumper", "Jumper_3_Open", "", f"{_PIN}1x03_P2.54mm_Vertical", "",
        "One GPIO, one use: cap on 1-2 or 2-3.",
        "Un GPIO, un usage : cavalier sur 1-2 ou 2-3.",
    ),
    "jumper6": Kind(
        "Connector_Generic", "Conn_02x03_Odd_Even", "", f"{_PIN}2x03_P2.54mm_Vertical", "",
        "One GPIO, one use: cap on 1-2, 3-4 or 5-6.",
        "Un GPIO, un usage : cavalier sur 1-2, 3-4 ou 5-6.",
    ),
    "test": Kind(
        "Connector", "TestPoint", "", "TestPoint:TestPoint_Loop_D2.60mm_Drill0.9mm_Beaded", "",
        "To hang a meter or a probe on.", "Pour y accrocher un multimètre ou une sonde.",
    ),
    "hole": Kind(
        "Mechanical", "MountingHole", "M3", "MountingHole:MountingHole_3.2mm_M3", "",
        "Screw of the board.", "Vis de la carte.",
    ),
    # what a breadboard's wires go to
    "pn5180": Kind(
        "tierce", "PN5180", "", "", "", "Reader module: wire it by the names printed on it.",
        "Module lecteur : câbler d'après les noms imprimés.",
    ),
    "mfrc522": Kind(
        "tierce", "RC522", "", "", "", "Reader module: wire it by the names printed on it.",
        "Module lecteur : câbler d'après les noms imprimés.",
    ),
    "oled": Kind(
        "tierce", "OLED", "", "", "", "Order of pins differs: wire by the names printed on it.",
        "L'ordre des broches varie : câbler d'après les noms imprimés.",
    ),
    "epaper": Kind(
        "tierce", "EPAPER", "", "", "", "Wire it by the names printed on it.",
        "Câbler d'après les noms imprimés.",
    ),
    "hx711": Kind(
        "tierce", "HX711", "", "", "", "Wire it by the names printed on it.",
        "Câbler d'après les noms imprimés.",
    ),
    "loadcell": Kind(
        "tierce", "LOADCELL", "", "", "", "Red E+, black E-, white A-, green A+, mostly.",
        "Souvent rouge E+, noir E-, blanc A-, vert A+.",
    ),
    "leds": Kind(
        "tierce", "LEDS", "", "", "", "DIN is the end where the arrow comes in.",
        "DIN est le côté d'où part la flèche.",
    ),
    "button": Kind(
        "Switch", "SW_Push", "", "Button_Switch_THT:SW_PUSH_6mm", "",
        "To GND; the Pico pulls up.", "Vers GND ; le Pico tire à 1.",
    ),
    "buzzer": Kind(
        "tierce", "Buzzer", "piezo", "Buzzer_Beeper:Buzzer_12x9.5RM7.6", "",
        "Passive: one without electronics of its own.", "Passif : sans électronique.",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Block:
    """A frame of the drawing: titles, and the parts in it."""

    title_en: str
    title_fr: str
    parts: list[Any]


@dataclass
class Sheet:
    """A circuit, and how it is told: every part is in one block."""

    circuit: Any
    blocks: list[Block]
    title: str


@dataclass
class Draft:
    """A sheet while it is made."""

    title: str
    circuit: Any = field(default_factory=lambda: quiet.circuit())
    blocks: list[Block] = field(default_factory=list[Block])
    nets: dict[str, Any] = field(default_factory=dict[str, Any])
    _numbers: dict[str, int] = field(default_factory=dict[str, int])

    def block(self, title_en: str, title_fr: str) -> None:
        """Begin a block: what is added next is in it."""
        self.blocks.append(Block(title_en, title_fr, []))

    def ref(self, group: str) -> str:
        """Return the next name of a group, as U2."""
        self._numbers[group] = self._numbers.get(group, 0) + 1
        return f"{group}{self._numbers[group]}"

    def net(self, name: str) -> Any:
        """Return the net of a name, new if need be."""
        if name not in self.nets:
            self.nets[name] = quiet.net(self.circuit, name)
            if name in SUPPLIES:
                self.nets[name].drive = quiet.skidl.POWER
        return self.nets[name]

    def add(self, ref: str, kind: str, pins: str, value: str = "") -> Any:
        """Add a part. `pins`: the net of each pin, from pin 1 on; "-" where nothing is connected.

        Every pin has to be told: none is forgotten so.
        """
        what = KINDS[kind]
        part = quiet.part(self.circuit, what.library, what.symbol, ref)
        assert part.ref == ref, ref  # else it was there already, and SKiDL made another of it
        part.value = value or what.value
        part.footprint = what.footprint
        fields = {"Tolerance": what.tolerance, "Why": what.why, "Pourquoi": what.pourquoi}
        for name, text in fields.items():
            if text:
                part.fields[name] = text
        nets = pins.split()
        numbers = sorted((pin.num for pin in part.pins), key=int)
        if len(nets) != len(numbers):
            raise ValueError(f"{ref}: {len(numbers)} pins, {len(nets)} nets")
        for number, net in zip(numbers, nets, strict=True):
            (self.circuit.NC if net == "-" else self.net(net)).connect(part.p[number])
        self.blocks[-1].parts.append(part)
        return part

    def chip(self, ref: str, kind: str, supply: str, pins: str) -> None:
        """Add a chip with the capacitor at its supply; the C has the chip's number, from 100 on."""
        self.add(ref, kind, pins)
        self.add(f"C{100 + int(ref[1:])}", "decoupling", f"{supply} GND")

    def sheet(self) -> Sheet:
        """Return what is done; a supply that nobody takes is not connected."""
        for name in SUPPLIES:
            if name in self.nets and len(self.nets[name].pins) == 1:
                pin = self.nets[name].pins[0]
                pin.disconnect()
                self.circuit.NC.connect(pin)
                self.circuit -= self.nets.pop(name)
        return Sheet(self.circuit, [block for block in self.blocks if block.parts], self.title)
