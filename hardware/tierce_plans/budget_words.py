"""The text of a budget in English and French; in the code, sources are cited in English."""

EN: dict[str, str] = {
    "title": "{name}: power, bus and radio",
    "made": "Computed from the table's description by `tierce hardware`. What the marks mean, and "
    "how to check what is not proven, is [at the end](#marks).",
    "power": "What it takes from 5 V",
    "what": "what",
    "count": "number",
    "typical": "typical, mA",
    "most": "at most, mA",
    "mark": "mark",
    "source": "source",
    "all": "all",
    "one_field": "Only one field is on at a time: the schedule sees to that. Consumers of 3.3 V "
    "are given as what they take from the 5 V.",
    "pico": "Pico",
    "pn5180_field": "field of a PN5180",
    "pn5180": "PN5180, awake",
    "mfrc522_field": "field of an MFRC522",
    "mfrc522": "MFRC522, awake",
    "oled": "OLED screen",
    "epaper": "e-paper screen",
    "buzzer": "buzzer",
    "scale": "HX711 with its load cell",
    "rs485": "RS-485 transceiver",
    "gates": "logic chips",
    "bus": "lines of the readers' bus",
    "leds": "LEDs, all white at brightness {bright}",
    "fuse": "Fuse: {fuse} A, the next size above 1.25 times what it takes at most. The supply "
    "gives {supply} A.",
    "blows": "A short, or plus and minus swapped, blows it: for that it wants {blows} A for two "
    "minutes at most [K].",
    "holds": "The fuse is for wires that get warm. It wants {blows} A for up to two minutes [K]: a "
    "short, or plus and minus swapped (D1 conducts then), may not blow it. So the supply must be "
    "short-circuit proof and switch itself off; and polarity is measured before it is connected.",
    "no_fuse": "No fuse does: it takes {most} mA at most, and the supply gives {supply} mA. A "
    "larger supply, fewer LEDs, or less brightness.",
    "usb": "No fuse: it is fed over USB, {supply} mA, and the computer's port switches off by "
    "itself. {rest} mA are left.",
    "usb_over": "Too much for USB: {most} mA at most, and a port gives {supply} mA. Fewer LEDs, "
    "less brightness, or a supply of its own.",
    "room": "LEDs: the supply bears {count} of them at brightness {bright}, or those {has} at "
    "brightness {most}. The firmware dims a strip that would take more than 500 mA; the budget "
    "does not count on it.",
    "wires": "Wires of the supply: {mm2} mm² of copper, up to 1 m, lose less than 150 mV. The "
    "longest reader cable, {cable} mm, loses {mv} mV while its field is on.",
    "three_v3": "3.3 V for the readers and the screen",
    "rail": "{typical} mA typically, {most} mA at most; {from_} gives {limit} mA.",
    "from_regulator": "the carrier's regulator",
    "from_pico": "the Pico's pin 3V3",
    "rail_over": "**That is too much.**",
    "reader_bound": "A PN5180 is reckoned with 40 mA: 20 on PVDD, for which the data sheet has no "
    "maximum, and 20 on VBAT, its maximum with all outputs loaded. Measure yours.",
    "heat": "The regulator turns {watt} W into heat. For 40 °C in the box it may have {limit} K/W "
    "to the air: an AMS1117 in SOT-223 has {good} with copper under its tab, {bad} without.",
    "bus_title": "The readers' bus",
    "figure": "figure",
    "here": "here",
    "clock": "clock, `spi.hz`",
    "miso_pf": "load of a reader's MISO",
    "miso_limit": "{most} pF at this clock",
    "bus_pf": "load of its gate",
    "sck_pf": "load of SCK, fullest segment",
    "sck_all_pf": "load of SCK",
    "pico_pf": "load of the Pico's SCK",
    "rise_ns": "edge of SCK at a reader",
    "round_trip_ns": "from SCK at the Pico to MISO at the Pico",
    "half_bit": "{half} ns, half a bit",
    "limits": "What limits the clock, the slowest first:",
    "limit": "limit",
    "fastest": "fastest",
    "limit_miso": "load of MISO: 20 pF at 7 MHz, and as much more as the clock is slower",
    "limit_round_trip": "a bit there and back in half a bit",
    "limit_clock": "SCK high and low for as long as the reader needs, after its edge",
    "limit_chip": "the reader itself",
    "legal": "At {hz} MHz it is within all limits; it could run {reserve} times as fast.",
    "illegal": "**At {hz} MHz it is out of its limits.** Set `spi.hz` to {most}, use buffers, or "
    "shorter cables.",
    "facts": "Figures that this was computed from:",
    "mfrc522_note": "Of an MFRC522's MISO no such figures were found: it is taken as a PN5180's "
    "[HW].",
    "radio": "How long it takes to read the table",
    "radio_text": "All zones once, in ms. `air` is the limit of the radio: with the field "
    "settled, nobody can be faster. `modelled` is what the drivers need if the program itself "
    "takes no time, which the modelled table confirms; `estimated` adds {us} µs of MicroPython "
    "for each transfer [HW].",
    "state": "table",
    "cards": "cards",
    "settle": "settle",
    "air": "air",
    "spi": "bus",
    "modelled": "modelled",
    "estimated": "estimated",
    "state_empty": "empty",
    "state_typical": "in play",
    "state_full": "full",
    "state_count": "hands are counted",
    "seen_text": "How soon a zone is read again, in ms, by how urgent it is. The program wishes "
    "60, 250 and 1000 ms from one scan to the next. Where there is more to do than time, all wait "
    "the same multiple. `estimated` also counts the strip, which takes up to {part} % of the "
    "program's time while its lights move [K].",
    "urgency": "urgency",
    "zones": "zones",
    "wished": "wished",
    "hot": "something may happen now",
    "warm": "soon",
    "cold": "hardly",
    "believed": "A card is believed after two scans; the second is wished 15 ms after the first. "
    "In play, from being laid to being believed: {modelled} ms in the middle and {modelled_most} "
    "at most by the drivers, {estimated} and {estimated_most} as estimated (400 cards, drawn by "
    "lot, on the schedule).",
    "cards_text": "In play: four cards on two melds of three, three on the discard. Full: "
    "thirteen on each meld. Counted: thirteen on each seat.",
    "marks": "Marks",
    "mark_V": "[V] read in the source that is named",
    "mark_C": "[C] computed from such figures",
    "mark_K": "[K] known, but not looked up",
    "mark_HW": "[HW] to be measured",
    "checks": "How to check it on the bench:",
    "check_power": "5 V: a USB meter, or an ammeter in the supply's wire. With the table empty "
    "and dark it shows {idle} mA or less; with a zone lit and its field on, {field} mA or less.",
    "check_three": "3.3 V: the same in the wire of {from_}: less than {most} mA. After ten "
    "minutes of play, hold a finger to what makes the 3.3 V: too hot to touch is too hot.",
    "check_bus": "Bus: `tierce doctor` writes bytes to each reader and counts those that come "
    "back changed; none may. Raise `spi.hz` until some do: a quarter less is your limit. With a "
    "scope at the Pico's MISO and at the farthest reader's SCK: edges within half a bit, no "
    "ringing through a third of the voltage.",
    "check_time": "Software: in a match, lay cards as in play and leave them alone. In a serial "
    "terminal (`python -m serial.tools.miniterm /dev/ttyACM0`) type "
    "`{{\"cmd\":\"get\",\"what\":\"health\"}}` twice, a minute apart: `scans` has grown by "
    "{scans}, if all is as estimated; by {scans_most}, if the program took no time.",
    "rail_near": "That is close. If yours take more than {alarm} mA, give the readers a 3.3 V "
    "regulator of their own.",
}

FR: dict[str, str] = {
    "title": "{name} : courant, bus et radio",
    "made": "Calculé à partir de la description de la table par `tierce hardware`. Ce que veulent "
    "dire les marques, et comment vérifier ce qui n'est pas prouvé : [à la fin](#marques).",
    "power": "Ce qu'elle prend au 5 V",
    "what": "quoi",
    "count": "nombre",
    "typical": "d'ordinaire, mA",
    "most": "au plus, mA",
    "mark": "marque",
    "source": "source",
    "all": "tout",
    "one_field": "Un seul champ est allumé à la fois : le programme y veille. Ce qui marche en "
    "3,3 V est compté pour ce qu'il prend au 5 V.",
    "pico": "Pico",
    "pn5180_field": "champ d'un PN5180",
    "pn5180": "PN5180 en éveil",
    "mfrc522_field": "champ d'un MFRC522",
    "mfrc522": "MFRC522 en éveil",
    "oled": "écran OLED",
    "epaper": "écran e-paper",
    "buzzer": "avertisseur",
    "scale": "HX711 et son capteur de poids",
    "rs485": "émetteur-récepteur RS-485",
    "gates": "circuits logiques",
    "bus": "lignes du bus des lecteurs",
    "leds": "LED, toutes blanches à la luminosité {bright}",
    "fuse": "Fusible : {fuse} A, le premier calibre au-dessus de 1,25 fois le maximum. "
    "L'alimentation donne {supply} A.",
    "blows": "Un court-circuit, ou plus et moins inversés, le fait fondre : il lui faut {blows} A "
    "pendant deux minutes au plus [K].",
    "holds": "Le fusible protège des fils qui chauffent. Il lui faut {blows} A pendant deux minutes"
    " au plus [K] : un court-circuit, ou plus et moins inversés (D1 conduit alors), peut ne pas le "
    "fondre. L'alimentation doit donc être protégée des courts-circuits et couper d'elle-même ; et "
    "l'on mesure la polarité avant de la brancher.",
    "no_fuse": "Aucun fusible ne va : la table prend jusqu'à {most} mA, l'alimentation en donne "
    "{supply}. Il faut une alimentation plus forte, moins de LED, ou moins de lumière.",
    "usb": "Pas de fusible : elle est alimentée par USB, {supply} mA, et le port de l'ordinateur "
    "se coupe tout seul. Il reste {rest} mA.",
    "usb_over": "Trop pour l'USB : jusqu'à {most} mA, alors qu'un port en donne {supply}. Moins "
    "de LED, moins de lumière, ou une alimentation à part.",
    "room": "LED : l'alimentation en porte {count} à la luminosité {bright}, ou les {has} qu'il y "
    "a à la luminosité {most}. Le programme baisse de lui-même un ruban qui prendrait plus de 500 "
    "mA ; le bilan ne compte pas là-dessus.",
    "wires": "Fils d'alimentation : {mm2} mm² de cuivre, 1 m au plus, perdent moins de 150 mV. Le "
    "plus long câble de lecteur, {cable} mm, perd {mv} mV quand son champ est allumé.",
    "three_v3": "Le 3,3 V des lecteurs et de l'écran",
    "rail": "{typical} mA d'ordinaire, {most} mA au plus ; {from_} en donne {limit}.",
    "from_regulator": "le régulateur de la carte mère",
    "from_pico": "la broche 3V3 du Pico",
    "rail_over": "**C'est trop.**",
    "reader_bound": "Un PN5180 est compté pour 40 mA : 20 sur PVDD, dont la fiche ne donne pas de "
    "maximum, et 20 sur VBAT, son maximum avec toutes ses sorties chargées. Mesurez les vôtres.",
    "heat": "Le régulateur chauffe de {watt} W. Pour 40 °C dans le coffret, il lui faut {limit} "
    "K/W au plus vers l'air : un AMS1117 en SOT-223 en a {good} avec du cuivre sous sa languette, "
    "{bad} sans.",
    "bus_title": "Le bus des lecteurs",
    "figure": "grandeur",
    "here": "ici",
    "clock": "horloge, `spi.hz`",
    "miso_pf": "charge du MISO d'un lecteur",
    "miso_limit": "{most} pF à cette horloge",
    "bus_pf": "charge de sa porte",
    "sck_pf": "charge de SCK, segment le plus garni",
    "sck_all_pf": "charge de SCK",
    "pico_pf": "charge du SCK du Pico",
    "rise_ns": "front de SCK au lecteur",
    "round_trip_ns": "de SCK au Pico jusqu'à MISO au Pico",
    "half_bit": "{half} ns, un demi-bit",
    "limits": "Ce qui limite l'horloge, le plus lent d'abord :",
    "limit": "limite",
    "fastest": "au plus",
    "limit_miso": "charge de MISO : 20 pF à 7 MHz, et d'autant plus que l'horloge est lente",
    "limit_round_trip": "un bit aller et retour en un demi-bit",
    "limit_clock": "SCK haut, puis bas, aussi longtemps que le lecteur le veut, front compris",
    "limit_chip": "le lecteur lui-même",
    "legal": "À {hz} MHz, toutes les limites sont tenues ; il pourrait aller {reserve} fois plus "
    "vite.",
    "illegal": "**À {hz} MHz, les limites sont dépassées.** Mettez `spi.hz` à {most}, des portes, "
    "ou des câbles plus courts.",
    "facts": "Les chiffres de départ :",
    "mfrc522_note": "Du MISO d'un MFRC522, de tels chiffres n'ont pas été trouvés : il est pris "
    "pour celui d'un PN5180 [HW].",
    "radio": "Le temps de lire la table",
    "radio_text": "Toutes les zones une fois, en ms. `air` est la limite de la radio : le champ "
    "une fois établi, personne n'ira plus vite. `modèle` est ce qu'il faut aux pilotes si le "
    "programme lui-même ne prend aucun temps, ce que la table simulée confirme ; `estimé` ajoute "
    "{us} µs de MicroPython par échange [HW].",
    "state": "table",
    "cards": "cartes",
    "settle": "champ",
    "air": "air",
    "spi": "bus",
    "modelled": "modèle",
    "estimated": "estimé",
    "state_empty": "vide",
    "state_typical": "en jeu",
    "state_full": "pleine",
    "state_count": "on compte les mains",
    "seen_text": "Au bout de combien de temps une zone est relue, en ms, selon l'urgence. Le "
    "programme voudrait 60, 250 et 1000 ms d'une lecture à la suivante. Quand il y a plus à faire "
    "que de temps, toutes attendent dans la même proportion. `estimé` compte aussi le ruban, qui "
    "prend jusqu'à {part} % du temps du programme quand ses lumières bougent [K].",
    "urgency": "urgence",
    "zones": "zones",
    "wished": "voulu",
    "hot": "il peut s'y passer quelque chose",
    "warm": "bientôt",
    "cold": "guère",
    "believed": "Une carte est admise après deux lectures ; la seconde est voulue 15 ms après "
    "la première. En jeu, de la carte posée à la carte admise : {modelled} ms en médiane et "
    "{modelled_most} au plus d'après les pilotes, {estimated} et {estimated_most} d'après "
    "l'estimation (400 cartes tirées au sort, sur l'horaire du programme).",
    "cards_text": "En jeu : quatre cartes sur deux combinaisons sur trois, trois sur la défausse. "
    "Pleine : treize sur chaque combinaison. Au décompte : treize devant chaque joueur.",
    "marks": "Marques",
    "mark_V": "[V] lu dans la source nommée",
    "mark_C": "[C] calculé à partir de tels chiffres",
    "mark_K": "[K] connu, mais pas vérifié",
    "mark_HW": "[HW] à mesurer",
    "checks": "Comment le vérifier sur l'établi :",
    "check_power": "5 V : un testeur USB, ou un ampèremètre dans le fil de l'alimentation. Table "
    "vide et éteinte, il montre {idle} mA ou moins ; une zone éclairée et son champ allumé, "
    "{field} mA ou moins.",
    "check_three": "3,3 V : de même, dans le fil qui vient de là ({from_}) : moins de {most} mA. "
    "Après dix minutes de jeu, posez un doigt sur ce qui fait le 3,3 V : si l'on ne peut l'y "
    "laisser, c'est trop chaud.",
    "check_bus": "Bus : `tierce doctor` écrit des octets dans chaque lecteur et compte ceux qui "
    "reviennent changés ; il n'en faut aucun. Montez `spi.hz` jusqu'à en voir : votre limite est "
    "un quart plus bas. À l'oscilloscope, sur le MISO du Pico et le SCK du lecteur le plus loin : "
    "des fronts de moins d'un demi-bit, sans rebond d'un tiers de la tension.",
    "check_time": "Programme : dans une partie, posez des cartes comme en jeu et n'y touchez plus. "
    "Dans un terminal série (`python -m serial.tools.miniterm /dev/ttyACM0`), tapez "
    "`{{\"cmd\":\"get\",\"what\":\"health\"}}` deux fois, à une minute d'écart : `scans` a "
    "augmenté de {scans} si tout va comme estimé, de {scans_most} si le programme ne prenait aucun "
    "temps.",
    "rail_near": "C'est juste. Si les vôtres prennent plus de {alarm} mA, donnez aux lecteurs un "
    "régulateur 3,3 V à eux.",
}

# Names of the facts of `electrical`, with their units.
FACTS_EN: dict[str, str] = {
    "pn5180_hz": "PN5180: clock, Hz",
    "pn5180_miso_pf": "PN5180: load of MISO, pF",
    "pn5180_input_pf": "PN5180: an input, pF",
    "pn5180_output_ohm": "PN5180: MISO's resistance, ohm",
    "pn5180_valid_ns": "PN5180: MISO after SCK, ns",
    "pn5180_setup_ns": "PN5180: MOSI before SCK, ns",
    "pn5180_half_ns": "PN5180: SCK high or low, ns",
    "mfrc522_hz": "MFRC522: clock, Hz",
    "mfrc522_half_ns": "MFRC522: SCK high or low, ns",
    "off_pf": "a MISO that is off, pF",
    "module_pf": "a reader's board, pF",
    "pico_input_pf": "Pico: an input, pF",
    "pico_output_ohm": "Pico: an output's resistance, ohm",
    "pico_setup_ns": "Pico: MISO before its clock, ns",
    "gate_input_pf": "a gate: input, pF",
    "gate_off_pf": "a gate: output that is off, pF",
    "hc125_ns": "74HC125: delay, ns",
    "hc125_ohm": "74HC125: resistance, ohm",
    "lvc125_ns": "74LVC125: delay, ns",
    "lvc244_ns": "74LVC244: delay, ns",
    "lvc_ohm": "74LVC: resistance, ohm",
    "series_ohm": "series resistor, ohm",
    "cable_pf_m": "cable, pF per m",
    "cable_ns_m": "cable, ns per m",
    "board_pf": "carrier or breadboard, pF",
}

FACTS_FR: dict[str, str] = {
    "pn5180_hz": "PN5180 : horloge, Hz",
    "pn5180_miso_pf": "PN5180 : charge de MISO, pF",
    "pn5180_input_pf": "PN5180 : une entrée, pF",
    "pn5180_output_ohm": "PN5180 : résistance de MISO, ohm",
    "pn5180_valid_ns": "PN5180 : MISO après SCK, ns",
    "pn5180_setup_ns": "PN5180 : MOSI avant SCK, ns",
    "pn5180_half_ns": "PN5180 : SCK haut ou bas, ns",
    "mfrc522_hz": "MFRC522 : horloge, Hz",
    "mfrc522_half_ns": "MFRC522 : SCK haut ou bas, ns",
    "off_pf": "un MISO éteint, pF",
    "module_pf": "la carte d'un lecteur, pF",
    "pico_input_pf": "Pico : une entrée, pF",
    "pico_output_ohm": "Pico : résistance d'une sortie, ohm",
    "pico_setup_ns": "Pico : MISO avant son horloge, ns",
    "gate_input_pf": "une porte : entrée, pF",
    "gate_off_pf": "une porte : sortie éteinte, pF",
    "hc125_ns": "74HC125 : retard, ns",
    "hc125_ohm": "74HC125 : résistance, ohm",
    "lvc125_ns": "74LVC125 : retard, ns",
    "lvc244_ns": "74LVC244 : retard, ns",
    "lvc_ohm": "74LVC : résistance, ohm",
    "series_ohm": "résistance en série, ohm",
    "cable_pf_m": "câble, pF par m",
    "cable_ns_m": "câble, ns par m",
    "board_pf": "carte mère ou plaque d'essai, pF",
}

# Sources as the code names them
SOURCES_FR: dict[str, str] = {
    "PN5180 data sheet rev. 4.0, section 11.4.1": "fiche du PN5180, rév. 4.0, § 11.4.1",
    "PN5180 data sheet rev. 4.0, table 124": "fiche du PN5180, rév. 4.0, tableau 124",
    "PN5180 data sheet rev. 4.0, table 128": "fiche du PN5180, rév. 4.0, tableau 128",
    "PN5180 data sheet rev. 4.0, table 135": "fiche du PN5180, rév. 4.0, tableau 135",
    "PN5180 data sheet rev. 4.0, table 136: the load that it drives":
        "fiche du PN5180, rév. 4.0, tableau 136 : la charge qu'il mène",
    "0.4 V at 3 mA: PN5180 data sheet rev. 4.0, table 136":
        "0,4 V à 3 mA : fiche du PN5180, rév. 4.0, tableau 136",
    "PN5180 data sheet rev. 4.0, table 137": "fiche du PN5180, rév. 4.0, tableau 137",
    "PN5180 data sheet rev. 4.0, table 137: SCK low to data out":
        "fiche du PN5180, rév. 4.0, tableau 137 : de SCK bas à la donnée",
    "PN5180 data sheet rev. 4.0, table 137: SCK high, and SCK low":
        "fiche du PN5180, rév. 4.0, tableau 137 : SCK haut, et SCK bas",
    "MFRC522 data sheet": "fiche du MFRC522",
    "MFRC522 data sheet, table 1": "fiche du MFRC522, tableau 1",
    "a MISO that is switched off, as an input of the same chip":
        "un MISO éteint, comme une entrée de la même puce",
    "traces and header of a reader's board": "pistes et connecteur de la carte d'un lecteur",
    "a pin of the RP2040 with the Pico's trace and socket":
        "une broche du RP2040, avec la piste et le support du Pico",
    "RP2040 data sheet: 0.5 V at 4 mA, as MicroPython sets it":
        "fiche du RP2040 : 0,5 V à 4 mA, comme le règle MicroPython",
    "RP2040: two clocks of its input synchroniser, and some":
        "RP2040 : deux tops de son synchroniseur d'entrée, et un peu plus",
    "74HC125, 74LVC125, 74LVC244, 74HC595: 3.5 to 4 pF":
        "74HC125, 74LVC125, 74LVC244, 74HC595 : 3,5 à 4 pF",
    "an output of a 74xx125 that is switched off": "une sortie éteinte d'un 74xx125",
    "74HC125: 125 ns at 2 V, 25 ns at 4.5 V, over 1/V":
        "74HC125 : 125 ns à 2 V, 25 ns à 4,5 V, selon 1/V",
    "74HC125 at 3.3 V": "74HC125 sous 3,3 V",
    "74LVC125 data sheet, 3.0 to 3.6 V": "fiche du 74LVC125, de 3,0 à 3,6 V",
    "74LVC244 data sheet, 3.0 to 3.6 V": "fiche du 74LVC244, de 3,0 à 3,6 V",
    "0.55 V at 24 mA, 74LVC244 data sheet": "0,55 V à 24 mA, fiche du 74LVC244",
    "resistor in each line of a segment, on the carrier":
        "résistance dans chaque ligne d'un segment, sur la carte mère",
    "flat cable of 1.27 mm, neighbours at rest: 45 to 66 pF/m":
        "nappe au pas de 1,27 mm, voisins au repos : 45 à 66 pF/m",
    "flat cable: 1.5 ns a foot": "nappe : 1,5 ns par pied",
    "traces of the carrier, or rows of a breadboard, of one line":
        "pistes de la carte mère, ou rangées d'une plaque d'essai, pour une ligne",
    "Pico data sheet: 93 in its demo with everything":
        "fiche du Pico : 93 dans sa démonstration où tout marche",
    "MFRC522 data sheet, table 1, and a light": "fiche du MFRC522, tableau 1, et un témoin",
    "SSD1306 measured by hsel.co.uk: to text, to all lit":
        "SSD1306 mesuré par hsel.co.uk : pour du texte, pour tout allumé",
    "Waveshare: 26.4 mW in a refresh; its peaks":
        "Waveshare : 26,4 mW pendant un affichage ; ses pointes",
    "silent; a piezo disc on a pin": "muet ; un disque piézo sur une broche",
    "HX711, and a load cell of 1 kohm": "HX711, et un capteur de 1 kohm",
    "SP3485, which only listens": "SP3485, qui ne fait qu'écouter",
    "74HC and 74LVC at rest": "74HC et 74LVC au repos",
    "capacitance × voltage × clock": "capacité × tension × horloge",
    "usual figure; pjrc.com measured 11 and 17 on two kinds, full on":
        "chiffre d'usage ; pjrc.com en mesure 11 et 17 sur deux sortes, à fond",
}
