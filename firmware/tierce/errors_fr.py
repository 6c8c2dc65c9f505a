"""Les données fausses, en français : ce qui ne va pas, et ce qu'il faut."""

from tierce.phrases import Phrases

ERRORS = Phrases("""
no_header=la première ligne doit être un en-tête : {{"tierce":1,"game":...}}
version=version {} du journal inconnue ; celle-ci est la version 1
players=players doit être une liste de noms
seats={} se joue à {} joueurs ; ici {}
dealer=le donneur {} n'existe pas ; les places vont de 0 à {}
no_game=il n'y a pas de jeu {} ; les jeux sont {}
no_option=il n'y a pas d'option {} à {} ; les options sont {}
option_value=option {} : {} n'a pas de sens ; elle peut valoir {}
not_object={} doit être un objet
not_list={} doit être une liste de cartes
deck_card=deck : l'étiquette {} ne nomme aucune carte : {}
deck_twice=deck : {} est nommée par deux étiquettes, {} et {}
not_event=pas un événement : il faut t et press, draw ou zone avec in, out ou joker
time=t doit être un temps en millisecondes entières, pas {}
time_falls=le temps recule : {} après {}
unknown_zone=zone inconnue {} ; les zones sont discard, meld1, meld2..., seat0...
unknown_card=carte inconnue {}
unknown_seat=place inconnue {} ; les places vont de 0 à {}
unknown_button=bouton inconnu {} ; les boutons sont {}
draw=draw doit être un nombre entier, pas {}
not_joker={} dans {} : seul un joker sur une zone de combinaison remplace une carte
joker_as=un joker remplace une carte, pas {}
not_question=pas une question : c'est {{"game":...,"hand":[...]}}
no_hand=hand manque : la liste des cartes en main
hand_size=une main de {} cartes : {} au plus
card_twice={} y est deux fois
no_meld={} porte {}, qui n'est pas une combinaison
joker_unsaid={} porte {} : jokers doit dire quelle carte son joker remplace
no_joker_there=jokers : {} n'est pas un joker posé sur le tapis
not_bool={} doit être true ou false, pas {}
no_hint_now=il n'y a rien à jouer maintenant
no_hand_there=posez votre main sur votre zone, puis appuyez sur hint
goal=goal doit être cards ou points, pas {}
""")
