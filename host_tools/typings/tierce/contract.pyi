from collections.abc import Sequence

from tierce.phrases import Phrases

CONTRACT_EN: Phrases
CONTRACT_FR: Phrases

def texts(language: str) -> Phrases: ...
def said(contract: Sequence[int], language: str) -> str: ...
def line(key: str, contract: Sequence[int], language: str, *values: object) -> str: ...
