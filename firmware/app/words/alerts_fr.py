"""Les textes des ennuis et des avertissements, en français ; chargés à l'affichage."""

from tierce.phrases import Phrases

STATES = Phrases("""
two_zones=une carte est sur deux zones : déplacez-la
foreign=pas une carte de ce jeu : retirez-la
changing=un téléphone, une carte bancaire ? À retirer
too_many=trop de cartes : étalez-les ou retirez-en
stacked=étalez les cartes
lost=lecteur muet : jouez sans cette zone
unsteady=instable, des cartes vont et viennent : mettez-les au milieu
""")

WARNINGS = Phrases("""
count_mismatch={} : {} cartes attendues, {} lues. Étalez-les ; l'OK d'un autre accepte.
duplicate_card={0} : {1} y arrive, mais se trouvait ailleurs
table_not_clear={} : il reste des cartes d'avant
not_your_turn={} : ce bouton ne fait rien maintenant
no_ruling=Il n'y a rien à décider là maintenant
unknown_card={} : carte inconnue, retirez-la
wrong_tag={} : ce n'est pas une carte, retirez-la
changing_tag={} : un téléphone, une carte bancaire ? À retirer
unsteady={} est instable : des cartes vont et viennent
judged_unsteady={}, instable : jugé tel que lu
two_zones={} est lu deux fois : {}, {} ; déplacez la carte
too_many_tags={} : {} cartes, c'est trop
stacked_cards={} : étalez les cartes
zones_full=Les {} zones de combinaisons sont prises : plus de place pour une autre
reader_lost={} : le lecteur ne répond plus
reader_back={} : le lecteur répond de nouveau
reader_deaf={} : le lecteur n'entendait plus, il a été relancé
not_recording=Partie non enregistrée : {}
bad_event=Pas compris : {}
""")

REASONS = Phrases("""
busy=reste occupé
timeout=pas de réponse à temps
version=pas de réponse, voyez le câblage
full=mémoire pleine
broken=mémoire en panne
damaged=abîmé
""")

# Ce qui est posé sur une zone
CHECKS = Phrases("""
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
