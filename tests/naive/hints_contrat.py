"""The best lay in contrat by exhaustive search, and a check of a hint's answer."""

from naive.hints_laying import House, Lay, play_listed, wish

CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))


def side_by_side(runs):
    """Tell whether two of some runs, (cards, place of the last), are neighbours in one suit."""
    ends = []
    for cards, top in runs:
        suit = next(card[1] for card in cards if card[0] != "X")
        ends.append((suit, top - len(cards) + 1, top))
    return any(a[0] == b[0] and a[2] + 1 == b[1] for a in ends for b in ends)


def listed(ways):
    """Return the lay of some new melds (readings)."""
    points = sum(way.points for way in ways)
    down = sum(len(way.order) for way in ways)
    return Lay(points, any(way.pure for way in ways), down, bool(ways), None)


def counts(house, melds, taken):
    """Tell whether new melds have all the jokers taken, and are the same melds without them."""
    left = []
    for way in melds:
        rest = frozenset(way.order) - set(taken)
        found = [each for each in house.melds(rest).get(rest, ()) if each.kind == way.kind]
        if not found:
            return False
        left.append(max(found, key=house.preference))
    there = {card for way in melds for card in way.order}
    return set(taken) <= there and not side_by_side([(way.order, way.top) for way in left if way.kind == "run"])


def contracts_in(house, hand, contract, exactly):
    """Yield the new melds, as readings, with which a hand lays a contract or, else, part of it."""
    # A joker that is not declared stands for what the table takes it for.
    melds = {cards: max(ways, key=house.preference) for cards, ways in house.melds(hand).items()}

    def go_on(left, melds_left, chosen):
        runs = [(way.order, way.top) for way in chosen if way.kind == "run"]
        sets = len(chosen) - len(runs)
        if sets > contract[0] or len(runs) > contract[1]:
            return
        full = (sets, len(runs)) == contract
        if (full or not exactly) and not side_by_side(runs):
            yield chosen
        for at, (cards, way) in enumerate(melds_left):
            if not full and cards <= left:
                yield from go_on(left - cards, melds_left[at + 1 :], [*chosen, way])

    yield from go_on(frozenset(hand), sorted(melds.items(), key=lambda each: sorted(each[0])), [])


def best_contract(question):
    """Return the expected answer as (best, whether the contract is met); `best` is a key of wish.

    Questions have no options but those that these lines name.
    """
    house, order = House(question), wish(question)
    rules, hand, laid = question.get("rules", {}), question["hand"], question.get("laid")
    number = question.get("round", 1)
    contract = (0, 0) if laid else CONTRACTS[number - 1]
    ways = house.table_of(question)
    if not laid and not rules.get("lay_off_with_first_lay", True):
        ways = []
    out = not laid and number == 7 and rules.get("last_contract_goes_out")
    required = rules.get("final_discard") == "required"
    found = []
    for (left, taken), gain in house.plays(hand, ways).items():
        before = len(hand) - len(left)
        for melds in contracts_in(house, [*sorted(left), *taken], contract, True):
            if not counts(house, melds, taken):
                continue
            lay = listed(melds)
            lay = lay._replace(points=lay.points + gain, cards=lay.cards - len(taken) + before)
            rest = len(hand) - lay.cards
            if not out or rest == 1 or (rest == 0 and not required):
                found.append(order(lay))
    if found:
        # Any way of going out will do.
        return None if out else max(found), True
    found = [order(listed(melds)) for melds in contracts_in(house, hand, contract, False)]
    return max(found), False


def check_contrat(question, answer):
    """Check everything in an answer's play except that it is optimal."""
    house, laid = House(question), question.get("laid")
    keys = ["points", "cards", "melds", "lay_offs", "pure_run", "can_lay", "rami_sec"]
    assert list(answer) == (keys if laid else [*keys, "contract"])
    assert answer["rami_sec"] is False
    contract = [0, 0] if laid else list(CONTRACTS[question.get("round", 1) - 1])
    assert answer.get("contract", [0, 0]) == contract
    _, taken, gain = play_listed(house, question, answer)
    assert set(taken) <= {card for each in answer["lay_offs"] for card in each["in"]}
    new = []
    for cards in answer["melds"]:
        as_listed = house.as_listed(cards)
        assert as_listed, cards
        new.append(max(as_listed, key=house.preference))
    counted = [sum(way.kind == kind for way in new) for kind in ("set", "run")]
    if answer["can_lay"]:
        assert counted == contract
    assert all(many <= most for many, most in zip(counted, contract, strict=True))
    assert laid or counts(house, new, set(taken) & {card for cards in answer["melds"] for card in cards})
    assert answer["points"] == listed(new).points + gain
    assert answer["pure_run"] == any(way.pure for way in new)
