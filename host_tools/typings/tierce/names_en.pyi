from tierce.phrases import Phrases

GAMES: Phrases
OPTIONS: Phrases
ERRORS: Phrases
