"""Les mots des contrats, en français : seul `contrat` les charge."""

from tierce.phrases import Phrases

CONTRACT = Phrases("""
set={} brelan
sets={} brelans
run={} suite
runs={} suites
and={} et {}
none=rien
of=contrat : {}
deal=Contrat : {}. Donnez {} cartes à chacun, retournez une carte, puis OK.
met=le contrat est rempli : {}
lacks=le contrat n'est pas encore rempli : {}
no_more=le contrat demande {}, sans plus ; combinaisons nouvelles : {}
side_by_side=le contrat demande {} ; deux suites qui se touchent, {} et {}, n'en font qu'une
contract_laid=le contrat est posé : on ne fait plus que compléter
goes_out=le dernier contrat ne se pose qu'en finissant ; cartes en main : {}
run_too_short={} : {} ; une suite compte au moins {} cartes
""")
