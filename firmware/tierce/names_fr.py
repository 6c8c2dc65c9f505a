"""Les noms des jeux et des options en français : menus, rapports, feuille de marque."""

from tierce.phrases import Phrases

GAMES = Phrases("""
chamberliens=Rami Chamber'liens
rami51=Rami 51
rami30=Rami 30
rami7=Rami 7
gin=Gin Rami
manipulation=Rami manipulation
""")

OPTIONS = Phrases("""
big_gin_bonus=prime de grand gin
final_discard=la dernière carte doit être défaussée
first_lay_points=minimum de la première pose
first_lay_pure_run=tierce franche à la première pose
gin_bonus=prime de gin
hand=cartes distribuées à chacun
joker_swap=échange des jokers posés
jokers_per_meld=jokers par combinaison, au plus
knock_limit=points en main pour frapper, au plus
opening_draw=le premier joueur pioche à son premier tour
penalties=compter les points des manches
pure_run_beside_joker=trois cartes à côté d'un joker font une tierce franche
stock_floor=cartes restant à la pioche qui arrêtent la manche
target=total qui finit la partie
undercut_bonus=prime pour avoir contré
""")
