"""What `tierce doctor` says: what is examined, what was found, what to do.

The keys are those of findings and questions.
"""

from collections.abc import Mapping
from typing import Any

from tierce_plans import parts
from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.board.facts import Fact, Finding
from tierce_tools.logs.words import line_of

# The step in progress.
NEXT = {
    "play": N_("Asking the table's program"),
    "program": N_("Stopping the table's program, looking at the board"),
    "storage": N_("Looking at the flash"),
    "reader": N_("Reader of {zone}"),
    "lying": N_("Reading all zones"),
    "card": N_("Test card in {zone}"),
    "devices": N_("Lights, screen, buttons"),
    "lights": N_("Lights of {zone}"),
    "screen": N_("Screen"),
    "button": N_("Button {zone}"),
    "buzzer": N_("Buzzer"),
    "height": N_("How high {zone} reads"),
    "four": N_("Four cards in {zone}"),
    "sideways": N_("How far outside {zone} reads"),
    "fan": N_("A whole fan in {zone}"),
    "restart": N_("Starting the table again"),
}
# Questions to a person.
ASK = {
    "card": N_("Lay one card on {name} and nothing on the others, then Enter (s: skip, q: no more): "),
    "take": N_("Take the card away."),
    "lights": N_("Do the lights of {name} shine, and no others? (y/n, Enter: skip, q: no more) "),
    "screen": N_("Does the screen show a frame at its edge, with Tierce 2 in it? (y/n, Enter: skip, q: no more) "),
    "listen": N_("Listen."),
    "buzzer": N_("Did you hear two notes? (y/n, Enter: skip, q: no more) "),
    "press": N_("Press {name} and let it go (15 seconds)."),
    "place": N_("Then Enter (s: skip, q: no more): "),  # after what is to be laid: reach_texts
}
# The subjects of findings.
WHAT = {
    "program": N_("program"),
    "play": N_("at play"),
    "micropython": N_("MicroPython"),
    "memory": N_("memory"),
    "clock": N_("clock"),
    "config": N_("config.json"),
    "part": N_("device"),
    "examination": N_("examination"),
    "flash": N_("flash"),
    "journal": N_("journal"),
    "deck": N_("deck"),
    "errors": N_("error.txt"),
    "readers": N_("readers"),
    "reader": N_("reader"),
    "select": N_("chip select"),
    "antenna": N_("antenna"),
    "reading": N_("read rate"),
    "leak": N_("leak"),
    "tags": N_("tags"),
    "time": N_("scan time"),
    "lights": N_("lights"),
    "zone_lights": N_("lights seen"),
    "screen": N_("screen"),
    "picture": N_("picture"),
    "button": N_("button"),
    "safe_pin": N_("safe pin"),
    "press": N_("press"),
    "buzzer": N_("buzzer"),
    "scale": N_("scale"),
}
# What was found.
FOUND = {
    "text": N_("{text}"),
    "nobody": N_("needs a person"),
    "right": N_("as it should be"),
    "wrong": N_("not as it should be"),
    "program": N_("Tierce {version}"),
    "program_differs": N_("Tierce {version}; files not this computer's: {files}, as {name}"),
    "no_program": N_("no Tierce on the board ({error})"),
    "play_silent": N_("the program does not answer"),
    "restart_silent": N_("does not answer after the restart"),
    "micropython": N_("{version} at {mhz} MHz"),
    "modelled": N_("a modelled board (Python {version})"),
    "memory": N_("{kib} KiB free"),
    "clock": N_("{ppm} ppm off, ±{doubt}"),
    "config": N_("table {name}, {zones} zones"),
    "config_one": N_("table {name}, 1 zone"),
    "config_none": N_("table {name}, no zones yet"),
    "part": N_("{name}: {reason}"),
    "failed": N_("{part}: {error}"),
    "flash": N_("{free} of {total} KiB free"),
    "flash_free": N_("{free} KiB free"),
    "journal": N_("{kib} of {limit} KiB used"),
    "not_recording": N_("does not record"),
    "journal_damaged": N_("{kib} of {limit} KiB used; a part was damaged"),
    "deck": N_("{cards} cards"),
    "deck_missing": N_("no deck"),
    "deck_damaged": N_("deck.bin is damaged"),
    "deck_lacks": N_("{cards} cards; {game} lacks {lacking}: {some}"),
    "no_errors": N_("no errors noted"),
    "all_readers": N_("none of {of} answers ({reason})"),
    "half_readers": N_("no answer from {zones} ({reason})"),
    "reader": N_("{chip}, version {version}"),
    "reader_copy": N_("a copy of the {chip}, version {version}"),
    "reader_error": N_("does not work ({reason})"),
    "reader_fails": N_("fails: {count} of {scans} scans ({reason})"),
    "reader_deaf": N_("read no card until it was restarted: {count} times since the table was switched on"),
    "reader_late": N_("works on the second try ({reason})"),
    "same_chip": N_("one and the same reader for {zones}"),
    "exchanged": N_("the card is read by {other}"),
    "covered": N_("cards lie there"),
    "gain": N_("gain {gain}, usual {usual}"),
    "gain_alone": N_("gain {gain}"),
    "no_card": N_("no card lies there"),
    "rate": N_("{percent} % of {scans} scans"),
    "no_leak": N_("no other zone reads its card"),
    "leak": N_("{other} reads its card in {percent} % of scans"),
    "stacked": N_("cards in a neat stack, or metal"),
    "strange": N_("a tag that is not a card: {tag}"),
    "other_kind": N_("a tag of another kind (ISO 14443)"),
    "too_many": N_("more tags than the zone may hold: {cards}"),
    "time": N_("{ms} ms, at most {limit}"),
    "lights": N_("{count} at brightness {bright}: {ma} mA at most"),
    "screen": N_("{kind}: {whole} ms, a part {part} ms"),
    "screen_error": N_("{kind} does not work ({error})"),
    "button_up": N_("up"),
    "button_down": N_("down, though nobody presses it"),
    "button_loose": N_("down {down} % of the time by itself"),
    "pressed": N_("seen"),
    "press_unseen": N_("not seen"),
    "press_other": N_("{other} is seen"),
    "scale": N_("{level}, moves by {noise}"),
    "scale_error": N_("does not answer ({error})"),
}
# Advice.
DO = {
    "ask": N_("A person must look, listen and press: tierce doctor --ask."),
    "cards": N_(
        "A card has to lie there: tierce doctor --cards asks for one in each zone; or lay one card in "
        "each and run tierce doctor again."
    ),
    "clear": N_("Take the cards away and run tierce doctor again: only an empty zone shows the state of its antenna."),
    "deploy": N_("Bring the board up to date: tierce deploy."),
    "no_program": N_("Put Tierce on the board: tierce deploy."),
    "play_silent": N_(
        "The table did not play before the examination. If it still does not, see error.txt and "
        "config.json below, let go of the OK button at the start, or run tierce deploy."
    ),
    "restart_silent": N_("Unplug the board and plug it in again; if it stays silent, tierce deploy."),
    "flash": N_("This MicroPython cannot load Tierce's modules: tierce flash, then tierce deploy."),
    "other_version": N_("Tierce has not been tried with this MicroPython: tierce flash installs one that has."),
    "frequency": N_(
        "The processor runs at an unusual speed, and times on the bus differ: look for machine.freq in boot.py."
    ),
    "memory": N_(
        "Tierce needs {needed} bytes: remove boot.py and whatever it starts, then run "
        "tierce doctor again; else tierce flash."
    ),
    "memory_little": N_(
        "There is little to spare beyond the {needed} bytes of a match: remove boot.py and whatever it starts."
    ),
    "clock": N_(
        "The board's clock is wrong by more than a crystal can be: look for machine.freq "
        "in boot.py; else the board's crystal is bad, and only times in the log suffer."
    ),
    "config": N_("Correct config.json and send it again; until then the table does not play."),
    "part": N_("Compare config.json with the wiring of this device; the table goes on without it."),
    "failed": N_(
        "A part of the examination has failed, and others may be missing: run tierce doctor again, "
        "then tierce deploy if that does not help."
    ),
    "flash_full": N_(
        "The flash is full and no game is recorded: fetch the journal with tierce "
        "pull, remove files that are not Tierce's, or make journal.bytes smaller in config.json."
    ),
    "flash_read_only": N_(
        "The flash can't be written: if a boot.py of yours forbids it, correct that; otherwise it is "
        "worn out, and the board has to be replaced."
    ),
    "flash_broken": N_(
        "The flash does not keep what is written: unplug the board, plug it in and try again; if that "
        "does not help, replace the board."
    ),
    "flash_little": N_(
        "The journal may still grow and needs {needed} KiB: remove files that are "
        "not Tierce's, or make journal.bytes smaller in config.json."
    ),
    "journal_doubt": N_(
        "A part of the match in play is lost, and the table "
        "asks for its totals: confirm or correct them at the table. If "
        "damage comes again, the flash is worn: replace the board."
    ),
    "journal_damaged": N_(
        "A match was damaged once; tierce logs shows which, after tierce pull. "
        "If damage comes again, the flash is worn: replace the board."
    ),
    "not_recording": N_("Games are not kept: see the flash above; the next match tries again."),
    "deck_missing": N_("Teach the table its cards: tierce register."),
    "deck_damaged": N_("Teach the table its cards again: tierce register, from a deck file if you have one."),
    "deck_lacks": N_("Register the cards that are missing: tierce register."),
    "errors": N_(
        "The program has run into a fault and noted it. Please report it with "
        "the whole file: mpremote cp :error.txt . ; then remove it: mpremote rm :error.txt."
    ),
    "all_readers": N_(
        "Look for what they share: 5 V and 3.3 V at the readers, ground, SCK, MOSI "
        "and MISO, the decoder's enable, and the pins in config.json."
    ),
    "all_busy": N_(
        "The joined BUSY line is high with every reader held in reset: unplug one "
        "reader's BUSY after the other; the one after which the line falls is broken, or its diode "
        "is the wrong way round. Check the pull-down, too: 4.7 kilohm, as a Pico 2 stays high with more than 8.2."
    ),
    "all_held": N_(
        "They are likely held in reset: check the latch line of the 74HC595, its supply "
        "and its output enable, and select.latch in config.json."
    ),
    "half_readers": N_(
        "All of them are selected through address line GPIO {gpio}: check that wire from the board to the decoders."
    ),
    "half_decoder": N_(
        "All of them are on one decoder, chosen by GPIO {gpio}: check that wire, and this decoder's supply and enables."
    ),
    "reader_busy": N_(
        "BUSY stays high: check this reader's BUSY wire, its diode and its 5 V; if "
        "all is well there, replace the reader."
    ),
    "reader_version": N_(
        "No sensible answer: check the reader's 3.3 V and 5 V, its chip select (NSS), MISO, and cs in config.json."
    ),
    "reader_miso": N_("MISO always reads the same: check the MISO wire and the reader's supply."),
    "reader_reset": N_(
        "The reader starts again by itself: its 5 V is weak. Use thicker or shorter "
        "supply wires and 100 µF at the reader."
    ),
    "reader_eeprom": N_(
        "Its settings cannot be written: check its BUSY wire, that its reset line is high, and its supply."
    ),
    "reader_field": N_(
        "Its field does not come on, or goes off by itself: check the 5 V under load and the antenna "
        "for a short; let it cool down."
    ),
    "reader_stuck": N_("It does not send: switch the table off and on; if that does not help, replace the reader."),
    "reader_bus": N_("Bytes come back changed: make spi.hz smaller in config.json, and the wires shorter."),
    "reader_timeout": N_("It begins and does not end: check its supply; if that does not help, replace the reader."),
    "reader_settings": N_("It forgets its settings: check its supply and its reset line."),
    "reader_deaf": N_(
        "It answers and reads nothing. The table restarts it, so play on. If it happens often: "
        "100 uF at its supply, a shorter cable, and where it takes 5 V, 5 V that do not sag."
    ),
    "reader_unknown": N_(
        "Tierce has not been tried with this version of the chip. If it "
        "reads well, all is well; copies of the chip often read badly."
    ),
    "outside_field": N_("Another field is near: a phone, or a reader that is not the table's. Move it away."),
    "same_chip": N_("Two zones reach one reader: check their chip selects for a short, and cs in config.json."),
    "same_chip_address": N_(
        "Their outputs differ in the address line GPIO {gpio} alone, which does not reach the decoder: check that wire."
    ),
    "exchanged": N_(
        "If the card did lie in this zone, this zone and "
        "{other} are exchanged: swap their antennas, or their cs in config.json."
    ),
    "antenna": N_(
        "This antenna differs from the others: look for a loose wire or a bad joint, for metal or "
        "cards near it, and check its tuning. Swap two reader modules to learn whether it is the loop."
    ),
    "rate": N_(
        "Cards are read too seldom: bring card and loop closer together, keep metal away "
        "from the loop, check its tuning; try another card, and settle_us 8000 in config.json."
    ),
    "not_read": N_(
        "No card is read there: check the antenna's wires and its tuning, and that the "
        "card is of the kind that the reader reads."
    ),
    "leak": N_(
        "Put more room between the two loops (at least 80 mm), or ferrite; their wires must not lie side by side."
    ),
    "stacked": N_("Spread the cards so that each shows its edge; without cards, look for metal."),
    "strange": N_("Take it away, or register it if it is a card: tierce register."),
    "other_kind": N_("This reader cannot read such a tag: take it away (a bank card, a phone?) or use ISO 15693 tags."),
    "too_many": N_("Take cards away, or raise most for this zone in config.json."),
    "time": N_("Reading takes long and the table feels slow: adjust spi.hz or settle_us (config.json)."),
    "lights_dark": N_(
        "The lights take all the power that USB gives even while they are off, so none can light up. Use fewer lights."
    ),
    "lights_dim": N_("So many lights leave little power to shine with: use fewer."),
    "zone_lights": N_(
        "Check leds of this zone in config.json (first and count), and the strip up "
        "to there: it ends where a joint is bad."
    ),
    "screen_address": N_("A screen answers at address {address}: set screen.address to it in config.json."),
    "picture": N_(
        "Check that the screen is of the kind in config.json; a picture that is upside "
        "down or shifted is of another module."
    ),
    "button_down": N_("It is stuck, or its wire touches ground: free it. The table takes it for pressed."),
    "safe_pin_down": N_(
        "The safe pin is low: the table does not play when it starts. Open the switch, or look for a short."
    ),
    "button_loose": N_("A contact is loose, or its wire lies beside a noisy one: check the joints."),
    "press_unseen": N_("Check its two wires (GPIO and ground), and its pin in config.json."),
    "press_other": N_(
        "Another one was seen: swap the wires or the pins in config.json; if both were seen, they touch."
    ),
    "buzzer": N_("Check its wires and its pin; it must be a passive piezo, one without its own tone."),
    "scale_silent": N_("Check supply, data and clock of the scale's amplifier."),
    "scale_stuck": N_(
        "The reading is at its limit, or does not move: check the load cell's four wires, and data and clock."
    ),
    "scale_noise": N_("The weight does not settle: is the plate free, the table still, the load cell's wire short?"),
}
COLUMNS = {"what": N_("what"), "where": N_("where"), "found": N_("found"), "verdict": N_("verdict")}
VERDICT = {"ok": N_("ok"), "look": N_("look"), "bad": N_("bad"), "not examined": N_("not examined")}


def as_object(found: Finding, say: Texts) -> Fact:
    """Return a finding in the form that `--json` prints."""
    thing: Fact = {"what": found.what}
    if found.zone:
        thing["zone"] = found.zone
    if found.button:
        thing["button"] = found.button
    thing.update(verdict=found.verdict, found=sentence(FOUND, found.shown, found.value, say))
    thing["value"] = found.value
    if found.advice:
        thing.update(advice=found.advice, text=sentence(DO, found.advice, found.value, say))
    return thing


def sentence(table: Mapping[str, str], key: str, value: Mapping[str, Any], say: Texts) -> str:
    """Return what is said of a finding, from one of the tables above."""
    if key in parts.advice():
        table, say = parts.advice(), texts(say.language, "plans")
    elif key not in table:  # an error of a driver without advice of its own: check the wires
        key = "reader_version" if key.startswith("reader") else "part"
    told = {name: number(each, say) for name, each in value.items()}
    return line_of(say(table[key]).format(**told))


def number(value: object, say: Texts) -> object:
    """Return a figure as a language writes it."""
    return say.number(str(value)) if isinstance(value, float) else value
