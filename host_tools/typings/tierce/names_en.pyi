GAMES: dict[str, str]
OPTIONS: dict[str, str]
