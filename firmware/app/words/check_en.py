"""What the board says of cards that are laid, in English; loaded only for that."""

from tierce.phrases import Phrases

SAY = Phrases("""
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
