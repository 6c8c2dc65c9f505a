"""The lines of a hint, in English."""

from tierce.phrases import Phrases

HINTS = Phrases("""
deadwood=deadwood: {}
discard=discard {}
lay=lay {}
down=cards down: {}, points: {}
nothing=nothing to lay
add=add {} to {}
take=add {} to {}, take the joker
knocker=the knocker's melds
too_little=no first lay yet
first_lay=as a first lay: {}
rami_sec=rami sec: all cards can go down
table=the table then:
stands=joker for {}
""")
