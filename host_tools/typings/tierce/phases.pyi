BUTTONS: tuple[str, ...]
HAND: str
RULINGS: dict[str, str]

DEAL: str
TURN: str
COUNT: str
OVER: str
