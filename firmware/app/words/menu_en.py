"""The texts of the board's menus and notices, in English; loaded only while they are shown."""

from tierce.phrases import Phrases

MENU = Phrases("""
setup=New match
play=Menu
start=Start
game=Game
seats=Players
dealer=Dealer
lot=Draw the first dealer by lot
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
go_on=Go on with other players or rules
begin=Go on
carried=Totals so far
played=Rounds played
what=What is this?
drop=Give this match up
press=Press for a seat
press_seat=Seat
deal=Deal
done=Done
knock=Knock
pass=Pass
decide=The people decide
undo=Take back the last turn
accept=Let this turn pass
void=This round does not count
points=Correct a score
count=Say what a hand counts
cards=Number of cards in a hand
put=Put a card by hand
rank=Card
suit=Suit
pack=Deck
where=Where
put_now=Put {} here: {}
take=Take a card out by hand
take_now=Take {} out: {}
reshuffle=The pile was shuffled
end=End the match now
figure={}:
who=Player
amount=How many
next=Go on
rule?={}?
judge=Judge again
restart?=Restart the table?
register?=Stop playing to register a deck?
yes=Yes
no=No
on=yes
off=no
hand=hand counts
double=hand counts twice
by_seats=by the players
by_round=one card more each round
ten_twelve=ten, then twelve
gin=gin only
optional=no
required=yes
preset=Original rules
totals=Totals after round {}: right?
right=These are right: go on
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
# Why a card can't be put by hand or taken out
BY_HAND = Phrases("""
no_match=There is no match in play.
no_zone=This table has no such zone.
no_card=That card is not in this game.
lies=For the table, that card lies somewhere already.
not_there=That card does not lie there.
is_read=The reader sees that card: take it away.
secret=A hand is secret until it is counted.
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
