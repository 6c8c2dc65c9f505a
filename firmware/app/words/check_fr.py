"""Ce que la table dit de cartes posées, en français ; chargé seulement pour cela."""

from tierce.phrases import Phrases

SAY = Phrases("""
of={} : {}
run=une suite
set=un brelan
set4=un carré
none=pas une combinaison
short=pas encore une combinaison
worth={} : {}
stands= ; {} pour {}
lay=Posez des cartes sur une zone. OK : retour
rules=selon les règles de {}.
""")
