from tierce.phrases import Phrases

LANGUAGE: str
JOKER: str
MELD: str
RANKS: dict[str, str]
SUITS: dict[str, str]
WHY: Phrases
