"""Words of `tierce hardware`, and of errors in a table's description."""

EN = {
    # errors
    "no_table": "there is no table {} and no such file; the tables are {}, or name a file as "
    "./config.json",
    "unreadable": "{} cannot be read: {}; what is wanted is a table's description, a config.json",
    "too_long": "{} is longer than {} bytes: no table's description is",
    "no_json": "{}: not JSON: look at line {}, column {}",
    "no_utf8": "{}: not UTF-8: look at line {}; save the file as UTF-8",
    "key_twice": "{}: {} is there twice in one object: take one away",
    "wrong": "{}: {}",
    "schema_alone": "--schema prints the schema and does nothing else: give it alone",
    "which": "which table? tierce hardware alone lists them",
    "check_alone": "--check writes nothing: it does not go with --out, --force or --uf2",
    "no_folder": "{} is no folder: name another one with --out",
    "special_there": "{} is no plain file: move it away, or name another folder with --out",
    "folder_there": "{} is a folder; a file goes there: move it away, or name another folder with "
    "--out",
    "foreign": "{} has files with names of ours that may be yours: {}; name another folder with "
    "--out, or write over them with --force",
    "unwritable": "cannot write to {}: {}; name another folder with --out",
    "wokwi_chip": "{}: an image for the {}; Wokwi needs MicroPython for the Pico (RP2040)",
    # errors in a table, printed after the entry's name
    "no_zones": "a table to build has one zone at least",
    "beyond_board": "a board has outputs for {0} readers, 0 to 23: more are for modelled tables; "
    "for more zones see hardware/SCALING.md",
    "not_on_edge": "GPIO {} is not on a Pico's edge; there are 0 to 22 and 26 to 28",
    "carrier_pin": "the carrier board has GPIO {1} there, not {0}; give {1}, or build on "
    "breadboards",
    "carrier_by": "the carrier board selects its readers by hc138",
    "carrier_needs": "is missing; the carrier board has it on GPIO {}",
    "carrier_screen": "the carrier board takes an e-paper only",
    "carrier_seat": "the carrier board has no button for seat {}; leave it out, or build on "
    "breadboards",
    "carrier_safe": "on the carrier board GPIO {} is no button's; it may be {}",
    "spi_chip": "{0} Hz is more than the reader's chip allows; {1} at most",
    "spi_miso": "{0} Hz is too fast for {4} pF on MISO ({2} readers, {3} mm of cable): {1} at "
    "most; lower it, shorten the cables, or set build.buffers",
    "spi_miso_full": "{0} Hz is too fast for {4} pF on MISO (readers: {2}, {3} mm of cable): {1} "
    "at most; lower it, or shorten the cables",
    "spi_round_trip": "{0} Hz is too fast for {2} readers on {3} mm of cable: a bit comes back too "
    "late; {1} at most: lower it, or shorten the cables",
    "spi_clock": "{0} Hz is too fast for {2} readers on {3} mm of cable: SCK rises too slowly; {1} "
    "at most: lower it, or shorten the cables",
    "spi_never": "{1} mm to each of {0} readers, {2} pF on MISO, is out of specification at any "
    "clock: shorten the cables, or set build.buffers",
    "spi_never_full": "{1} mm to a reader (there are {0}), {2} pF on MISO, is out of specification "
    "at any clock: shorten the cables",
    "field_latch": "is missing: without reset lines a reader can keep its field on beside "
    "another's while the Pico restarts; give the GPIO of the 74HC595s' latch",
    "field_reset": "is missing: the reader of {} can keep its field on beside another's while the "
    "Pico restarts; give it a GPIO for its RST",
    "off_felt": "{} reaches beyond the felt of {} x {} mm: move it, or make build.felt larger",
    "overlap": "{} lies on {}: a card there would be in two fields; move one of them",
    "loop_large": "the loop of {} reaches beyond its zone: cards beside it are read, too",
    "no_card": "not one card's tag gets into the loop of {}: make it larger",
    "loops_overlap": "the loops of {0} and {1} lie on each other: whichever is on, both fields "
    "are; keep {3} mm between them",
    "loops_near": "the loops of {} and {} are {} mm apart; {} mm, half a loop's width, keeps one "
    "from weakening the other",
    "leds_supply": "{} LEDs at bright {} make it {} mA at most, too much for a supply of {} mA: at "
    "most {} LEDs, or leds.bright at most {}",
    "leds_many": "{} LEDs at bright {} make it {} mA at most, too much for a supply of {} mA even "
    "if they are dim: at most {} LEDs, or a larger supply",
    "usb_small": "all at once takes {} mA at most; USB gives {}: take a supply of {} mA",
    "supply_small": "all at once takes {} mA at most, too much for a supply of {} mA and its fuse: "
    "take one of {} mA",
    "three_v3_pico": "they take {} mA at 3.3 V at most; a Pico gives {}: fewer readers, or the "
    "carrier board",
    "three_v3_carrier": "they take {} mA at 3.3 V at most; the carrier's regulator gives {}: fewer "
    "readers",
    "tag_large": "a tag of {} x {} mm is larger than a card of {} x {} mm",
    "pitch_small": "cards {} mm apart: their tags of {} mm lie on each other and detune; spread "
    "them more, or take smaller tags",
    "two_kinds": "pn5180 and mfrc522 read different tags: no card is read in all zones",
    # the tables
    "line": "{}: {}",
    "error": "error",
    "look": "look",
    "refused_1": "{}: 1 error; nothing is written.",
    "refused": "{}: {} errors; nothing is written.",
    "sound": "{}: in order.",
    "written": "Written to {}: {} files",
    "twins": "and what is in words in French too, as pins.fr.md",
    "old": "Of an earlier run, not of this table: {}",
    "column_table": "table",
    "column_zones": "zones",
    "column_seats": "seats",
    "column_readers": "readers",
    "column_screen": "screen",
    "column_on": "built on",
    "column_supply": "5 V supply",
    "screen_oled": "OLED",
    "screen_epaper": "e-paper",
    "screen_None": "none",
    "on_breadboard": "breadboards",
    "on_carrier": "carrier board",
    "ma": "{} mA",
    "point": ".",
    "none": "none",
    # figures
    "figure_zones": "Zones",
    "figure_gpios": "GPIOs",
    "figure_supply": "At 5 V",
    "figure_three_v3": "At 3.3 V",
    "figure_spi": "Readers' SPI",
    "figure_scan": "All zones read, estimated",
    "figure_parts": "Parts",
    "gpios": "{} used; free: {}",
    "fuse": "{} mA typically, {} mA at most, of {} mA; fuse {} mA",
    "usb": "{} mA typically, {} mA at most, of {} mA by USB; no fuse",
    "three_v3": "{} mA at most, of {} mA",
    "spi": "{} MHz, of {} MHz that the cables allow",
    "scan_empty": "{} ms empty",
    "scan_typical": "{} ms in play",
    "scan_full": "{} ms full",
    "scan_count": "{} ms at the count",
    "parts": "some {} EUR",
    "parts_deck": "some {} EUR, and {} EUR for the deck with its tags",
}
FR = {
    "no_table": "il n'y a ni table {} ni fichier de ce nom ; les tables sont {}, ou nommez un "
    "fichier comme ./config.json",
    "unreadable": "{} est illisible : {} ; il faut la description d'une table, un config.json",
    "too_long": "{} dépasse {} octets : aucune description de table n'est si longue",
    "no_json": "{} : pas du JSON : voyez la ligne {}, colonne {}",
    "no_utf8": "{} : pas de l'UTF-8 : voyez la ligne {} ; enregistrez le fichier en UTF-8",
    "key_twice": "{} : {} figure deux fois dans un même objet : enlevez l'un des deux",
    "wrong": "{} : {}",
    "schema_alone": "--schema imprime le schéma et rien d'autre : donnez-le seul",
    "which": "quelle table ? tierce hardware, seul, en donne la liste",
    "check_alone": "--check n'écrit rien : il ne va pas avec --out, --force ni --uf2",
    "no_folder": "{} n'est pas un dossier : nommez-en un autre avec --out",
    "special_there": "{} n'est pas un fichier ordinaire : déplacez-le, ou nommez un autre dossier "
    "avec --out",
    "folder_there": "{} est un dossier, à la place d'un fichier : déplacez-le, ou nommez un autre "
    "dossier avec --out",
    "foreign": "{} contient des fichiers qui portent nos noms et sont peut-être à vous : {} ; "
    "nommez un autre dossier avec --out, ou remplacez-les avec --force",
    "unwritable": "impossible d'écrire dans {} : {} ; nommez un autre dossier avec --out",
    "wokwi_chip": "{} : une image pour le {} ; Wokwi demande MicroPython pour le Pico (RP2040)",
    "no_zones": "une table à construire a au moins une zone",
    "beyond_board": "une carte a des sorties pour {0} lecteurs, de 0 à 23 : davantage, c'est pour "
    "les tables modélisées ; pour plus de zones voir hardware/SCALING.md",
    "not_on_edge": "le GPIO {} n'arrive pas au bord d'un Pico ; il y a 0 à 22 et 26 à 28",
    "carrier_pin": "la carte mère a ici le GPIO {1}, pas {0} ; mettez {1}, ou construisez sur "
    "plaques d'essai",
    "carrier_by": "la carte mère choisit ses lecteurs par hc138",
    "carrier_needs": "manque ; la carte mère l'a sur le GPIO {}",
    "carrier_screen": "la carte mère ne prend qu'un écran e-paper",
    "carrier_seat": "la carte mère n'a pas de bouton pour la place {} ; retirez-le, ou construisez "
    "sur plaques d'essai",
    "carrier_safe": "sur la carte mère, le GPIO {} n'est à aucun bouton ; valeurs possibles : "
    "{}",
    "spi_chip": "{0} Hz dépassent ce que permet la puce du lecteur ; {1} au plus",
    "spi_miso": "{0} Hz, c'est trop vite pour {4} pF sur MISO ({2} lecteurs, {3} mm de câble) : "
    "{1} au plus ; baissez, raccourcissez les câbles, ou mettez build.buffers",
    "spi_miso_full": "{0} Hz, c'est trop vite pour {4} pF sur MISO (lecteurs : {2}, {3} mm de "
    "câble) : {1} au plus ; baissez, ou raccourcissez les câbles",
    "spi_round_trip": "{0} Hz, c'est trop vite pour {2} lecteurs au bout de {3} mm de câble : un "
    "bit revient trop tard ; {1} au plus : baissez, ou raccourcissez les câbles",
    "spi_clock": "{0} Hz, c'est trop vite pour {2} lecteurs au bout de {3} mm de câble : SCK monte "
    "trop lentement ; {1} au plus : baissez, ou raccourcissez les câbles",
    "spi_never": "{1} mm vers chacun des {0} lecteurs, {2} pF sur MISO : hors spécification à "
    "toute horloge ; raccourcissez les câbles, ou mettez build.buffers",
    "spi_never_full": "{1} mm vers un lecteur (il y en a {0}), {2} pF sur MISO : hors "
    "spécification à toute horloge ; raccourcissez les câbles",
    "field_latch": "manque : sans lignes de remise à zéro, un lecteur peut garder son champ allumé "
    "à côté d'un autre pendant que le Pico redémarre ; donnez le GPIO du latch des 74HC595",
    "field_reset": "manque : le lecteur de {} peut garder son champ allumé à côté d'un autre "
    "pendant que le Pico redémarre ; donnez un GPIO à son RST",
    "off_felt": "{} déborde du tapis de {} x {} mm : déplacez-la, ou agrandissez build.felt",
    "overlap": "{} empiète sur {} : une carte y serait dans deux champs ; déplacez l'une des deux",
    "loop_large": "l'antenne de {} déborde de sa zone : elle lit aussi les cartes d'à côté",
    "no_card": "aucune étiquette de carte ne tient dans l'antenne de {} : agrandissez-la",
    "loops_overlap": "les antennes de {0} et {1} se recouvrent : dès que l'une est allumée, les "
    "deux champs y sont ; laissez {3} mm entre elles",
    "loops_near": "les antennes de {} et {} sont à {} mm ; avec {} mm, une demi-largeur d'antenne, "
    "l'une n'affaiblit plus l'autre",
    "leds_supply": "{} LED à bright {} font {} mA au plus, trop pour une alimentation de {} mA : "
    "au plus {} LED, ou leds.bright au plus {}",
    "leds_many": "{} LED à bright {} font {} mA au plus, trop pour une alimentation de {} mA même "
    "si elles sont faibles : au plus {} LED, ou une alimentation plus forte",
    "usb_small": "tout à la fois prend {} mA au plus ; l'USB en donne {} : il faut une "
    "alimentation de {} mA",
    "supply_small": "tout à la fois prend {} mA au plus, trop pour une alimentation de {} mA et "
    "son fusible : il en faut une de {} mA",
    "three_v3_pico": "elles prennent {} mA en 3,3 V au plus ; un Pico en donne {} : moins de "
    "lecteurs, ou la carte mère",
    "three_v3_carrier": "elles prennent {} mA en 3,3 V au plus ; le régulateur de la carte mère "
    "en donne {} : moins de lecteurs",
    "tag_large": "une étiquette de {} x {} mm dépasse une carte de {} x {} mm",
    "pitch_small": "des cartes à {} mm l'une de l'autre : leurs étiquettes de {} mm se recouvrent "
    "et se désaccordent ; écartez-les, ou prenez de plus petites étiquettes",
    "two_kinds": "pn5180 et mfrc522 lisent des étiquettes différentes : aucune carte n'est lue "
    "dans toutes les zones",
    "line": "{} : {}",
    "error": "erreur",
    "look": "à voir",
    "refused_1": "{} : 1 erreur ; rien n'est écrit.",
    "refused": "{} : {} erreurs ; rien n'est écrit.",
    "sound": "{} : tout est bon.",
    "written": "Écrit dans {} : {} fichiers",
    "twins": "et ce qui est en mots en anglais aussi, comme pins.md",
    "old": "D'un passage précédent, pas de cette table : {}",
    "column_table": "table",
    "column_zones": "zones",
    "column_seats": "places",
    "column_readers": "lecteurs",
    "column_screen": "écran",
    "column_on": "montage",
    "column_supply": "alim. 5 V",
    "screen_oled": "OLED",
    "screen_epaper": "e-paper",
    "screen_None": "aucun",
    "on_breadboard": "plaques d'essai",
    "on_carrier": "carte mère",
    "ma": "{} mA",
    "point": ",",
    "none": "aucun",
    "figure_zones": "Zones",
    "figure_gpios": "GPIO",
    "figure_supply": "En 5 V",
    "figure_three_v3": "En 3,3 V",
    "figure_spi": "SPI des lecteurs",
    "figure_scan": "Lire toutes les zones, estimé",
    "figure_parts": "Pièces",
    "gpios": "{} utilisés ; libres : {}",
    "fuse": "{} mA d'ordinaire, {} mA au plus, sur {} mA ; fusible {} mA",
    "usb": "{} mA d'ordinaire, {} mA au plus, sur {} mA par l'USB ; pas de fusible",
    "three_v3": "{} mA au plus, sur {} mA",
    "spi": "{} MHz, sur {} MHz que permettent les câbles",
    "scan_empty": "{} ms vide",
    "scan_typical": "{} ms en jeu",
    "scan_full": "{} ms pleine",
    "scan_count": "{} ms au décompte",
    "parts": "environ {} EUR",
    "parts_deck": "environ {} EUR, et {} EUR pour le jeu de cartes et ses étiquettes",
}
