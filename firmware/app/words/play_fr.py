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
limit=frapper : {} au plus
opening=prenez la carte retournée ou passez
stock_out=prendre dans la défausse ou passer
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
refused=Refusé, {} :
buys_in={} se recave à {}.
eliminated={} quitte la partie.
reshuffle=La défausse devient la pioche : {}.
power=Coupure de courant : vérifiez
came=en plus : {}
gone=en moins : {}
to_check=Remettez en place s'il le faut, puis OK.
unsteady={} est instable.
read_now={} Lu : {}.
to_judge=OK : juger ce qui est lu. - : relire.
not_recording=Partie non enregistrée
by_hand=À la main : {}.
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
won={} gagne la manche
rami_sec={} fait rami sec
gin={} fait gin
big_gin={} fait grand gin
knock={} frappe et gagne
undercut={} contre
stock_out=pioche épuisée, {} gagne
undercut_many={} contrent
won_many={} gagnent la manche
stock_out_many=pioche épuisée, {} gagnent
knock_none=égalité, personne ne marque
void_none=manche nulle, {} redonne
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


def decide():
    """Renvoie le module des textes des décisions ; chargé quand on décide ou l'affiche."""
    from app.words import decide_fr

    return decide_fr


def alerts():
    """Renvoie le module des textes des ennuis et avertissements ; chargé à l'affichage."""
    from app.words import alerts_fr

    return alerts_fr
