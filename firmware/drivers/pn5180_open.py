"""The PN5180's set-up: reset, versions, EEPROM settings. Not needed during scans."""

from drivers.pn5180_radio import ALL_IRQ, IRQ_CLEAR, IRQ_ENABLE, IRQ_STATUS, NAME, RX_15693, SYSTEM_CONFIG, TX_15693
from drivers.steps import DeviceError

_WRITE_EEPROM = 0x06
_READ_EEPROM = 0x07
_SOFT_RESET = 1 << 8  # of SYSTEM_CONFIG
_IDLE_IRQ = 1 << 2

# EEPROM
_VERSIONS = 0x10  # product, firmware, EEPROM: each minor, major
_SETTINGS = 0x16  # idle interrupt after boot; test bus
_IRQ_PIN = 0x1A  # 0 active high, 1 cleared by reading

_EEPROM_POLLS = 20


def start_open(chip: "Radio") -> "Steps[tuple[int, ...]]":
    """Steps: reset, check and set up a chip; return (product, firmware, EEPROM) versions.

    Raises DeviceError if the chip does not answer or does not keep its settings.
    """
    try:
        return (yield from _start_up(chip))
    except DeviceError:
        # Keep it in reset: its busy line may be shared with other readers.
        chip.lines.reset(True)
        raise


def _start_up(chip: "Radio") -> "Steps[tuple[int, ...]]":
    if chip.lines.reset(True):
        yield 100
        chip.lines.reset(False)
    else:
        chip.write(SYSTEM_CONFIG, _SOFT_RESET)
    chip.heeds_irq = False
    chip.tuned = -1
    yield from _start_boot(chip)
    data = read_eeprom(chip, _VERSIONS, 6)
    if bytes(data) in (b"\0" * 6, b"\xff" * 6):
        raise DeviceError(NAME, "version")
    yield from _start_settings(chip)
    yield from chip.start_tuned(TX_15693, RX_15693)
    return tuple([data[at + 1] << 8 | data[at] for at in (0, 2, 4)])


def _start_boot(chip: "Radio") -> "Steps[None]":
    yield 5000
    # A chip signals the end of booting only if it is set to, so poll as well.
    for _ in range(20):
        try:
            if 0 < chip.read(IRQ_STATUS) <= ALL_IRQ:
                return
        except DeviceError:
            pass
        yield 2000


def _start_settings(chip: "Radio") -> "Steps[None]":
    written = yield from start_write_eeprom(chip, _SETTINGS, b"\x01\x00")
    pin = read_eeprom(chip, _IRQ_PIN, 1)[0]
    # Interrupts are read twice, so the first read must not clear them.
    if (yield from start_write_eeprom(chip, _IRQ_PIN, bytes((pin & 0xFC | 1,)))) or written:
        chip.write(SYSTEM_CONFIG, _SOFT_RESET)
        yield from _start_boot(chip)
    # Use the interrupt line only if it shows the boot interrupt and falls when that is cleared.
    irq = chip.lines.irq
    if irq() >= 0:
        chip.write(IRQ_ENABLE, _IDLE_IRQ)
        shown = irq() == 1
        chip.write(IRQ_CLEAR, ALL_IRQ)
        chip.heeds_irq = shown and irq() == 0


def read_eeprom(chip: "Radio", at: int, size: int) -> bytearray:
    """Return `size` bytes of the EEPROM from address `at` on; DeviceError if the chip hangs."""
    data = bytearray(size)
    chip.ask(bytes((_READ_EEPROM, at, size)), data)
    return data


def start_write_eeprom(chip: "Radio", at: int, data: bytes) -> "Steps[bool]":
    """Steps: write EEPROM bytes if they differ, as cells wear out; return whether it wrote.

    Raises DeviceError if the bytes do not read back.
    """
    if bytes(read_eeprom(chip, at, len(data))) == bytes(data):
        return False
    try:
        chip.frame(bytes((_WRITE_EEPROM, at)) + bytes(data))
    except DeviceError:
        # Writing takes longer than `frame` waits for the busy line.
        for _ in range(_EEPROM_POLLS):
            yield 1000
            if not chip.lines.busy():
                break
        else:
            raise
    yield 5000
    if bytes(read_eeprom(chip, at, len(data))) != bytes(data):
        raise DeviceError(NAME, "eeprom")
    return True
