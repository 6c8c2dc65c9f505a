"""Les textes de la table en jeu, en français. Les raisons d'un refus viennent du moteur."""

from tierce import words_fr
from tierce.phrases import Phrases

LANGUAGE = "fr"
TABLE = words_fr  # les mots du moteur : cartes, combinaisons

HEADS = Phrases("""
turn=À vous, {}|À {}|{}
deal=À {} de donner|Donne : {}
count=Vos cartes, {}|Compte : {}
count_all=Posez vos mains|On compte
won={} gagne !|Gagné : {}|{}
won_all={} gagnent !|{}
over=Partie finie
menu=Tierce
teach=Posez {}|{}
teach_done=Jeu enregistré|Fini
check=Vérifiez la table|Vérifiez
trouble=À régler
""")

SAY = Phrases("""
and=et
of={} : {}
seat=Place {}
hand_of=zone de {}
hand_of_=zone d'{}
discard=défausse
round=manche {}
dealer=donneur {}
stock=pioche {}
draws=piochées {}
opening=prenez la carte retournée ou passez
total=total
rounds=La marque
to_deal=Donnez les cartes, puis OK.
to_deal_upcard=Donnez, retournez une carte, puis OK.
to_count=Posez votre main sur votre zone, puis OK : {}
to_lay_down=Posez vos combinaisons, le reste sur votre zone, puis OK.
knocked={} a frappé.
to_begin=OK : menu
passes=passe
takes=prend la défausse
lays=pose {}
keeps=garde {}
keeps_none=n'a plus de carte
undo=reprendre le tour de {}
undo_=reprendre le tour d'{}
undone=le tour de {} est repris.
undone_=le tour d'{} est repris.
refused=Refusé, {} :
reshuffle=La défausse devient la pioche : {}.
power=Coupure de courant : vérifiez
came=en plus : {}
gone=en moins : {}
to_check=Remettez en place s'il le faut, puis OK.
unsteady={} est instable.
read_now={} Lu : {}.
to_judge=OK : juger ce qui est lu. - : relire.
not_recording=Partie non enregistrée
hint=Conseil
teach_where=Posez la carte ici : {}.
teach_count=carte {} sur {}
teach_second=deuxième jeu
teach_keys=+ passer, - revenir, OK long : finir
teach_seen=Cette étiquette est déjà {}.
teach_one=Une seule carte, s'il vous plaît.
teach_done=Enregistré : {}.
teach_some=Il en manque {}, à enregistrer plus tard.
""")

POINTS = ("point", "points")
CARDS = ("carte", "cartes")

ROUND = Phrases("""
out={} a tout posé
rami_sec={} fait rami sec
gin={} fait gin
big_gin={} fait grand gin
knock={} frappe et gagne
undercut={} contre
stock_out=pioche épuisée, {} gagne
undercut_many={} contrent
stock_out_many=pioche épuisée, {} gagnent
knock_none=égalité, personne ne marque
void_none=manche nulle, {} redonne
""")

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
count_mismatch={} : {} cartes attendues, {} lues. Étalez-les ; OK encore pour accepter.
duplicate_card={0} : {1} y arrive, mais se trouvait ailleurs
table_not_clear={} : il reste des cartes d'avant
not_your_turn={} : ce bouton ne fait rien maintenant
no_ruling=Il n'y a pas de tour à reprendre
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


def many(number):
    """Dit si ce nombre demande le pluriel."""
    return number > 1


def names():
    """Renvoie le module des noms ; chargé quand un menu ou un rapport en a besoin."""
    from tierce import names_fr

    return names_fr


def menu():
    """Renvoie le module des textes des menus et des avis ; chargé quand on en affiche un."""
    from app.words import menu_fr

    return menu_fr
