BUTTONS: tuple[str, ...]

DEAL: str
TURN: str
COUNT: str
OVER: str
