"""The names of games and options in English, for menus, reports and score sheets."""

from tierce.phrases import Phrases

GAMES = Phrases("""
chamberliens=Rami Chamber'liens
rami51=Rami 51
rami30=Rami 30
rami7=Rami 7
gin=Gin Rami
manipulation=Manipulation
""")

OPTIONS = Phrases("""
big_gin_bonus=bonus for a big gin
final_discard=the last card must be discarded
first_lay_points=minimum of the first lay
first_lay_pure_run=the first lay needs a pure run
gin_bonus=bonus for gin
hand=cards dealt to each seat
joker_swap=jokers on the table may be replaced
jokers_per_meld=jokers in a meld at most
knock_limit=points in hand for a knock at most
opening_draw=the first seat draws in its first turn
penalties=rounds are counted
pure_run_beside_joker=three naturals beside a joker are a pure run
stock_floor=cards left in the stock that end a round
target=total that ends the match
undercut_bonus=bonus for an undercut
""")
