JOKER: str
MELD: str
RANKS: dict[str, str]
SUITS: dict[str, str]
WHY: dict[str, str]
ERRORS: dict[str, str]
