from tierce.phrases import Phrases

ERRORS: Phrases
