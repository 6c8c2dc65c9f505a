"""The pages that show a table, as rows of text (see app.people.text). Pure: values in, rows out.

Troubles come first, then the last verdict with its reasons, what to do next, and the state of the
match. `words` is an app.people.words.BoardWords.
"""

from app.people.names import card_of, name_of, names_of, signed, some, turn_of, zone_of
from app.people.text import (
    BLACK,
    CENTRE,
    FEW,
    LARGE,
    PLAIN,
    ROOMY,
    SMALL,
    block,
    capital,
    cut,
    laid_out,
    listed,
    parts,
    wide,
    wrap,
)

# Small letters are used rather than cutting a name to fewer columns than this.
_LEAST_NAME = 8


def _add(blocks, text, columns, style=PLAIN):
    """Add a block of one text."""
    blocks.append(block(wrap(text, columns), style))


def heads(key, words):
    """Return the texts of a headline, the longest first."""
    return (words.HEADS.get(key) or words.HEADS["menu"]).split("|")


def _head(show, words, columns):
    """Return (texts, name): the possible texts of the headline, and the name in it."""
    key = show.phase
    name = ""
    seats = ()
    verdict = show.verdict
    if show.differences or show.unsteady:
        key = "check"
    elif key == "turn" and show.seat >= 0:
        seats = [show.seat]
    elif key == "deal":
        seats = [show.dealer]
    elif key == "count":
        if len(show.awaited) == 1:
            seats = show.awaited
        else:
            key = "count_all"
    elif key == "over":
        # Nobody has won where all have the same.
        if verdict and verdict[0] == "match" and 0 < len(verdict[2]) < len(verdict[4]):
            seats = verdict[2]
            key = "won_all" if len(seats) > 1 else "won"
    elif key == "teach" and show.teach:
        if show.teach[0] is None:
            key = "teach_done"
        else:
            name = card_of(show.teach[0], words)
    if seats:
        name = names_of(show, seats, words, columns)
    return heads(key, words), name


def headline(show, words, columns, large):
    """Return the row at the top of a page; in large letters if asked for and if it fits."""
    choices, name = _head(show, words, columns)
    if large:
        for text in choices:
            text = text.format(name)
            if wide(text) <= columns // 2:
                return (LARGE, text, CENTRE)
        room = columns // 2 - wide(choices[-1].format(""))
        if "{}" in choices[-1] and room >= _LEAST_NAME:
            return (LARGE, choices[-1].format(cut(name, room)), CENTRE)
    text = ""
    for choice in choices:
        text = choice.format(name)
        if wide(text) <= columns:
            break
    return (SMALL, cut(text, columns), BLACK)


def add_verdict(show, words, columns, blocks):
    """Add the last verdict: an accepted or refused turn, or the end of a round."""
    verdict = show.verdict
    if not verdict:
        return
    say = words.SAY
    most = max(4, columns // 2)
    event = verdict[0]
    if show.ruled:
        _alerts("ruled", show, words, columns, blocks)
    if event == "refused":
        lines = wrap(say["refused"].format(name_of(show, verdict[2], words, most)), columns)
        if show.back >= 0:
            # OK offers to take back the turn before: the table cannot know who moved the cards.
            text = say["of"].format("OK", turn_of(show, "undo", show.back, words, most))
            _add(blocks, text, columns, BLACK)
        rows = block(lines, BLACK)
        several = len(verdict[4]) > 1
        for why in verdict[4]:
            rows.extend(block(wrap(("- " if several else "") + capital(words.why(why)), columns)))
        blocks.append(rows)
    elif event == "turn":
        _add(blocks, turn_text(show, verdict, words, most), columns)
    elif event == "reshuffle":
        text = say["reshuffle"].format(some(verdict[2], "cards", words))
        _add(blocks, text, columns)
    elif event == "round":
        number, how, winners, scores, _, dealer = verdict[2:8]
        if how == "out" and show.laid:
            how = "won"  # not always by the seat that is out
        short = verdict[8] if len(verdict) > 8 else ()
        text = words.ROUND.get(how, how)
        if len(winners) > 1:
            text = words.ROUND.get(how + "_many", text)
        elif not winners:
            text = words.ROUND.get(how + "_none", text)
        text = text.format(names_of(show, winners or [dealer], words, most))
        text = say["of"].format(capital(say["round"].format(number)), text)
        rows = block(wrap(text, columns))
        if how != "void":
            pieces = []
            for seat in range(len(scores)):
                mark = "*" if seat in short else ""
                name = name_of(show, seat, words, most)
                pieces.append("%s %s%s" % (name, signed(scores[seat]), mark))
            rows.extend(block(parts(pieces, columns)))
        for seat in (show.bought[2] + show.bought[3]) if show.bought else ():
            key = "buys_in" if seat in show.bought[2] else "eliminated"
            text = say[key].format(name_of(show, seat, words, most), some(show.totals[seat], "points", words))
            rows.extend(block(wrap(text, columns)))
        blocks.append(rows)


def turn_text(show, verdict, words, most):
    """Return an accepted turn as a sentence: the player, what he took, laid and keeps."""
    _, _, seat, took, laid, hand = verdict
    say = words.SAY
    pieces = []
    # A pass ends a round of Rami 500.
    if took == "none" and (show.family == "gin" or (show.laid and show.phase == "count")):
        pieces.append(say["passes"])
    else:
        if took == "discard":
            pieces.append(say["takes"])
        if laid:
            pieces.append(say["lays"].format(some(laid, "points", words)))
        if hand:
            pieces.append(say["keeps"].format(some(hand, "cards", words)))
        else:
            pieces.append(say["keeps_none"])
    return "%s %s." % (name_of(show, seat, words, most), listed(pieces, words))


def add_to_do(show, words, columns, blocks):
    """Add what the awaited players must do."""
    say = words.SAY
    family = show.family
    most = max(4, columns // 2)
    text = ""
    if show.phase == "deal":
        text = say["to_deal" if family == "manipulation" else "to_deal_upcard"]
        if show.contract:
            text = _contract("deal", show, words)
    elif show.phase == "turn" and show.opening:
        text = capital(say["opening" if family == "gin" else "stock_out"]) + "."
    elif show.phase == "count":
        if show.knocker >= 0:
            knocked = say["knocked"].format(name_of(show, show.knocker, words, most))
            _add(blocks, knocked, columns)
        if family == "gin":
            text = say["to_lay_down"]
        else:
            text = say["to_count"].format(names_of(show, show.awaited, words, most)) + "."
    elif show.phase in ("over", "menu"):
        text = say["to_begin"]
    elif show.phase == "teach" and show.teach:
        _alerts("teach", show, words, columns, blocks)
    if text:
        _add(blocks, text, columns)


def _contract(key, show, words):
    """Return a text about the round's contract."""
    from tierce.said import contract_line

    return contract_line(key, show.contract, words.LANGUAGE, show.dealt)


def _state(show, words, columns, blocks):
    """Add the round, the dealer, the stock and this turn's draws."""
    if show.phase not in ("turn", "count") or not show.players:
        return
    say = words.SAY
    pieces = []
    if show.round:
        pieces.append(say["round"].format(show.round))
    if show.contract:
        pieces.append(_contract("of", show, words))
    pieces.append(say["dealer"].format(name_of(show, show.dealer, words, 10)))
    pieces.append(say["stock"].format(show.stock - show.draws))  # as it lies there now
    if show.phase == "turn" and (show.draws or show.family == "manipulation"):
        pieces.append(say["draws"].format(show.draws))
    if show.limit >= 0:
        pieces.append(say["limit"].format(show.limit))
    lines = parts(pieces, columns)
    if lines:
        lines[0] = capital(lines[0])
        blocks.append(block(lines))


def _seats(show, words, columns, blocks):
    """Add each seat's total and number of cards, in two columns from four seats on if they fit."""
    seats = len(show.players)
    if not seats or show.phase not in ("deal", "turn", "count", "over"):
        return
    order = range(seats)
    verdict = show.verdict
    if show.phase == "over" and verdict and verdict[0] == "match":
        order = verdict[3]
    held = show.phase in ("turn", "count")
    two = seats > 3 and columns >= 34
    width = (columns - 1) // 2 if two else columns
    texts = []
    place = 0
    for number, seat in enumerate(order):
        total = show.totals[seat] if seat < len(show.totals) else 0
        # The narrowest screens have room only for the totals.
        shown = held and seat < len(show.hands) and width >= 16
        hand = show.hands[seat] if shown else None
        if show.phase == "over":
            if not number or show.totals[order[number - 1]] != total:
                place = number + 1
            left = "%d. " % place
        else:
            left = "> " if held and (seat == show.seat or seat in show.awaited) else "  "
        if width >= 30:
            right = [some(total, "points", words)]
            if hand is not None:
                right.append(some(hand, "cards", words))
        else:
            right = [str(total)]
            if hand is not None:
                right.append("(%d)" % hand)
        # The total ends before the space for the widest number of cards.
        end = width
        if hand is not None:
            end -= 11 if width >= 30 else 5
        if held and show.laid:
            more = right[0] + " +%d" % show.laid[seat]
            if end - wide(more) - wide(left) > 3:
                right[0] = more
        most = end - wide(right[0]) - wide(left) - 1
        cells = ((0, left + name_of(show, seat, words, max(3, most))), (-end, right[0]))
        if hand is not None:
            cells += ((-width, right[1]),)
        texts.append(cells)
    if two:
        half = (seats + 1) // 2
        for i in range(half, seats):
            shift = width + 1
            moved = [(at + shift if at >= 0 else at - shift, text) for at, text in texts[i]]
            texts[i - half] += tuple(moved)
        texts = texts[:half]
    blocks.append(block(texts))


def _alerts(name, show, words, columns, blocks):
    """Let a function of app.people.alerts_page add something."""
    from app.people import alerts_page

    getattr(alerts_page, name)(show, words, columns, blocks)


def add_notes(show, words, columns, blocks):
    """Add the warnings, and whether nothing is recorded."""
    if show.warnings or not show.recording:
        _alerts("notes", show, words, columns, blocks)


def blocks_of(show, words, columns, says=()):
    """Return everything below the headline as blocks, lists of rows; the most urgent first.

    `says`: functions that add the blocks of what has happened, in another order than the usual one.
    """
    blocks = []
    if show.differences or show.unsteady or show.trouble:
        _alerts("trouble", show, words, columns, blocks)
    if show.hint and show.phase in ("turn", "count"):
        # A hint comes before the verdict: a player has asked for it.
        lines = []
        for line in show.hint:
            lines.extend(wrap(line, columns))
        blocks.append(block([words.SAY["hint"]], BLACK) + block(lines))
    if show.checks:
        _alerts("checks", show, words, columns, blocks)
    else:
        for zone, card in show.jokers:
            text = words.SAY["joker_is"].format(zone_of(show, zone, words), card_of(card, words))
            _add(blocks, capital(text), columns)
    if not says:
        says = (add_verdict, add_to_do, add_notes)
        if show.phase == "count":
            # Warnings first: a hand that does not match stops the count.
            says = (add_notes, add_to_do, add_verdict)
    for say in says:
        say(show, words, columns, blocks)
    if show.by_hand:
        from app.people.placing import marks

        _add(blocks, marks(show, words), columns)
    _state(show, words, columns, blocks)
    _seats(show, words, columns, blocks)
    return blocks


# --- pages


def pages(show, words, columns, lines):
    """Return all pages of a table, each a list of rows."""
    roomy = lines >= ROOMY
    head = None if lines < FEW and show.verdict else headline(show, words, columns, roomy)
    again = headline(show, words, columns, False) if roomy else None
    return laid_out(head, again, blocks_of(show, words, columns), columns, lines)


def rows(show, words, columns, lines):
    """Return the rows of the present page: number `show.page`, modulo the number of pages."""
    made = pages(show, words, columns, lines)
    return made[show.page % len(made)]
