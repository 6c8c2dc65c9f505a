"""Les données fausses qu'une table peut rencontrer. Les phrases des fichiers sont chez l'hôte."""

from tierce.phrases import Phrases

ERRORS = Phrases("""
seats={} se joue à {} joueurs ; ici {}
no_game=il n'y a pas de jeu {} ; les jeux sont {}
no_option=il n'y a pas d'option {} à {} ; les options sont {}
option_value=option {} : {} n'a pas de sens ; elle peut valoir {}
target_met=un total de {} atteint déjà la limite, qui est de {}
unknown_zone=zone inconnue {} ; les zones sont discard, meld1, meld2..., seat0...
hand_size=une main de {} cartes : {} au plus
no_meld={} porte {}, qui n'est pas une combinaison
joker_unsaid={} porte {} : jokers doit dire quelle carte son joker remplace
no_hint_now=il n'y a rien à jouer maintenant
no_hand_there=posez votre main sur votre zone, puis appuyez sur hint
""")
