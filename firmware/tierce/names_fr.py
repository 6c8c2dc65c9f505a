"""Ce dont la partie elle-même n'a pas besoin : noms des jeux et options, erreurs."""

from tierce.phrases import Phrases

# Dans l'ordre des menus.
GAMES = Phrases("""
rami51=Rami 51
rami30=Rami 30
rami40=Rami 40
chamberliens=Rami Chamber'liens
rami7=Rami 7
rami_classique=Rami classique
kaluki=Kaluki
contrat=Rami contrat
rami500=Rami 500
atelier=Rami atelier
gin=Gin Rami
manipulation=Rami manipulation
""")

# Dans l'ordre des menus.
OPTIONS = Phrases("""
target=total qui finit la partie
first_lay_points=minimum de la première pose
first_lay_pure_run=tierce franche à la première pose
low_ace=points d'un as avant un 2, à la pose
pure_run_beside_joker=trois cartes à côté d'un joker font une tierce franche
first_turn_lay=on peut poser à son premier tour
rami_sec_waives=ce dont un rami sec est dispensé
lay_off_before_laying=compléter et reprendre un joker sans avoir posé
lay_off_with_first_lay=compléter au tour de la première pose
last_contract_goes_out=le dernier contrat ne se pose qu'en finissant
hand=cartes distribuées à chacun
jokers=jokers dans le jeu
jokers_per_meld=jokers par combinaison, au plus
same_suit_twice=une couleur peut venir deux fois dans un brelan
joker_swap=échange des jokers posés
first_turn_discard=prendre la défausse dès son premier tour
joker_kept=un joker repris peut rester en main
joker_swap_set=cartes qui prennent le dernier joker d'un brelan
discard_to_hand=la défausse prise peut rester en main
single_card_draws_stock=à carte, on doit piocher
final_discard=la dernière carte doit être défaussée
check_melds=la table dit aussitôt ce qui est posé
opening_draw=le premier joueur pioche à son premier tour
penalties=compter les points des manches
recave=qui atteint la limite se recave
winner_scores=le gagnant marque ce que les autres ont en main
joker_in_hand=points d'un joker en main
ace_in_hand=points d'un as en main
not_laid=points d'un joueur qui n'a pas posé
not_laid_alone=les mêmes, si seul le gagnant a posé
rami_sec_factor=facteur d'un rami sec
rami_sec_bonus=points du gagnant pour un rami sec
out_bonus=points du gagnant qui a tout posé
out_bonus_alone=les mêmes, si seul le gagnant a posé
knock_limit=points en main pour frapper, au plus
knock_by_upcard=la carte retournée fixe la limite pour frapper
oklahoma_ace=limite pour frapper si un as est retourné
spade_doubles=un pique retourné double la manche
gin_bonus=prime de gin
big_gin_bonus=prime de grand gin
undercut_bonus=prime pour avoir contré
tie_undercuts=l'égalité est un contre
upcard_after_passes=après deux passes, la carte retournée se prend encore
discard_taken_card=on peut défausser la carte qu'on vient de prendre
stock_floor=cartes restant à la pioche qui arrêtent la manche
game_bonus=prime du gagnant de la partie
box_bonus=prime par manche gagnée, à la fin
shutout_doubles=points du gagnant doublés si l'autre n'a gagné aucune manche
hollywood=trois colonnes (Hollywood)
match_bonus=prime pour avoir atteint l'objectif
round_bonus=prime des autres par manche gagnée
""")

# Les erreurs qu'une table peut rencontrer ; celles des fichiers sont chez l'hôte.
ERRORS = Phrases("""
seats={} se joue à {} joueurs ; ici {}
no_game=il n'y a pas de jeu {} ; les jeux sont {}
no_option=il n'y a pas d'option {} à {} ; les options sont {}
option_value=option {} : {} n'a pas de sens ; elle peut valoir {}
target_met=un total de {} atteint déjà la limite, qui est de {}
contracts_over={} manches sont déjà jouées, et la partie en a {}
hollywood_totals=avec trois colonnes (hollywood), une partie ne reprend pas à partir de totaux
unknown_zone=zone inconnue {} ; les zones sont discard, meld1, meld2..., seat0...
hand_size=une main de {} cartes : {} au plus
no_meld={} porte {}, qui n'est pas une combinaison
joker_unsaid={} porte {} : jokers doit dire quelle carte son joker remplace
no_hint_now=il n'y a rien à jouer maintenant
no_hand_there=posez votre main sur votre zone, puis appuyez sur hint
""")
