"""The words of contracts, in English: only `contrat` loads them."""

from tierce.phrases import Phrases

CONTRACT = Phrases("""
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
run_too_short={} holds {}: a run takes {} cards at least
""")
