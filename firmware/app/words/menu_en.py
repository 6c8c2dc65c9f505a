"""The texts of the board's menus and notices, in English; loaded only while they are shown."""

from tierce.phrases import Phrases

MENU = Phrases("""
setup=New match
play=Menu
start=Start
game=Game
seats=Players
dealer=Dealer
names=Names
options=House rules
hints=Hints
language=Language
register=Register a deck
restart=Restart
continue=Go on
hint=Hint
joker=Joker
jokers=Which joker?
faces=Joker stands for
draw_more=One card drawn
draw_less=One drawn less
score=Score sheet
end=End the match
press=Press for a seat
press_seat=Seat
deal=Deal
done=Done
knock=Knock
pass=Pass
undo=Take back the last turn
undo?=Take back this turn?
judge=Judge again
end?=End the match?
restart?=Restart the table?
register?=Stop playing to register a deck?
yes=Yes
no=No
on=yes
off=no
hand=hand counts
optional=no
required=yes
preset=Original rules
totals=Totals after round {}: right?
right=These are right: go on
drop=No match any more
drop?=Give this match up?
""")

# Shown when the table starts or a part of it fails.
NOTICES = Phrases("""
device={}: {}
no_deck=No deck registered yet: OK, menu, Register a deck
resumed=The match goes on
damaged=Journal damaged
doubt=A part of this match is lost. Check the totals; the round is dealt again.
error=An error stopped the table
""")
DEVICES = Phrases("""
pn5180=reader
mfrc522=reader
epaper=screen
oled=screen
leds=lights
scale=scale
buzzer=buzzer
buttons=buttons
readers=readers
screen=screen
lights=lights
deck=deck.bin
config=config.json
journal=journal
link=USB link
""")
