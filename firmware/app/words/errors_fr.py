"""Les erreurs de config.json et de la liaison, en français."""

from tierce.phrases import Phrases

ERRORS = Phrases("""
line={} : {}
int={} à {}
off_int=0, ou {} à {}
bool=true ou false
text=un texte de {} à {} lettres
texts=une liste de {} à {} textes de {} à {} lettres
ints=une liste de {} nombres entiers de {} à {}
pin=0 à 29
pins=une liste de {} à {} numéros de GPIO
object=un objet, {{...}}
rules=un objet, {{...}}
list=une liste de {} à {} objets, [{{...}}]
zones=une liste de {} à {} objets, [{{...}}]
choice=un objet avec {}, qui peut valoir {}
zone=discard, meld1 à meld99, seat0 à seat5
no_file=ce fichier n'existe pas : rien n'est câblé
no_json=ce n'est pas du JSON ; il faut un objet, {{...}}
value={} n'a pas de sens ; valeurs possibles : {}
missing=manque ; valeurs possibles : {}
unknown=cette entrée n'existe pas ; il y a {}
cannot=le GPIO {} ne peut pas être {} de {} ; valeurs possibles : {}
pin_twice=le GPIO {} sert déjà à {} ; sont libres {}
twice={} sert déjà à {} ; permis une seule fois
no_leds=il n'y a pas de LED (leds) : à retirer
leds_end={}, première et nombre : le ruban n'a que les LED 0 à {}
leds_overlap={}, première et nombre : {} en a déjà une partie
button=un bouton a does, ou seat, mais pas les deux
bus=SPI {} est le bus des lecteurs ; valeurs possibles : {}
not_json=cette ligne n'est pas un objet JSON
too_long=cette ligne est trop longue ; {} octets au plus
too_much={} lignes, venues trop vite, ont été perdues
no_cmd=il n'y a pas de commande {} ; les commandes sont {}
no_what=get : il n'y a pas de {} ; il y a {}
from=from doit être un nombre entier de 0 à {}, pas {}
card={} n'est pas une carte ; les cartes s'écrivent 7H, 7H2 et X1
argument={} : {} n'a pas de sens ; valeurs possibles : {}
config=la configuration n'est pas changée ; erreurs : {}
busy={} est déjà en cours
timeout=abandonné après {} secondes
cancelled=annulé
failed=échec : {}
""")
