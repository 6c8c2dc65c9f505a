"""Les textes des décisions des joueurs, en français ; chargés quand on décide ou l'affiche."""

from tierce.phrases import Phrases

ASK = Phrases("""
never=Ces règles tiennent toujours
accept=Le tour de {} passe tel quel
accept_=Le tour d'{} passe tel quel
void=La manche {} ne compte pas, {} redonne
points={} {} : de {} à {}
count=La main de {} compte {}
count_=La main d'{} compte {}
hand={} : {}, et non {}
reshuffle={} de la défausse vont dans la pioche
end=La partie finit avec {}
""")

DID = Phrases("""
undo=Le tour de {} est repris
undo_=Le tour d'{} est repris
accept=Le tour de {} passe quand même : {}
accept_=Le tour d'{} passe quand même : {}
void=La manche ne compte pas
points=Score de {} corrigé : {}, maintenant {}
points_=Score d'{} corrigé : {}, maintenant {}
count=La main de {} compte {}
count_=La main d'{} compte {}
hand={} a {} en main
reshuffle=La défausse a été mélangée
end=La partie finit maintenant
""")

WAIVED = Phrases("""
first_round_no_lay=une pose au premier tour
lay_off_before_laying=un ajout avant d'avoir posé
joker_before_laying=un joker avant d'avoir posé
first_lay_pure_run=pas de tierce franche
first_lay_points=pas assez de points
contract=pas le contrat
discard_first_round=la défausse au premier tour
must_draw_stock=rien de pioché
discard_not_melded=la défausse non posée
not_top_discard=pas le dessus de la défausse
return_same_card=la carte prise, remise
no_draw=rien de pioché
too_many_draws=trop de cartes piochées
third_draw_no_meld=une pose après une troisième pioche
nothing_added=rien d'ajouté
no_final_discard=pas de dernière défausse
""")
