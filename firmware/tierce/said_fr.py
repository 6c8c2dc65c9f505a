"""Les motifs de refus et les lignes d'un conseil, en français ; chargés seulement pour en dire un."""

from tierce.phrases import Phrases

WHY = Phrases("""
card_left_table={} était sur le tapis et l'a quitté
meld_broken={1} a quitté la {0} : les combinaisons posées ne se défont pas
meld_too_short={} : {} ; une combinaison compte au moins trois cartes
not_a_meld={} : {} ; ni suite, ni brelan, ni carré
set_same_suit={} : {} ; un brelan ou un carré veut des couleurs différentes
too_many_jokers={} : {} ; {} joker au plus dans une combinaison
joker_undeclared={} : {} ; dites quelle carte le joker remplace
joker_changed={} : {} ; le joker reste à la place de {}
joker_before_laying=il faut avoir posé pour reprendre un joker
joker_wrong_card={} : le joker ne s'échange que contre {}
joker_not_replayed=le joker repris doit être rejoué dans le même tour
first_round_no_lay=on ne pose pas à son premier tour, sauf un rami sec
lay_off_before_laying=il faut avoir posé pour compléter avec {}
first_lay_pure_run=la première pose demande une tierce franche (suite sans joker)
first_lay_points=la première pose vaut {} points, il en faut {}
contract=le contrat demande {} ; posé : {}
discard_first_round=la défausse se prend à partir de son deuxième tour
must_draw_stock=à carte, on doit piocher
upcard_passed=les deux joueurs ont passé : il faut piocher
discard_not_melded={} vient de la défausse et doit être posé dans le même tour
not_top_discard={} était sous la défausse : seule la carte du dessus se prend
not_all_above={} était sous d'autres cartes de la défausse : il faut les prendre avec
return_same_card={} vient d'être pris et ne peut être défaussé dans le même tour
no_draw=cartes piochées : {}, il en faut au moins {}
no_draw_no_meld=cartes piochées : {}, rien de posé ; sans poser il en faut {}
upcard_or_pass=il faut prendre la carte retournée ou passer
pile_or_pass=la pioche est épuisée : il faut prendre dans la défausse ou passer
too_many_draws=cartes piochées : {}, permises : {}
third_draw_no_meld=qui pioche une troisième carte ne pose pas à ce tour
nothing_added=le tapis a changé sans qu'une carte de la main y soit ajoutée
too_many_cards=cartes posées : {}, cartes en main : {}
two_discards=cartes défaussées : {}, une seule permise
no_discard=il faut se défausser ; cartes en main : {}
no_big_gin=pas de grand gin : {} points dépareillés ; il faut se défausser
no_final_discard=la dernière carte doit être défaussée
pass_not_allowed=on ne passe pas : il faut piocher et se défausser
pass_too_early=on ne passe qu'au début de son tour, la pioche une fois épuisée
pass_manipulation=on ne passe pas : il faut piocher, puis poser ou piocher encore
pass_after_drawing=qui a pioché ne passe plus
knock_not_allowed=on ne frappe pas à ce jeu
knock_last_turns=la pioche est épuisée : on ne frappe plus aux derniers tours
knock_too_high={} points en main, {} permis pour frapper
knock_deadwood={} points dépareillés, {} permis pour frapper
out_of_turn=ce n'est pas le tour de ce joueur
""")

HINTS = Phrases("""
deadwood=points dépareillés : {}
discard=défausser {}
lay=poser {}
down=cartes posées : {}, points : {}
nothing=rien à poser
add=ajouter {} à la {}
take=ajouter {} à la {}, prendre le joker
knocker=pose de celui qui a frappé
too_little=pas encore de première pose
first_lay=en première pose : {}
rami_sec=rami sec : toutes les cartes peuvent descendre
table=le tapis ensuite :
stands=joker pour {}
""")
