"""What the page says now and then: troubles, warnings, what a ruling has done, what lies there.

Loaded only while there is any.
"""

from app.people.names import card_of, name_of, of, signed, some, zone_of
from app.people.text import BLACK, PLAIN, SMALL, block, capital, cut, laid_out, listed, parts, wrap
from tierce.outcomes import keys


def add(blocks, text, columns, style=PLAIN):
    """Add a block of one text."""
    blocks.append(block(wrap(text, columns), style))


def trouble(show, words, columns, blocks):
    """Add what disturbs play: a power loss, unsteady zones, troubles of zones."""
    say = words.SAY
    if show.differences:
        lines = []
        for zone, gone, came in show.differences:
            pieces = []
            if gone:
                pieces.append(say["gone"].format(" ".join([card_of(c, words) for c in gone])))
            if came:
                pieces.append(say["came"].format(" ".join([card_of(c, words) for c in came])))
            where = capital(zone_of(show, zone, words))
            lines.extend(wrap("%s, %s" % (where, " ; ".join(pieces)), columns))
        blocks.append(block(wrap(say["power"], columns), BLACK) + block(lines))
        add(blocks, say["to_check"], columns)
    asked = []
    for zone, read in show.unsteady:
        text = say["unsteady"].format(capital(zone_of(show, zone, words)))
        if read:
            text = say["read_now"].format(text, " ".join([card_of(c, words) for c in read]))
        add(blocks, text, columns, BLACK)
        asked.append((zone, "unsteady"))
    if asked:
        add(blocks, say["to_judge"], columns)
    for zone, state in show.trouble:
        if (zone, state) in asked:
            continue
        where = capital(zone_of(show, zone, words))
        text = words.alerts().STATES.get(state, state)
        add(blocks, say["of"].format(where, text), columns, BLACK)


def notes(show, words, columns, blocks):
    """Add the warnings, the newest first, and whether nothing is recorded."""
    warnings = list(show.warnings)
    warnings.reverse()
    silent = not show.recording
    troubled = [zone for zone, _ in show.trouble]
    for outcome in warnings:
        if outcome[3] in troubled or outcome[-1] in troubled:
            continue  # the zone's trouble is shown already
        if outcome[2] == "not_recording":
            silent = False
        add(blocks, warning_of(show, outcome, words), columns)
    if silent:
        add(blocks, words.SAY["not_recording"], columns, BLACK)


def warning_of(show, outcome, words, most=12):
    """Return the sentence of a warning; if it has none, its code and values."""
    code = outcome[2]
    texts = words.alerts()
    text = texts.WARNINGS.get(code)
    if text is None:
        return " ".join([str(value) for value in outcome[2:]])
    said = []
    for key, value in zip(keys(outcome), outcome[2:]):
        if key in ("zone", "other"):
            value = zone_of(show, value, words, most)
        elif key == "card":
            value = card_of(value, words)
        elif key == "seat":
            value = name_of(show, value, words, most)
        elif key == "reason":
            value = texts.REASONS.get(value, value)
        elif key == "figures":
            value = words.names().ERRORS.get(value[0], value[0]).format(*value[1:])
        said.append(value)
    return capital(text.format(*said[1:]))


def ruled(show, words, columns, blocks):
    """Add what the ruling `show.ruled` has done."""
    outcome = show.ruled
    texts = words.decide()
    ruling = outcome[2]
    name = name_of(show, outcome[3], words, max(4, columns // 2)) if len(outcome) > 3 else ""
    values = ()
    if ruling == "accept":
        values = (listed([texts.WAIVED[code] for code in outcome[4]], words),)
    elif ruling == "points":
        values = (signed(outcome[4]), outcome[5][outcome[3]])
    elif ruling == "count":
        values = (some(outcome[4], "points", words),)
    elif ruling == "hand":
        values = (some(outcome[4], "cards", words),)
    add(blocks, of(texts.DID, ruling, name, *values) + ".", columns)


def checks(show, words, columns, blocks):
    """Add what lies on the zones that were checked: see app.match.checks."""
    from tierce.check import light

    say = words.alerts().CHECKS
    for zone, checked in show.checks.found:
        kind, cards, stands, points, _, why = checked
        # A meld whose joker is not declared is a meld all the same.
        key = kind if kind != "none" else "none" if light(checked) else "short"
        if kind == "set" and len(cards) == 4:
            key = "set4"
        lines = wrap(say["of"].format(capital(zone_of(show, zone, words)), say[key]), columns)
        rows = block(lines, PLAIN if key == "short" else BLACK)
        why = [words.why(each) for each in why]
        if not why:
            text = " ".join([card_of(card, words) for card in cards])
            text = say["worth"].format(text, some(points, "points", words))
            for joker in sorted(stands):
                text += say["stands"].format(card_of(joker, words), card_of(stands[joker], words))
            why = [text]
        if key != "short":
            for each in why:
                rows.extend(block(wrap(capital(each) + ".", columns)))
        blocks.append(rows)


def what(show, words, columns, lines):
    """Return the rows of the page "What is this?"."""
    say = words.alerts().CHECKS
    head = (SMALL, cut(words.menu().MENU["what"], columns), BLACK)
    blocks = []
    checks(show, words, columns, blocks)
    if not blocks:
        add(blocks, say["lay"], columns)
    rules = say["rules"].format(words.names().GAMES[show.checks.game])
    add(blocks, capital(rules), columns)
    made = laid_out(head, head, blocks, columns, lines)
    return made[show.page % len(made)]


def teach(show, words, columns, blocks):
    """Add what the registration of a deck asks for: the card, where, how many are done, keys."""
    card, zone, known, of, key = show.teach
    say = words.SAY
    if card is None:
        blocks.append(block(wrap(say["teach_done"].format(some(known, "cards", words)), columns)))
        if known < of:
            missing = some(of - known, "cards", words)
            blocks.append(block(wrap(say["teach_some"].format(missing), columns)))
        return
    if key:
        text = say.get(key, key).format(card_of(card, words))
        blocks.append(block(wrap(text, columns), BLACK))
    if zone:
        where = say["teach_where"].format(zone_of(show, zone, words))
        blocks.append(block(wrap(where, columns)))
    pieces = [capital(say["teach_count"].format(known + 1, of))]
    if len(card) == 3:
        pieces.append(say["teach_second"])
    blocks.append(block(parts(pieces, columns)))
    blocks.append(block(wrap(say["teach_keys"], columns)))
