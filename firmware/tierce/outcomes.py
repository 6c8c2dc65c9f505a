"""Outcomes as tuples, and each as a line of JSON: LOG.md "Outcomes".

An outcome is (event, t, *values). KEYS gives the names of the values, in the order of the log. The
line is made from the tuple because MicroPython's dicts have no order. The `answer` of a hint is a
list of (name, value); the line has these pairs as keys of its own. `figures` are reasons (said).
"""

from tierce.phrases import Phrases

# LOG.md "Codes, in this order". One text takes half the memory of a tuple.
CODES = """
card_left_table
meld_broken
meld_too_short
not_a_meld
set_same_suit
too_many_jokers
joker_undeclared
joker_changed
joker_before_laying
joker_wrong_card
joker_not_replayed
first_round_no_lay
lay_off_before_laying
first_lay_pure_run
first_lay_points
contract
discard_first_round
must_draw_stock
discard_not_melded
not_top_discard
return_same_card
no_draw
too_many_draws
third_draw_no_meld
nothing_added
too_many_cards
no_discard
no_final_discard
pass_not_allowed
knock_not_allowed
knock_too_high
out_of_turn
"""

# The keys of each outcome; of a warning under its code, of a ruling under `ruling_` and its name.
KEYS = Phrases("""
turn=seat took laid hand
refused=seat codes figures
reshuffle=stock
round=round how winners scores totals dealer short columns
recave=seats eliminated totals
match=winners ranking totals
meld=zone kind cards jokers points codes
hint=seat answer
ruling_undo=ruling seat hand totals
ruling_accept=ruling seat codes figures
ruling_void=ruling
ruling_points=ruling seat points totals columns
ruling_count=ruling seat points
ruling_hand=ruling seat cards
ruling_reshuffle=ruling
ruling_end=ruling
count_mismatch=code zone expected read
duplicate_card=code zone card
table_not_clear=code zone
not_your_turn=code seat
no_ruling=code ruling
bad_event=code figures
changing_tag=code zone
judged_unsteady=code zone
log_damaged=code round
not_recording=code reason
reader_back=code zone
reader_deaf=code zone
reader_lost=code zone
stacked_cards=code zone
too_many_tags=code zone read
two_zones=code card zone other
unknown_card=code zone card
unsteady=code zone
wrong_tag=code zone
zones_full=code zones
""")


def keys(outcome: "tuple[Any, ...]") -> "list[str]":
    """Return the names of the values of an outcome, from the third item on.

    The last values may be absent: a round has `short` only if a seat was short, and `columns` only
    under Hollywood.
    """
    event = outcome[0]
    if event == "ruling":
        event = "ruling_" + outcome[2]
    return KEYS[outcome[2] if event == "warning" else event].split()[: len(outcome) - 2]


_join = str.join


def text(value: object, gap: str = "", most: int = 20) -> str:
    """Return a value as JSON, the same on every Python; `gap` follows each comma and colon.

    Keys are sorted: MicroPython's json gives them in any order, and takes some that are no text.
    Deeper than `most` it is cut.
    """
    if isinstance(value, str):
        try:
            # In bytes, as MicroPython looks up each letter of a text among all its names.
            plain = '"' not in value and "\\" not in value and min(value.encode() or b" ") >= 32
        except UnicodeError:  # half a letter, as JSON can have it
            plain = False
        if not plain:
            value = _join("", [_escape(letter) for letter in value])
        return '"%s"' % value
    if isinstance(value, (dict, list, tuple)) and not most:
        return "..."
    if isinstance(value, dict):
        pairs = [text(key) + ":" + gap + text(value[key], gap, most - 1) for key in sorted(value, key=str)]
        return "{%s}" % _join("," + gap, pairs)
    if isinstance(value, (list, tuple)):
        return "[%s]" % _join("," + gap, [text(each, gap, most - 1) for each in value])
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    return str(value)


def _escape(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    return letter if " " <= letter < "\ud800" or letter > "\udfff" else "\\u%04x" % ord(letter)


def line(outcome: "tuple[Any, ...]") -> str:
    """Return an outcome as a line of JSON: keys in the order of the log, no spaces."""
    pairs = [("t", outcome[1]), ("event", outcome[0])]
    for i, key in enumerate(keys(outcome)):
        if key == "answer":
            pairs.extend(outcome[i + 2])
        else:
            pairs.append((key, outcome[i + 2]))
    return line_of(pairs)


def line_of(pairs: "list[tuple[str, Any]]") -> str:
    """Return an object, given as a list of (name, value), as a line of JSON."""
    return "{%s}" % ",".join(['"%s":%s' % (key, text(value)) for key, value in pairs])
