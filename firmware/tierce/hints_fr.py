"""Les lignes d'un conseil, en français."""

from tierce.phrases import Phrases

HINTS = Phrases("""
deadwood=points dépareillés : {}
discard=défausser {}
lay=poser {}
down=cartes posées : {}, points : {}
nothing=rien à poser
add=ajouter {} à la {}
take=ajouter {} à la {}, prendre le joker
knocker=pose de celui qui a frappé
too_little=pas encore de première pose
first_lay=en première pose : {}
rami_sec=rami sec : toutes les cartes peuvent descendre
table=le tapis ensuite :
stands=joker pour {}
""")
