from tierce.phrases import Phrases

HINTS: Phrases
