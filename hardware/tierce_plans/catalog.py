"""The parts of a table: their names, what to look for in a shop, and their prices.

Prices are typical ones of 2026 for small quantities, in EUR with tax, without postage. They are
remembered, not quoted from a shop; a price with a known source has it in `source`.
"""

from dataclasses import dataclass

from tierce_tools.description.boards import BOARDS, Board

YEAR = 2026


@dataclass(frozen=True)
class Entry:
    """A part to buy: names, what to look for, the price of one unit in EUR cents, its source."""

    name: str
    nom: str
    look: str
    regarder: str
    cents: float
    group: str = "electronics"  # or "table", "deck"
    unit: str = ""  # "m", "m2"; "" for pieces
    source: tuple[str, ...] = ()  # of the price, EN and FR


def _chip(what: str, quoi: str, cents: float, more: str = "", plus: str = "") -> Entry:
    """Return a logic chip in DIP, for a socket."""
    return Entry(what, quoi, more or "DIP, as it is plugged in", plus or "DIP, à enficher", cents)


_SMD = (
    "3.3 V logic: few are left in DIP (SN74{0}N); else SO on an adapter board",
    "Logique 3,3 V : rare en DIP (SN74{0}N) ; sinon en SO sur un adaptateur",
)

_ABOVE_LIST = 1.3  # of the list price: headers, tax, a shop's margin


def _board(board: Board) -> Entry:
    """Return a board; what differs between them is in its row."""
    more = ("; its radio is not used", " ; sa radio ne sert pas") if board.radio else ("", "")
    return Entry(
        f"{board.title} with headers",
        f"{board.title} avec barrettes",
        f"{board.chip.name}; headers soldered on (H in the name), unless you like to solder. A"
        f" clone with other pins has not been tried{more[0]}",
        f"{board.chip.name} ; barrettes déjà soudées (H dans le nom) si l'on ne soude pas. Un clone"
        f" aux broches différentes n'a pas été essayé{more[1]}",
        round(board.dollars * _ABOVE_LIST * 10) * 10,
        source=(
            f"list price without headers {board.dollars} USD in {board.year}",
            f"prix public sans barrettes {board.dollars} USD en {board.year}",
        ),
    )


CATALOG: dict[str, Entry] = {
    **{board.key: _board(board) for board in BOARDS},
    "pn5180": Entry(
        "Reader module PN5180",
        "Module lecteur PN5180",
        "ISO 15693 must be named. Pins with printed names, 3V3 and 5V apart: some clones have none"
        " printed, or no 3V3 pin. Buy all from one lot; chip firmware 3.5 or later",
        "ISO 15693 doit être cité. Broches aux noms imprimés, 3V3 et 5V séparés : certains clones"
        " n'impriment rien, ou n'ont pas de 3V3. Tous du même lot ; micrologiciel 3.5 ou plus",
        750,
        source=(
            "about 6 USD in 2018, github.com/esprfid/esp-rfid issue 142",
            "environ 6 USD en 2018, github.com/esprfid/esp-rfid, ticket 142",
        ),
    ),
    "mfrc522": Entry(
        "Reader module RC522 (MFRC522)",
        "Module lecteur RC522 (MFRC522)",
        "3.3 V. It reads MIFARE and NTAG only, no ISO 15693, and one card at a time well. Mostly"
        " sold with headers to solder, a card and a key ring",
        "3,3 V. Il ne lit que MIFARE et NTAG, pas l'ISO 15693, et bien une carte à la fois. Vendu"
        " le plus souvent avec barrettes à souder, une carte et un porte-clés",
        300,
    ),
    "oled": Entry(
        "Screen OLED 0.96 inch, 128x64, I2C",
        "Écran OLED 0,96 pouce, 128x64, I2C",
        "SSD1306, four pins (I2C), for 3.3 V. Not SH1106 (1.3 inch). The order of GND and VCC"
        " differs: wire by the names",
        "SSD1306, quatre broches (I2C), en 3,3 V. Pas de SH1106 (1,3 pouce). L'ordre de GND et VCC"
        " varie : câbler d'après les noms",
        320,
    ),
    "epaper": Entry(
        "E-paper 2.9 inch, 296x128, black and white",
        "E-paper 2,9 pouces, 296x128, noir et blanc",
        "SSD1680 with partial refresh, 3.3 V, eight pins. Not a three-colour one: it takes 15 s a"
        " picture and cannot refresh in part",
        "SSD1680 à rafraîchissement partiel, 3,3 V, huit broches. Pas de trois couleurs : 15 s par"
        " image et pas de rafraîchissement partiel",
        1500,
    ),
    "leds_stick": Entry(
        "Stick or ring of 8 LEDs WS2812B",
        "Barrette ou anneau de 8 LED WS2812B",
        "WS2812B or SK6812, RGB, 5 V; not RGBW. Wire to the side marked DIN",
        "WS2812B ou SK6812, RVB, 5 V ; pas de RGBW. Câbler du côté marqué DIN",
        220,
    ),
    "leds_strip": Entry(
        "LED of a WS2812B strip, 60 a metre",
        "LED d'un ruban WS2812B, 60 au mètre",
        "WS2812B, RGB, 5 V, 60 LEDs a metre, without a coat (IP30): it is cut into pieces. A metre"
        " has 60",
        "WS2812B, RVB, 5 V, 60 LED au mètre, sans gaine (IP30) : on le coupe en morceaux. Un mètre"
        " en a 60",
        13,
    ),
    "hx711": Entry(
        "Amplifier HX711",
        "Amplificateur HX711",
        "For 3.3 V: its output must not be 5 V. 10 samples a second is enough",
        "En 3,3 V : sa sortie ne doit pas être à 5 V. 10 mesures par seconde suffisent",
        180,
    ),
    "loadcell": Entry(
        "Load cell of 1 kg",
        "Cellule de charge de 1 kg",
        "Four wires, one bar with two holes at each end; 1 kg at most, or a card is not seen",
        "Quatre fils, barre à deux trous de chaque côté ; 1 kg au plus, sinon une carte ne se voit"
        " pas",
        450,
    ),
    "button": Entry(
        "Push button with a cap",
        "Bouton-poussoir à capuchon",
        "Closes when pressed; 12 mm with two pins a side for a breadboard, or one to screw into"
        " the edge of the table",
        "Se ferme quand on appuie ; 12 mm pour plaque d'essai, ou un modèle à visser au bord de la"
        " table",
        20,
    ),
    "buzzer": Entry(
        "Piezo buzzer, passive",
        "Avertisseur piézo (buzzer) passif",
        "A piezo disc without electronics of its own. Not a magnetic one (some 40 ohms): it takes"
        " more than a GPIO gives",
        "Disque piézo sans électronique. Pas de modèle magnétique (40 ohms environ) : il tire plus"
        " qu'un GPIO ne donne",
        80,
    ),
    "74hc125": _chip("74HC125, four gates", "74HC125, quatre portes", 60),
    "74ahct125": _chip(
        "74AHCT125, four gates",
        "74AHCT125, quatre portes",
        80,
        "AHCT or HCT, for 5 V: it takes 3.3 V for high. A 74HC125 does not",
        "AHCT ou HCT, en 5 V : 3,3 V y est un niveau haut. Un 74HC125 ne convient pas",
    ),
    "74hc138": _chip("74HC138, one of eight", "74HC138, un parmi huit", 50),
    "74hc595": _chip("74HC595, shift register", "74HC595, registre à décalage", 50),
    "74lvc125": _chip(
        "74LVC125, four gates",
        "74LVC125, quatre portes",
        90,
        _SMD[0].format("LVC125A"),
        _SMD[1].format("LVC125A"),
    ),
    "74lvc244": _chip(
        "74LVC244, eight gates",
        "74LVC244, huit portes",
        110,
        _SMD[0].format("LVC244A"),
        _SMD[1].format("LVC244A"),
    ),
    "sp3485": Entry(
        "SP3485 or MAX3485, RS-485",
        "SP3485 ou MAX3485, RS-485",
        "For 3.3 V, SO or on an adapter board; not MAX485, which is for 5 V. Leave it out where"
        " there is only one board",
        "En 3,3 V, SO ou sur un adaptateur ; pas de MAX485, qui est en 5 V. À omettre s'il n'y a"
        " qu'une carte",
        100,
    ),
    "ams1117": Entry(
        "Regulator 3.3 V, 1 A",
        "Régulateur 3,3 V, 1 A",
        "AMS1117-3.3 or LM1117-3.3 on copper for its heat, or a module of it",
        "AMS1117-3.3 ou LM1117-3.3 sur du cuivre qui refroidit, ou en module",
        40,
    ),
    "fuse": Entry(
        "Fuse, slow, with holder",
        "Fusible temporisé, avec porte-fusible",
        "5x20 mm, slow (T), of the rating given; two spare ones",
        "5x20 mm, temporisé (T), de la valeur donnée ; en prendre deux d'avance",
        150,
    ),
    "tvs": Entry(
        "Clamp SMBJ5.0A",
        "Écrêteur SMBJ5.0A",
        "One way (A, not CA). On a breadboard SA5.0A, the same with wires",
        "Unidirectionnel (A, pas CA). Sur plaque d'essai SA5.0A, le même à fils",
        40,
    ),
    "1n5819": Entry(
        "Schottky diode 1N5819",
        "Diode Schottky 1N5819",
        "1 A; the ring is K",
        "1 A ; l'anneau est K",
        15,
    ),
    "1n4001": Entry(
        "Diode 1N4001",
        "Diode 1N4001",
        "Any of 1N4001 to 1N4007; not a Schottky diode: its 0.7 V are wanted",
        "N'importe laquelle de 1N4001 à 1N4007 ; pas de Schottky : ses 0,7 V servent",
        10,
    ),
    "bat85": Entry(
        "Schottky diode BAT85",
        "Diode Schottky BAT85",
        "BAT85, BAT43 or BAT54; the ring is K",
        "BAT85, BAT43 ou BAT54 ; l'anneau est K",
        12,
    ),
    "resistor": Entry("Resistor", "Résistance", "0.25 W, 5 %", "0,25 W, 5 %", 5),
    "network8": Entry(
        "Resistor network",
        "Réseau de résistances",
        "SIP with nine pins, eight resistors with one common pin, marked by a dot: 9A, not 8B",
        "SIP à neuf broches, huit résistances à broche commune, marquée d'un point",
        30,
    ),
    "cap100n": Entry(
        "Capacitor 100 nF", "Condensateur 100 nF", "Ceramic, X7R", "Céramique, X7R", 6
    ),
    "cap22u": Entry(
        "Capacitor 22 \u00b5F tantalum",
        "Condensateur 22 \u00b5F tantale",
        "10 V or more; the mark is +",
        "10 V ou plus ; le repère est le +",
        40,
    ),
    "cap100u": Entry(
        "Capacitor 100 \u00b5F",
        "Condensateur 100 \u00b5F",
        "Electrolytic, 10 V or more; the stripe is -",
        "Chimique, 10 V ou plus ; la bande est le -",
        12,
    ),
    "cap1000u": Entry(
        "Capacitor 1000 \u00b5F",
        "Condensateur 1000 \u00b5F",
        "Electrolytic, 10 V or more, low ESR; the stripe is -",
        "Chimique, 10 V ou plus, faible ESR ; la bande est le -",
        40,
    ),
    "terminal2": Entry(
        "Screw terminal, 2",
        "Bornier à vis, 2",
        "Pitch 5.08 mm, 10 A",
        "Au pas de 5,08 mm, 10 A",
        50,
    ),
    "terminal3": Entry(
        "Screw terminal, 3",
        "Bornier à vis, 3",
        "Pitch 5.08 mm, 10 A",
        "Au pas de 5,08 mm, 10 A",
        60,
    ),
    "header": Entry(
        "Pin headers, 40 pins",
        "Barrette mâle, 40 broches",
        "Pitch 2.54 mm, to be broken; for all connectors of one row and for jumpers",
        "Au pas de 2,54 mm, sécable ; pour les connecteurs d'un rang et les cavaliers",
        50,
    ),
    "idc12": Entry(
        "Box header 2x6",
        "Embase HE10 2x6",
        "With a notch, so that the plug goes in one way only",
        "À détrompeur, pour que la fiche n'entre que dans un sens",
        45,
    ),
    # what is on no net
    "socket20": Entry(
        "Socket strip, 20 pins",
        "Barrette femelle, 20 broches",
        "Pitch 2.54 mm: the Pico goes into two of them",
        "Au pas de 2,54 mm : le Pico se pose sur deux d'entre elles",
        60,
    ),
    "idc_plug12": Entry(
        "Ribbon plug 2x6",
        "Fiche HE10 2x6 à sertir",
        "For the cable's end at the carrier; at the reader it is soldered",
        "Pour le bout côté carte mère ; côté lecteur, on soude",
        40,
    ),
    "jumper_cap": Entry("Jumper cap", "Cavalier", "Pitch 2.54 mm", "Au pas de 2,54 mm", 5),
    "breadboard": Entry(
        "Breadboard, 830 holes",
        "Plaque d'essai, 830 trous",
        "With rails on both sides; mind that some are cut in the middle",
        "Avec rails des deux côtés ; attention, certains sont coupés au milieu",
        400,
    ),
    "wires": Entry(
        "Set of jumper wires",
        "Lot de fils de liaison",
        "40 with two pins and 20 with a socket at one end, ten colours, 20 cm",
        "40 mâle-mâle et 20 mâle-femelle, dix couleurs, 20 cm",
        310,
    ),
    "perfboard": Entry(
        "Prototype board 160x100 mm",
        "Plaque à trous 160x100 mm",
        "Or a printed board that you lay out from the schematic: there is no layout here",
        "Ou un circuit imprimé à dessiner d'après le schéma : il n'y a pas de tracé ici",
        600,
    ),
    "ribbon": Entry(
        "Ribbon cable, 12 wires",
        "Câble en nappe, 12 fils",
        "Pitch 1.27 mm, AWG 28; coloured, if you can",
        "Au pas de 1,27 mm, AWG 28 ; en couleurs si possible",
        150,
        unit="m",
    ),
    "power_wire": Entry(
        "Wire, red and black",
        "Fil, rouge et noir",
        "Stranded, of the section in the power budget: supply, LEDs",
        "Souple, de la section du bilan de puissance : alimentation, LED",
        60,
        unit="m",
    ),
    "supply": Entry(
        "Power supply 5 V",
        "Alimentation 5 V",
        "Closed, with the CE mark, short-circuit proof; of the current given, or more",
        "Fermée, marquée CE, protégée des courts-circuits ; du courant donné, ou plus",
        0,
    ),
    "antenna": Entry(
        "Antenna board",
        "Carte antenne",
        "3 mm plywood or plastic, 0.6 mm enamelled wire, C0G capacitors as on its template; some"
        " are needed to try",
        "Contreplaqué ou plastique de 3 mm, fil émaillé de 0,6 mm, condensateurs C0G d'après son"
        " gabarit ; en prévoir pour les essais",
        280,
        group="table",
    ),
    "felt": Entry(
        "Felt or speed cloth",
        "Feutre ou tapis de jeu",
        "1 to 3 mm, without a metal or carbon layer; a hand wider than the table all round",
        "1 à 3 mm, sans couche métallique ni carbone ; une main de plus que la table autour",
        1200,
        group="table",
        unit="m2",
    ),
    "board": Entry(
        "Plywood, 10 mm",
        "Contreplaqué, 10 mm",
        "No metal frame or foil; antennas are screwed onto it, under the felt, or let into it",
        "Ni cadre ni feuille de métal ; les antennes se vissent dessus, sous le tapis, ou s'y"
        " encastrent",
        1500,
        group="table",
        unit="m2",
    ),
    "ferrite": Entry(
        "Ferrite sheet for 13.56 MHz",
        "Feuille de ferrite pour 13,56 MHz",
        "Only over metal: under each loop, its size, 0.1 mm or more, permeability 100 or more",
        "Seulement au-dessus de métal : sous chaque antenne, à sa taille, 0,1 mm ou plus,"
        " perméabilité 100 ou plus",
        12000,
        group="option",
        unit="m2",
    ),
    "tag15693": Entry(
        "Tag ICODE SLIX2",
        "Étiquette ICODE SLIX2",
        "ISO 15693, sticker, antenna of 22 mm or less, tuned high (15 to 17 MHz, if the seller"
        " says); from one lot. Order five of each kind first and try them fanned",
        "ISO 15693, autocollante, antenne de 22 mm au plus, accordée haut (15 à 17 MHz, si le"
        " vendeur le dit) ; du même lot. En commander d'abord cinq et les essayer en éventail",
        60,
        group="deck",
    ),
    "tag14443": Entry(
        "Tag NTAG213",
        "Étiquette NTAG213",
        "ISO 14443A, sticker, 22 to 25 mm: MIFARE Classic and NTAG both do",
        "ISO 14443A, autocollante, 22 à 25 mm : MIFARE Classic et NTAG conviennent tous deux",
        25,
        group="deck",
        source=(
            "50 for 8.99 GBP in 2023, alexhedley.com",
            "50 pour 8,99 GBP en 2023, alexhedley.com",
        ),
    ),
    "cards": Entry(
        "Pack of playing cards",
        "Jeu de cartes",
        "54 cards of paper or plastic; the same back for all packs. Or blank cards with a tag"
        " inside (ISO 15693) to print on",
        "54 cartes en papier ou plastique ; même dos pour tous les jeux. Ou des cartes vierges à"
        " puce (ISO 15693) à imprimer",
        400,
        group="deck",
        source=(
            "a deck with tags inside was 93 to 105 GBP in 2023, alexhedley.com",
            "un jeu à puces tout fait coûtait 93 à 105 GBP en 2023, alexhedley.com",
        ),
    ),
}

# Kinds in the wiring that have another name in the catalogue.
SAME: dict[str, str] = {
    f"header{pins}": "header" for pins in (2, 4, 8, 10)
} | {"jumper2": "header", "jumper3": "header", "jumper6": "header"}  # fmt: skip

# Supplies: current in mA, price in EUR cents.
SUPPLIES: tuple[tuple[int, int], ...] = (
    (1000, 600), (2000, 800), (3000, 1000), (4000, 1300), (5000, 1500), (6000, 1700),
    (8000, 2100), (10000, 2500), (20000, 4500),
)  # fmt: skip
