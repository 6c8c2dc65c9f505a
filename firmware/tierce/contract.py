"""A contract of `contrat` as a player says it. A contract is the pair (sets, runs).

Only `contrat` loads this module. Both languages are here, as a file takes a whole block of flash.
"""

from tierce.phrases import Phrases

CONTRACT_EN = Phrases("""
set={} set
sets={} sets
run={} run
runs={} runs
and={} and {}
none=nothing
of=contract: {}
deal=Contract: {}. Deal {} cards to each, turn a card up, then OK.
met=the contract is met: {}
lacks=the contract is not met yet: {}
no_more=the contract asks for {} and no more; new melds: {}
side_by_side=the contract asks for {}; two runs side by side, {} and {}, are one
contract_laid=the contract is laid: from now on this seat only lays off
goes_out=the last contract is laid only by going out; cards in hand: {}
run_too_short={} holds {}: a run takes at least {} cards
""")
CONTRACT_FR = Phrases("""
set={} brelan
sets={} brelans
run={} suite
runs={} suites
and={} et {}
none=rien
of=contrat : {}
deal=Contrat : {}. Distribuez {} cartes, retournez une carte, puis OK.
met=le contrat est rempli : {}
lacks=le contrat n'est pas encore rempli : {}
no_more=le contrat demande {}, sans plus ; combinaisons nouvelles : {}
side_by_side=le contrat demande {} ; deux suites qui se touchent, {} et {}, n'en font qu'une
contract_laid=le contrat est posé : il reste à compléter
goes_out=le dernier contrat ne se pose qu'en finissant ; cartes en main : {}
run_too_short={} : {} ; une suite compte au moins {} cartes
""")


def texts(language: str) -> Phrases:
    """Return the sentences about contracts in a language ("en", "fr")."""
    return CONTRACT_FR if language == "fr" else CONTRACT_EN


def said(contract: "Sequence[int]", language: str) -> str:
    """Return a contract, or any number of sets and runs: "2 sets and 1 run"."""
    phrases = texts(language)
    parts = []
    for count, one, many in zip(contract, ("set", "run"), ("sets", "runs")):
        if count:
            parts.append(phrases[one if count == 1 else many].format(count))
    if len(parts) == 2:
        return phrases["and"].format(*parts)
    return parts[0] if parts else phrases["none"]


def line(key: str, contract: "Sequence[int]", language: str, *values: object) -> str:
    """Return a sentence about a contract, by its key."""
    return texts(language)[key].format(said(contract, language), *values)
