from typing import Protocol

from .canvas import Canvas
from .steps import Steps

class I2c(Protocol):
    def writeto(self, addr: int, buf: bytes | bytearray | memoryview, /) -> object: ...

class Oled:
    width: int
    height: int
    def __init__(self, i2c: I2c, address: int = 60, height: int = 64) -> None: ...
    def start_open(self) -> Steps[None]: ...
    def start_show(self, canvas: Canvas, full: bool = False) -> Steps[bool]: ...
