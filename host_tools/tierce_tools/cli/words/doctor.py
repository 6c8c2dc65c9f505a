"""Words of `tierce doctor`: what is examined, what was found, what to do.

Prefixes: `what_` names what a finding is about, `found_` states its value, `do_` is the advice,
`next_` the step in progress, `ask_` a question to the person.
"""

EN = {
    "no_zone": "this table has no zone {}; it has {}",
    "modelled_only": "--config and --fault are of the modelled table: add --port modelled; a real "
    "board gets its config.json by tierce deploy --config FILE",
    "no_fault": "there is no fault {}; there are {}",
    "fault_lacks": "fault {}: this table has none of what it befalls ({})",
    "fault_places": "fault {} is of {} place(s), not of {}: as antennas=meld1,meld2",
    "fault_where": "fault {}: not at {}; it may be at {}",
    # the table
    "title": "Examination of the table “{}”",
    "title_modelled": "Examination of a modelled table",
    "column_what": "what",
    "column_where": "where",
    "column_found": "found",
    "column_verdict": "verdict",
    "all_zones": "all zones",
    "all_buttons": "all buttons",
    "ok": "ok",
    "look": "look",
    "bad": "bad",
    "not examined": "not examined",
    "to_do": "What to do",
    "head": "{}: ",
    "decimal": ".",
    "summary": "{bad} bad, {look} to look at, {ok} in order, {unexamined} not examined.",
    "well": "All that was examined is in order ({ok}); not examined: {unexamined}.",
    # progress
    "next_play": "Asking the table's program",
    "next_program": "Stopping the table's program, looking at the board",
    "next_storage": "Looking at the flash",
    "next_reader": "Reader of {}",
    "next_lying": "Reading all zones",
    "next_card": "Test card in {}",
    "next_devices": "Lights, screen, buttons",
    "next_lights": "Lights of {}",
    "next_screen": "Screen",
    "next_button": "Button {}",
    "next_buzzer": "Buzzer",
    "next_restart": "Starting the table again",
    # questions to a person
    "ask_card": "Lay one card on {} and nothing on the others, then Enter (s: skip, q: no more): ",
    "ask_take": "Take the card away.",
    "ask_lights": "Do the lights of {} shine, and no others? (y/n, Enter: skip, q: no more) ",
    "ask_screen": "Does the screen show a frame at its edge, and in it Tierce 2? (y/n, Enter: "
    "skip, q: no more) ",
    "ask_listen": "Listen.",
    "ask_buzzer": "Did you hear two notes? (y/n, Enter: skip, q: no more) ",
    "ask_press": "Press {} and let it go (15 seconds).",
    "answer_yes": "y",
    "answer_skip": "s",
    "answer_end": "q",
    # subjects of findings
    "what_program": "program",
    "what_play": "at play",
    "what_micropython": "MicroPython",
    "what_memory": "memory",
    "what_clock": "clock",
    "what_config": "config.json",
    "what_part": "device",
    "what_examination": "examination",
    "what_flash": "flash",
    "what_journal": "journal",
    "what_deck": "deck",
    "what_errors": "error.txt",
    "what_readers": "readers",
    "what_reader": "reader",
    "what_select": "chip select",
    "what_antenna": "antenna",
    "what_reading": "read rate",
    "what_leak": "leak",
    "what_tags": "tags",
    "what_time": "scan time",
    "what_lights": "lights",
    "what_zone_lights": "lights seen",
    "what_screen": "screen",
    "what_picture": "picture",
    "what_button": "button",
    "what_safe_pin": "safe pin",
    "what_press": "press",
    "what_buzzer": "buzzer",
    "what_scale": "scale",
    # findings
    "found_text": "{text}",
    "found_nobody": "needs a person",
    "found_right": "as it should be",
    "found_wrong": "not as it should be",
    "found_program": "Tierce {version}",
    "found_program_differs": "Tierce {version}; files not this computer's: {files}, as {name}",
    "found_no_program": "no Tierce on the board ({error})",
    "found_play_silent": "the program does not answer",
    "found_restart_silent": "does not answer after the restart",
    "found_micropython": "{version} at {mhz} MHz",
    "found_modelled": "a modelled board (Python {version})",
    "found_memory": "{kib} KiB free",
    "found_clock": "{ppm} ppm off, ±{doubt}",
    "found_config": "table {name}, {zones} zones",
    "found_config_one": "table {name}, 1 zone",
    "found_config_none": "table {name}, no zones yet",
    "found_part": "{name}: {reason}",
    "found_failed": "{part}: {error}",
    "found_flash": "{free} of {total} KiB free",
    "found_flash_free": "{free} KiB free",
    "found_journal": "{kib} of {limit} KiB used",
    "found_not_recording": "does not record",
    "found_journal_damaged": "{kib} of {limit} KiB used; a part was damaged",
    "found_deck": "{cards} cards",
    "found_deck_missing": "no deck",
    "found_deck_damaged": "deck.bin is damaged",
    "found_deck_lacks": "{cards} cards; {game} lacks {lacking}: {some}",
    "found_no_errors": "no errors noted",
    "found_all_readers": "none of {of} answers ({reason})",
    "found_half_readers": "no answer from {zones} ({reason})",
    "found_reader": "{chip}, version {version}",
    "found_reader_error": "does not work ({reason})",
    "found_reader_fails": "fails: {count} of {scans} scans ({reason})",
    "found_reader_late": "works at the second try ({reason})",
    "found_same_chip": "one and the same reader for {zones}",
    "found_exchanged": "the card is read by {other}",
    "found_covered": "cards lie there",
    "found_gain": "gain {gain}, usual {usual}",
    "found_gain_alone": "gain {gain}",
    "found_no_card": "no card lies there",
    "found_rate": "{percent} % of {scans} scans",
    "found_no_leak": "no other zone reads its card",
    "found_leak": "{other} reads its card in {percent} % of scans",
    "found_stacked": "cards in a neat stack, or metal",
    "found_strange": "a tag that is no card: {tag}",
    "found_other_kind": "a tag of another kind (ISO 14443)",
    "found_too_many": "more tags than the zone may hold: {cards}",
    "found_time": "{ms} ms, at most {limit}",
    "found_lights": "{count} at brightness {bright}: {ma} mA at most",
    "found_screen": "{kind}: {whole} ms, a part {part} ms",
    "found_screen_error": "{kind} does not work ({error})",
    "found_button_up": "up",
    "found_button_down": "down, though nobody presses",
    "found_button_loose": "down {down} % of the time by itself",
    "found_pressed": "seen",
    "found_press_unseen": "not seen",
    "found_press_other": "{other} is seen",
    "found_scale": "{level}, moves by {noise}",
    "found_scale_error": "does not answer ({error})",
    # advice
    "do_ask": "A person must look, listen and press: tierce doctor --ask.",
    "do_cards": "It takes a card there: tierce doctor --cards asks for one in each zone; or lay "
    "one card in each and run tierce doctor again.",
    "do_clear": "Take the cards away and run tierce doctor again: only an empty zone shows how its "
    "antenna is.",
    "do_deploy": "Bring the board up to date: tierce deploy.",
    "do_no_program": "Put Tierce on the board: tierce deploy.",
    "do_play_silent": "The table did not play before the examination. If it does not now, see "
    "error.txt and config.json below, let go of the OK button at the start, or run tierce deploy.",
    "do_restart_silent": "Unplug the board and plug it in again; if it stays silent, tierce "
    "deploy.",
    "do_flash": "This MicroPython cannot load Tierce's modules: tierce flash, then tierce deploy.",
    "do_other_version": "Tierce was not tried with this MicroPython: tierce flash puts a tried one "
    "on.",
    "do_frequency": "The processor runs at an unusual speed, and times on the bus differ: look for "
    "machine.freq in boot.py.",
    "do_memory": "Tierce needs {needed} bytes: remove boot.py and whatever it starts, then run "
    "tierce doctor again; else tierce flash.",
    "do_memory_little": "There is little to spare beyond the {needed} bytes of a match: remove "
    "boot.py and whatever it starts.",
    "do_clock": "The board's clock is wrong by more than a crystal can be: look for machine.freq "
    "in boot.py; else the board's crystal is bad, and only times in the log suffer.",
    "do_config": "Mend config.json and send it again; until then the table does not play.",
    "do_part": "Compare config.json with the wiring of this device; the table goes on without it.",
    "do_failed": "A part of the examination has failed, and may have left others out: run tierce "
    "doctor again, then tierce deploy if it stays.",
    "do_flash_full": "The flash is full and no game is recorded: fetch the journal with tierce "
    "pull, remove files that are not Tierce's, or make journal.bytes smaller in config.json.",
    "do_flash_read_only": "The flash can't be written: if a boot.py of yours makes it so, mend "
    "that; else it is worn out, and the board has to be replaced.",
    "do_flash_broken": "The flash does not keep what is written: unplug the board, plug it in and "
    "try again; if it stays, replace the board.",
    "do_flash_little": "The journal may still grow and needs {needed} KiB: remove files that are "
    "not Tierce's, or make journal.bytes smaller in config.json.",
    "do_journal_doubt": "A part of the match in play is lost, and the table asks for its totals: "
    "confirm or correct them at the table. If damage comes again, the flash is worn: change the "
    "board.",
    "do_journal_damaged": "A match was damaged once; tierce logs shows which, after tierce pull. "
    "If damage comes again, the flash is worn: change the board.",
    "do_not_recording": "Games are not kept: see the flash above; the next match begins a new try.",
    "do_deck_missing": "Teach the table its cards: tierce register.",
    "do_deck_damaged": "Teach the table its cards again: tierce register, from a deck file if you "
    "have one.",
    "do_deck_lacks": "Register the cards that are missing: tierce register.",
    "do_errors": "The program has met a fault and noted it. Please report it with the whole file: "
    "mpremote cp :error.txt . ; then remove it: mpremote rm :error.txt.",
    "do_all_readers": "Look for what they share: 5 V and 3.3 V at the readers, ground, SCK, MOSI "
    "and MISO, the decoder's enable, and the pins in config.json.",
    "do_all_busy": "The joined BUSY line is high with every reader held in reset: unplug one "
    "reader's BUSY after the other; the one after which the line falls is broken, or its diode is "
    "the wrong way round. Check the pull-down, too.",
    "do_all_held": "They are likely held in reset: check the latch line of the 74HC595, its supply "
    "and its output enable, and select.latch in config.json.",
    "do_half_readers": "All of them are selected through address line GPIO {gpio}: check that wire "
    "from the board to the decoders.",
    "do_half_decoder": "All of them are on one decoder, chosen by GPIO {gpio}: check that wire, "
    "and this decoder's supply and enables.",
    "do_reader_busy": "BUSY stays high: check this reader's BUSY wire, its diode and its 5 V; if "
    "all is well there, replace the reader.",
    "do_reader_version": "No sensible answer: check the reader's 3.3 V and 5 V, its chip select "
    "(NSS), MISO, and cs in config.json.",
    "do_reader_miso": "MISO always reads the same: check the MISO wire and the reader's supply.",
    "do_reader_reset": "The reader starts again by itself: its 5 V is weak. Use thicker or shorter "
    "supply wires and 100 µF at the reader.",
    "do_reader_eeprom": "Its settings cannot be written: check its BUSY wire, that its reset line "
    "is high, and its supply.",
    "do_reader_field": "Its field does not come on, or ends by itself: check the 5 V under load "
    "and the antenna for a short; let it cool down.",
    "do_reader_stuck": "It does not send: switch the table off and on; if it stays, replace the "
    "reader.",
    "do_reader_bus": "Bytes come back changed: make spi.hz smaller in config.json, and the wires "
    "shorter.",
    "do_reader_timeout": "It begins and does not end: check its supply; if it stays, replace the "
    "reader.",
    "do_reader_settings": "It forgets its settings: check its supply and its reset line.",
    "do_reader_unknown": "Tierce was not tried with this version of the chip. If it reads well, "
    "all is well; copies of the chip often do not.",
    "do_outside_field": "Another field is near: a telephone, or a reader that is not the table's. "
    "Move it away.",
    "do_same_chip": "Two zones reach one reader: check their chip selects for a short, and cs in "
    "config.json.",
    "do_same_chip_address": "Their outputs differ in the address line GPIO {gpio} alone, which "
    "does not reach the decoder: check that wire.",
    "do_exchanged": "If the card did lie in this zone, it and {other} are exchanged: swap their "
    "antennas, or their cs in config.json.",
    "do_antenna": "This antenna differs from its like: look for a loose wire or a bad joint, metal "
    "or cards near it, and its tuning. Swap two reader modules to learn whether it is the loop.",
    "do_rate": "Cards are read too seldom: less distance between card and loop, no metal near it, "
    "its tuning; try another card, and settle_us 8000 in config.json.",
    "do_not_read": "No card is read there: check the antenna's wires and its tuning, and that the "
    "card is of the reader's kind (ISO 15693 for a PN5180).",
    "do_leak": "More room between the two loops (half a loop's width at least), or ferrite "
    "between them; their wires must not lie side by side.",
    "do_stacked": "Spread the cards so that each shows its edge; without cards, look for metal.",
    "do_strange": "Take it away, or register it if it is a card: tierce register.",
    "do_other_kind": "This reader cannot read such tags: take it away (a bank card, a telephone?) "
    "or use ISO 15693 tags.",
    "do_too_many": "Take cards away, or make the zone's most larger in config.json.",
    "do_time": "Reading takes long and the table feels slow: make spi.hz or settle_us fit "
    "(config.json).",
    "do_lights_dark": "So many lights take all of the power that USB gives though they are dark: "
    "they will stay dark. Use fewer lights.",
    "do_lights_dim": "So many lights leave little power for shining: use fewer.",
    "do_zone_lights": "Check leds of this zone in config.json (first and count), and the strip up "
    "to there: it ends where a joint is bad.",
    "do_epaper_busy": "BUSY never falls: check the screen's BUSY and RST wires; a screen of three "
    "colours takes too long and does not fit.",
    "do_epaper_silent": "BUSY never rises: check the screen's supply, CS, DC, SCK, MOSI and BUSY, "
    "and that it is one with an SSD1680 (296 x 128).",
    "do_epaper_slow": "The glass takes long: it is cold, or of another kind.",
    "do_epaper_quick": "The refresh ends sooner than it can: check the BUSY wire.",
    "do_oled_silent": "It does not answer on I2C: check supply, SDA and SCL.",
    "do_oled_address": "A screen answers at address {address}: set screen.address to it in "
    "config.json.",
    "do_picture": "Check that the screen is of the kind in config.json; a picture that is upside "
    "down or shifted is of another module.",
    "do_button_down": "It hangs, or its wire touches ground: free it. The table takes it for "
    "pressed.",
    "do_safe_pin_down": "The safe pin is low: the table does not play when it starts. Open the "
    "switch, or look for a short.",
    "do_button_loose": "A contact is loose, or its wire lies beside a noisy one: check the joints.",
    "do_press_unseen": "Check its two wires (GPIO and ground), and its pin in config.json.",
    "do_press_other": "Another one was seen: exchange the wires or the pins in config.json; if "
    "both were, they touch.",
    "do_buzzer": "Check its wires and its pin; it must be a passive piezo, one without its own "
    "tone.",
    "do_scale_silent": "Check supply, data and clock of the HX711.",
    "do_scale_stuck": "The reading is at its end, or does not move: check the load cell's four "
    "wires, and data and clock.",
    "do_scale_noise": "The weight does not rest: is the plate free, the table still, the load "
    "cell's wire short?",
}
FR = {
    "no_zone": "cette table n'a pas de zone {} ; elle a {}",
    "modelled_only": "--config et --fault sont pour la table simulée : ajoutez --port modelled ; "
    "une vraie carte reçoit son config.json par tierce deploy --config FICHIER",
    "no_fault": "il n'y a pas de panne {} ; il y a {}",
    "fault_lacks": "panne {} : cette table n'a rien de ce qu'elle touche ({})",
    "fault_places": "la panne {} touche {} endroit(s), et non {} : comme antennas=meld1,meld2",
    "fault_where": "panne {} : pas en {} ; elle peut être en {}",
    "title": "Examen de la table « {} »",
    "title_modelled": "Examen d'une table simulée",
    "column_what": "quoi",
    "column_where": "où",
    "column_found": "constaté",
    "column_verdict": "verdict",
    "all_zones": "toutes les zones",
    "all_buttons": "tous les boutons",
    "ok": "bon",
    "look": "à voir",
    "bad": "mauvais",
    "not examined": "pas examiné",
    "to_do": "Que faire",
    "head": "{} : ",
    "decimal": ",",
    "summary": "Mauvais : {bad} ; à voir : {look} ; en ordre : {ok} ; pas examinés : {unexamined}.",
    "well": "Tout ce qui a été examiné est en ordre ({ok}) ; pas examinés : {unexamined}.",
    "next_play": "Le programme de la table répond-il ?",
    "next_program": "Arrêt du programme, examen de la carte",
    "next_storage": "Mémoire flash",
    "next_reader": "Lecteur de {}",
    "next_lying": "Lecture de toutes les zones",
    "next_card": "Carte d'essai sur {}",
    "next_devices": "Lumières, écran, boutons",
    "next_lights": "Lumières de {}",
    "next_screen": "Écran",
    "next_button": "Bouton {}",
    "next_buzzer": "Avertisseur",
    "next_restart": "La table redémarre",
    "ask_card": "Posez une carte sur {} et rien sur les autres, puis Entrée (s : sauter, q : plus "
    "aucune) : ",
    "ask_take": "Reprenez la carte.",
    "ask_lights": "Les lumières de {} brillent-elles, et aucune autre ? (o/n, Entrée : sauter, "
    "q : plus rien) ",
    "ask_screen": "L'écran montre-t-il un cadre à son bord, et dedans Tierce 2 ? (o/n, Entrée : "
    "sauter, q : plus rien) ",
    "ask_listen": "Écoutez.",
    "ask_buzzer": "Avez-vous entendu deux notes ? (o/n, Entrée : sauter, q : plus rien) ",
    "ask_press": "Appuyez sur {} et relâchez (15 secondes).",
    "answer_yes": "o",
    "answer_skip": "s",
    "answer_end": "q",
    "what_program": "programme",
    "what_play": "en jeu",
    "what_micropython": "MicroPython",
    "what_memory": "mémoire",
    "what_clock": "horloge",
    "what_config": "config.json",
    "what_part": "appareil",
    "what_examination": "examen",
    "what_flash": "flash",
    "what_journal": "journal",
    "what_deck": "jeu de cartes",
    "what_errors": "error.txt",
    "what_readers": "lecteurs",
    "what_reader": "lecteur",
    "what_select": "sélection",
    "what_antenna": "antenne",
    "what_reading": "lecture",
    "what_leak": "débordement",
    "what_tags": "étiquettes",
    "what_time": "durée",
    "what_lights": "lumières",
    "what_zone_lights": "lumières vues",
    "what_screen": "écran",
    "what_picture": "image",
    "what_button": "bouton",
    "what_safe_pin": "secours",
    "what_press": "appui",
    "what_buzzer": "avertisseur",
    "what_scale": "balance",
    "found_text": "{text}",
    "found_nobody": "il y faut quelqu'un",
    "found_right": "comme il faut",
    "found_wrong": "pas comme il faut",
    "found_program": "Tierce {version}",
    "found_program_differs": "Tierce {version} ; fichiers qui diffèrent d'ici : {files}, dont "
    "{name}",
    "found_no_program": "pas de Tierce sur la carte ({error})",
    "found_play_silent": "le programme ne répond pas",
    "found_restart_silent": "ne répond pas après le redémarrage",
    "found_micropython": "{version} à {mhz} MHz",
    "found_modelled": "une carte simulée (Python {version})",
    "found_memory": "{kib} Kio libres",
    "found_clock": "écart de {ppm} ppm, ±{doubt}",
    "found_config": "table {name}, {zones} zones",
    "found_config_one": "table {name}, 1 zone",
    "found_config_none": "table {name}, pas encore de zones",
    "found_part": "{name} : {reason}",
    "found_failed": "{part} : {error}",
    "found_flash": "{free} Kio libres sur {total}",
    "found_flash_free": "{free} Kio libres",
    "found_journal": "{kib} Kio sur {limit}",
    "found_not_recording": "n'enregistre pas",
    "found_journal_damaged": "{kib} Kio sur {limit} ; un bout a été abîmé",
    "found_deck": "{cards} cartes",
    "found_deck_missing": "aucun jeu",
    "found_deck_damaged": "deck.bin est abîmé",
    "found_deck_lacks": "{cards} cartes ; pour {game} il en manque {lacking} : {some}",
    "found_no_errors": "aucune erreur notée",
    "found_all_readers": "aucun des {of} ne répond ({reason})",
    "found_half_readers": "pas de réponse de {zones} ({reason})",
    "found_reader": "{chip}, version {version}",
    "found_reader_error": "ne marche pas ({reason})",
    "found_reader_fails": "échoue : {count} lectures sur {scans} ({reason})",
    "found_reader_late": "marche au second essai ({reason})",
    "found_same_chip": "un seul et même lecteur pour {zones}",
    "found_exchanged": "la carte est lue par {other}",
    "found_covered": "des cartes y sont posées",
    "found_gain": "gain {gain}, d'usage {usual}",
    "found_gain_alone": "gain {gain}",
    "found_no_card": "aucune carte posée",
    "found_rate": "{percent} % de {scans} lectures",
    "found_no_leak": "aucune autre zone ne lit sa carte",
    "found_leak": "{other} lit sa carte, {percent} % des lectures",
    "found_stacked": "cartes en pile bien droite, ou métal",
    "found_strange": "une étiquette qui n'est pas une carte : {tag}",
    "found_other_kind": "une étiquette d'une autre sorte (ISO 14443)",
    "found_too_many": "plus d'étiquettes que prévu : {cards}",
    "found_time": "{ms} ms, {limit} au plus",
    "found_lights": "{count}, luminosité {bright} : {ma} mA au plus",
    "found_screen": "{kind} : {whole} ms, une partie {part} ms",
    "found_screen_error": "{kind} : ne marche pas ({error})",
    "found_button_up": "relâché",
    "found_button_down": "enfoncé sans qu'on appuie",
    "found_button_loose": "enfoncé {down} % du temps tout seul",
    "found_pressed": "vu",
    "found_press_unseen": "pas vu",
    "found_press_other": "on voit {other}",
    "found_scale": "{level}, bouge de {noise}",
    "found_scale_error": "ne répond pas ({error})",
    "do_ask": "Il faut regarder, écouter, appuyer : tierce doctor --ask.",
    "do_cards": "Il y faut une carte : tierce doctor --cards en demande une dans chaque zone ; ou "
    "posez-en une dans chacune et relancez tierce doctor.",
    "do_clear": "Retirez les cartes et relancez tierce doctor : seule une zone vide montre comment "
    "va son antenne.",
    "do_deploy": "Mettez la carte à jour : tierce deploy.",
    "do_no_program": "Mettez Tierce sur la carte : tierce deploy.",
    "do_play_silent": "La table ne jouait pas avant l'examen. Si elle ne joue toujours pas, voyez "
    "error.txt et config.json plus haut, lâchez le bouton OK au démarrage, ou tierce deploy.",
    "do_restart_silent": "Débranchez la carte et rebranchez-la. Si elle se tait : tierce deploy.",
    "do_flash": "Ce MicroPython ne peut charger les modules de Tierce : tierce flash, puis tierce "
    "deploy.",
    "do_other_version": "Tierce n'a pas été essayé avec ce MicroPython : tierce flash en met un "
    "qui l'a été.",
    "do_frequency": "Le processeur va à une vitesse inhabituelle, et les durées sur le bus "
    "diffèrent : cherchez machine.freq dans boot.py.",
    "do_memory": "Tierce a besoin de {needed} octets : enlevez boot.py et ce qu'il lance, relancez "
    "tierce doctor ; sinon tierce flash.",
    "do_memory_little": "Il reste peu au-delà des {needed} octets d'une partie : enlevez boot.py "
    "et ce qu'il lance.",
    "do_clock": "L'horloge de la carte se trompe plus qu'un quartz ne peut : cherchez machine.freq "
    "dans boot.py ; sinon le quartz est mauvais, et seules les heures du journal en souffrent.",
    "do_config": "Corrigez config.json et renvoyez-le ; d'ici là la table ne joue pas.",
    "do_part": "Comparez config.json au câblage de cet appareil ; la table continue sans lui.",
    "do_failed": "Une partie de l'examen a échoué, d'autres manquent peut-être : relancez tierce "
    "doctor, puis tierce deploy si cela persiste.",
    "do_flash_full": "La mémoire flash est pleine et rien n'est enregistré : prenez le journal par "
    "tierce pull, enlevez les fichiers qui ne sont pas de Tierce, ou diminuez journal.bytes dans "
    "config.json.",
    "do_flash_read_only": "La mémoire flash refuse l'écriture : si un boot.py à vous l'interdit, "
    "corrigez-le ; sinon elle est usée, et il faut changer la carte.",
    "do_flash_broken": "La mémoire flash ne garde pas ce qu'on écrit : débranchez la carte, "
    "rebranchez-la et recommencez ; si cela persiste, changez la carte.",
    "do_flash_little": "Le journal peut encore grandir et demande {needed} Kio : enlevez les "
    "fichiers qui ne sont pas de Tierce, ou diminuez journal.bytes dans config.json.",
    "do_journal_doubt": "Un bout de la partie en cours est perdu et la table en demande les totaux "
    ": confirmez-les ou corrigez-les à la table. Si cela revient, la mémoire flash est usée : "
    "changez la carte.",
    "do_journal_damaged": "Une partie a été abîmée ; tierce logs dit laquelle, après tierce pull. "
    "Si cela revient, la mémoire flash est usée : changez la carte.",
    "do_not_recording": "Les parties ne sont pas gardées : voyez la flash plus haut ; la partie "
    "suivante est un nouvel essai.",
    "do_deck_missing": "Apprenez ses cartes à la table : tierce register.",
    "do_deck_damaged": "Réapprenez ses cartes à la table : tierce register, depuis un fichier de "
    "jeu si vous en avez un.",
    "do_deck_lacks": "Enregistrez les cartes qui manquent : tierce register.",
    "do_errors": "Le programme a rencontré une erreur et l'a notée. Signalez-la avec le fichier "
    "entier : mpremote cp :error.txt . ; puis enlevez-le : mpremote rm :error.txt.",
    "do_all_readers": "Voyez ce qu'ils partagent : 5 V et 3,3 V aux lecteurs, masse, SCK, MOSI et "
    "MISO, la validation du décodeur, et les broches dans config.json.",
    "do_all_busy": "La ligne BUSY commune est haute alors que tous les lecteurs sont tenus en "
    "remise à zéro : débranchez les BUSY l'un après l'autre ; celui après lequel la ligne retombe "
    "est en panne, ou sa diode à l'envers. Voyez aussi la résistance de rappel.",
    "do_all_held": "Ils sont sans doute tenus en remise à zéro : voyez la ligne latch du 74HC595, "
    "son alimentation et sa validation, et select.latch dans config.json.",
    "do_half_readers": "Tous sont choisis par la ligne d'adresse GPIO {gpio} : voyez ce fil, de la "
    "carte aux décodeurs.",
    "do_half_decoder": "Tous sont sur un même décodeur, choisi par GPIO {gpio} : voyez ce fil, "
    "l'alimentation de ce décodeur et ses validations.",
    "do_reader_busy": "BUSY reste haut : voyez le fil BUSY de ce lecteur, sa diode et son 5 V ; si "
    "tout y est bon, changez le lecteur.",
    "do_reader_version": "Aucune réponse sensée : voyez le 3,3 V et le 5 V du lecteur, sa "
    "sélection (NSS), MISO, et cs dans config.json.",
    "do_reader_miso": "MISO lit toujours la même chose : voyez le fil MISO et l'alimentation.",
    "do_reader_reset": "Le lecteur redémarre tout seul : son 5 V est faible. Des fils plus gros ou "
    "plus courts, et 100 µF au lecteur.",
    "do_reader_eeprom": "Ses réglages ne s'écrivent pas : voyez son fil BUSY, si sa ligne de "
    "remise à zéro est haute, et son alimentation.",
    "do_reader_field": "Son champ ne vient pas, ou s'éteint seul : voyez le 5 V en charge et un "
    "court-circuit de l'antenne ; laissez-le refroidir.",
    "do_reader_stuck": "Il n'émet pas : éteignez la table et rallumez-la ; si cela persiste, "
    "changez le lecteur.",
    "do_reader_bus": "Des octets reviennent changés : diminuez spi.hz dans config.json, et "
    "raccourcissez les fils.",
    "do_reader_timeout": "Il commence et ne finit pas : voyez son alimentation ; si cela persiste, "
    "changez le lecteur.",
    "do_reader_settings": "Il oublie ses réglages : voyez son alimentation et sa remise à zéro.",
    "do_reader_unknown": "Tierce n'a pas été essayé avec cette version de la puce. Si elle lit "
    "bien, tout va bien ; les copies de la puce lisent souvent mal.",
    "do_outside_field": "Un autre champ est proche : un téléphone, ou un lecteur qui n'est pas de "
    "la table. Éloignez-le.",
    "do_same_chip": "Deux zones atteignent un seul lecteur : cherchez un court-circuit entre leurs "
    "sélections, et voyez cs dans config.json.",
    "do_same_chip_address": "Leurs sorties ne diffèrent que par la ligne d'adresse GPIO {gpio}, "
    "qui n'arrive pas au décodeur : voyez ce fil.",
    "do_exchanged": "Si la carte était bien sur cette zone, elle et {other} sont échangées : "
    "permutez leurs antennes, ou leurs cs dans config.json.",
    "do_antenna": "Cette antenne diffère de ses pareilles : cherchez un fil défait ou une mauvaise "
    "soudure, du métal ou des cartes près d'elle, voyez son accord. Permutez deux lecteurs pour "
    "savoir si c'est la boucle.",
    "do_rate": "Les cartes sont lues trop rarement : moins de distance entre carte et boucle, pas "
    "de métal près d'elle, son accord ; essayez une autre carte, et settle_us 8000 dans "
    "config.json.",
    "do_not_read": "Aucune carte n'y est lue : voyez les fils de l'antenne et son accord, et si la "
    "carte est de la sorte du lecteur (ISO 15693 pour un PN5180).",
    "do_leak": "Plus de place entre les deux boucles (une demi-largeur au moins), ou de la ferrite "
    "entre elles ; leurs fils ne doivent pas se longer.",
    "do_stacked": "Étalez les cartes pour que chacune montre son bord ; sans cartes, cherchez du "
    "métal.",
    "do_strange": "Retirez-la, ou enregistrez-la si c'est une carte : tierce register.",
    "do_other_kind": "Ce lecteur ne lit pas de telles étiquettes : retirez-la (une carte de "
    "banque, un téléphone ?) ou prenez des étiquettes ISO 15693.",
    "do_too_many": "Retirez des cartes, ou augmentez most de la zone dans config.json.",
    "do_time": "La lecture est lente et la table le paraît : ajustez spi.hz ou settle_us "
    "(config.json).",
    "do_lights_dark": "Tant de lumières prennent, même éteintes, tout ce que l'USB donne : elles "
    "resteront sombres. Mettez-en moins.",
    "do_lights_dim": "Tant de lumières laissent peu de courant pour briller : mettez-en moins.",
    "do_zone_lights": "Voyez leds de cette zone dans config.json (première et nombre), et le ruban "
    "jusque-là : il s'arrête à une mauvaise soudure.",
    "do_epaper_busy": "BUSY ne retombe pas : voyez les fils BUSY et RST de l'écran ; un écran à "
    "trois couleurs est trop lent et ne convient pas.",
    "do_epaper_silent": "BUSY ne monte pas : voyez l'alimentation de l'écran, CS, DC, SCK, MOSI et "
    "BUSY, et s'il a bien un SSD1680 (296 x 128).",
    "do_epaper_slow": "L'écran est lent : il a froid, ou il est d'une autre sorte.",
    "do_epaper_quick": "L'affichage finit plus tôt qu'il ne peut : voyez le fil BUSY.",
    "do_oled_silent": "Il ne répond pas sur I2C : voyez l'alimentation, SDA et SCL.",
    "do_oled_address": "Un écran répond à l'adresse {address} : mettez-la dans screen.address de "
    "config.json.",
    "do_picture": "Voyez si l'écran est de la sorte dite dans config.json ; une image renversée ou "
    "décalée vient d'un autre module.",
    "do_button_down": "Il est coincé, ou son fil touche la masse : libérez-le. La table le croit "
    "enfoncé.",
    "do_safe_pin_down": "La broche de secours est basse : la table ne joue pas au démarrage. "
    "Ouvrez l'interrupteur, ou cherchez un court-circuit.",
    "do_button_loose": "Un contact est lâche, ou son fil longe un fil bruyant : voyez les "
    "soudures.",
    "do_press_unseen": "Voyez ses deux fils (GPIO et masse), et sa broche dans config.json.",
    "do_press_other": "On en a vu un autre : échangez les fils ou les broches dans config.json ; "
    "si l'on a vu les deux, ils se touchent.",
    "do_buzzer": "Voyez ses fils et sa broche ; ce doit être un piézo passif, sans son à lui.",
    "do_scale_silent": "Voyez l'alimentation, data et clock du HX711.",
    "do_scale_stuck": "La mesure est en butée, ou ne bouge pas : voyez les quatre fils du capteur, "
    "data et clock.",
    "do_scale_noise": "Le poids n'est pas stable : le plateau est-il libre, la table immobile, le "
    "fil du capteur court ?",
}
