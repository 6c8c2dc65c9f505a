from tierce.phrases import Phrases

CONTRACT: Phrases
