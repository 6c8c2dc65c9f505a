"""Rarely used: the self-test of the PN5180."""

from drivers.pn5180_open import read_eeprom

_DIE_ID = 0x00  # EEPROM


def start_selftest(reader: "Any") -> "Steps[dict[str, int | str]]":
    """Steps: open and examine a reader, its zone empty; return a dict of the results."""
    versions = yield from reader.start_open()
    die = read_eeprom(reader, _DIE_ID, 16)
    report = {
        "product": versions[0],
        "firmware": versions[1],
        "eeprom": versions[2],
        "die": bytes(die).hex(),
        "irq": reader.lines.irq(),
    }
    try:
        yield from reader.start_field(5000)
        status = reader.alive()
        report["agc"] = status & 0x3FF
        report["gear"] = status >> 20 & 15
        report["outside_field"] = status >> 16 & 1
        scan = yield from reader.inventory.start_all(reader, ())
        report["tags"] = len(scan.seen)
    finally:
        reader.off()
    return report
