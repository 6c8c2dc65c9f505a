from .canvas import Canvas
from .lines import Drive, Level, Spi
from .steps import Steps

class Epaper:
    width: int
    height: int
    def __init__(self, spi: Spi, cs: Drive, dc: Drive, reset: Drive, busy: Level, full_every: int = 50) -> None: ...
    def start_open(self) -> Steps[None]: ...
    def start_show(self, canvas: Canvas, full: bool = False) -> Steps[bool]: ...
