"""The boards that Tierce runs on: one row each. What differs between them is here, nowhere else."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chip:
    """A chip. Sizes are in bytes; `flash` is that of its Pico boards."""

    name: str
    pico: str  # the plain board with it, in short
    families: tuple[int, ...]  # of UF2 images
    drive: str  # Board-ID of its loader, and label of the drive that the loader shows
    loader: int  # USB product id of the loader
    watchdog: int  # address of the watchdog's registers
    flash: int
    pull_down: int  # ohm: the most that pulls an input down; 0: any. RP2350-E9: a larger one stays near 2 V


@dataclass(frozen=True)
class BoardKind:
    """A board. All have the same pins on their edges.

    `image` is MicroPython's name for it, as in the download page's address, and `files` the bytes that
    this leaves for files (ports/rp2/boards). `dollars` is the list price without headers, and `year`
    that of the price.
    """

    key: str  # in a table's description and in the catalogue
    title: str
    image: str
    chip: Chip
    radio: bool
    files: int
    dollars: int
    year: int


RP2040 = Chip("RP2040", "Pico", (0xE48BFF56,), "RPI-RP2", 0x0003, 0x40058000, 2 << 20, 0)
RP2350 = Chip("RP2350", "Pico 2", (0xE48BFF59, 0xE48BFF5A), "RP2350", 0x000F, 0x400D8000, 4 << 20, 8200)
CHIPS = (RP2040, RP2350)

# The plain board of each chip comes before those with a radio.
BOARDS = (
    BoardKind("pico", "Raspberry Pi Pico", "RPI_PICO", RP2040, False, 1408 << 10, 4, 2021),
    BoardKind("pico_w", "Raspberry Pi Pico W", "RPI_PICO_W", RP2040, True, 848 << 10, 6, 2022),
    BoardKind("pico2", "Raspberry Pi Pico 2", "RPI_PICO2", RP2350, False, 3072 << 10, 5, 2024),
    BoardKind("pico2_w", "Raspberry Pi Pico 2 W", "RPI_PICO2_W", RP2350, True, 2560 << 10, 7, 2024),
)
BY_KEY = {board.key: board for board in BOARDS}
