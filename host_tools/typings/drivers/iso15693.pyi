OPTION: int
FAST_INVENTORY_READ: int
NXP: int
T1: int
T2: int
SOF: int
EOF: int
REPLY: int
REPLY_US: int
BLOCK: int
MOST_MASK: int
SILENT: int
GOOD: int
COLLISION: int
GARBLED: int

class Heard:
    kinds: bytearray
    wires: list[bytes]
    places: bytearray
    def __init__(self) -> None: ...

def request_us(size: int) -> int: ...
def inventory(buffer: bytearray, at: int, bits: int, wire: bytes, one_slot: bool) -> int: ...
def uid_of(wire: bytes | bytearray | memoryview, at: int = 0) -> bytes: ...
def wire_of(wire: bytes | bytearray | memoryview, at: int = 0) -> bytes: ...
def first_difference(uid: bytes, other: bytes) -> int: ...
def ends_in(uid: bytes, bits: int, wire: bytes) -> bool: ...
def flipped(wire: bytes, bit: int) -> bytes: ...
def with_slot(wire: bytes, bits: int, slot: int) -> bytes: ...
