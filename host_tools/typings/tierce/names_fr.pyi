GAMES: dict[str, str]
OPTIONS: dict[str, str]
HOW: dict[str, str]
CLAUSES: dict[str, str]
