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
    replies: list[bytes]
    places: bytearray
    def __init__(self) -> None: ...

def request_us(size: int) -> int: ...
def inventory(buffer: bytearray, at: int, bits: int, mask: bytes, one_slot: bool) -> int: ...
def uid_of(reply: bytes | bytearray | memoryview, at: int = 0) -> bytes: ...
def as_sent(reply: bytes | bytearray | memoryview, at: int = 0) -> bytes: ...
def first_difference(uid: bytes, other: bytes) -> int: ...
def ends_in(uid: bytes, bits: int, mask: bytes) -> bool: ...
def flipped(mask: bytes, bit: int) -> bytes: ...
def with_slot(mask: bytes, bits: int, slot: int) -> bytes: ...
