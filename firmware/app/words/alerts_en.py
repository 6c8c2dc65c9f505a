"""The texts of troubles and warnings, in English; loaded only while one is shown."""

from tierce.phrases import Phrases

# The troubles that a zone's light shows: what is wrong and what to do.
STATES = Phrases("""
two_zones=a card lies in two zones: move it
foreign=no card of this game: take it away
changing=a phone or bank card? Take it away
too_many=too many cards: spread them or take some away
stacked=spread the cards
lost=reader does not answer: play without this zone
unsteady=unsteady, cards come and go: put them in its middle
""")

WARNINGS = Phrases("""
count_mismatch={}: {} cards expected, {} read. Spread them; another's OK accepts.
duplicate_card={0}: {1} came here, but was elsewhere too
table_not_clear={}: cards are left from before
not_your_turn={}: that button does nothing now
no_ruling=There is nothing to decide there now
unknown_card={}: unknown card, take it away
wrong_tag={}: that is no card, take it away
changing_tag={}: a phone or bank card? Take it away
unsteady={} is unsteady: cards come and go
judged_unsteady={} was unsteady: judged as it was read
two_zones={} is read twice: {}, {}; move the card
too_many_tags={}: {} cards are too many
stacked_cards={}: spread the cards
zones_full=All {} meld zones are in use: no room for another meld
reader_lost={}: the reader does not answer
reader_back={}: the reader is back
reader_deaf={}: the reader heard nothing and was restarted
not_recording=Not recording: {}
bad_event=Not understood: {}
""")

# Why a device failed or the journal stopped
REASONS = Phrases("""
busy=it stays busy
timeout=no answer in time
version=no answer, check the wiring
full=memory full
broken=memory faulty
damaged=damaged
""")

# What lies on a zone
CHECKS = Phrases("""
of={}: {}
run=a run
set=a set
set4=a set of four
none=no meld
short=not yet a meld
worth={}: {}
stands=; {} for {}
lay=Lay cards on any zone. OK: back
rules=by the rules of {}.
""")
