"""The errors of config.json and of the link, in English."""

from tierce.phrases import Phrases

# The first rows describe the allowed values, by kind: see app/schema.py.
ERRORS = Phrases("""
line={}: {}
int={} to {}
off_int=0, or {} to {}
bool=true or false
text=text of {} to {} letters
texts=a list of {} to {} texts, each of {} to {} letters
ints=a list of {} whole numbers from {} to {}
pin=0 to 29
pins=a list of {} to {} GPIO numbers
object=an object, {{...}}
rules=an object, {{...}}
list=a list of {} to {} objects, [{{...}}]
zones=a list of {} to {} objects, [{{...}}]
choice=an object with {}, which may be {}
zone=discard, meld1 to meld99, seat0 to seat5
no_file=there is no such file: nothing is wired
no_json=this is no JSON; it must be an object, {{...}}
value={} makes no sense; it may be {}
missing=is missing; it may be {}
unknown=there is no such entry; there are {}
cannot=GPIO {} cannot be {} of {}; it may be {}
pin_twice=GPIO {} is used by {} already; free are {}
twice={} is used by {} already; it may be there once
no_leds=there are no LEDs (leds): leave it out
leds_end={}, first and count: the strip has LEDs 0 to {} only
leds_overlap={}, first and count: {} has some of them
button=a button has does, or seat, and not both
bus=SPI {} is the readers' bus; it may be {}
not_json=this line is no JSON object
too_long=this line is too long; {} bytes at most
too_much={} lines came too fast and were dropped
no_cmd=there is no command {}; the commands are {}
no_what=get: there is no {}; there are {}
from=from must be a whole number from 0 to {}, not {}
card={} is no card; cards are as 7H, 7H2 and X1
argument={}: {} makes no sense; it may be {}
config=the config is not changed; errors: {}
busy={} is going on already
timeout=given up after {} seconds
cancelled=cancelled
failed=it did not work: {}
""")
