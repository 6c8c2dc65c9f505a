"""Les textes des menus et des avis de la table, en français ; chargés seulement à l'affichage."""

from tierce.phrases import Phrases

MENU = Phrases("""
setup=Nouvelle partie
play=Menu
start=Commencer
game=Jeu
seats=Joueurs
dealer=Donneur
names=Noms
options=Règles de la maison
hints=Conseils
language=Langue
register=Enregistrer un jeu
restart=Redémarrer
continue=Reprendre
hint=Conseil
joker=Joker
jokers=Quel joker ?
faces=Le joker remplace
draw_more=Une carte piochée
draw_less=Une piochée en moins
score=Feuille de marque
end=Finir la partie
press=Appuyer pour...
press_seat=Joueur
deal=Donner
done=Fini
knock=Frapper
pass=Passer
undo=Reprendre le dernier tour
undo?=Reprendre ce tour ?
judge=Juger à nouveau
end?=Finir la partie ?
restart?=Redémarrer la table ?
register?=Cesser de jouer pour enregistrer un jeu ?
yes=Oui
no=Non
on=oui
off=non
hand=sa main
optional=non
required=oui
preset=Règles d'origine
totals=Totaux après la manche {} : justes ?
right=Ils sont justes : on continue
drop=Plus de partie
drop?=Abandonner cette partie ?
""")

NOTICES = Phrases("""
device={} : {}
no_deck=Pas encore de jeu enregistré : OK, menu, Enregistrer un jeu
resumed=La partie reprend
damaged=Journal abîmé
doubt=Un bout de cette partie est perdu. Vérifiez les totaux ; la manche est redonnée.
error=Une erreur a arrêté la table
""")
DEVICES = Phrases("""
pn5180=lecteur
mfrc522=lecteur
epaper=écran
oled=écran
leds=voyants
scale=balance
buzzer=sonnerie
buttons=boutons
readers=lecteurs
screen=écran
lights=voyants
deck=deck.bin
config=config.json
journal=journal
link=liaison USB
""")
