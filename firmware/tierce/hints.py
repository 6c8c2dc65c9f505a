"""Hints: a question about a hand, and its answer.

This module knows what each family asks; tierce.arrange finds the best play. An answer is a list of
(name, value) in the order of the log, with cards as codes. LOG.md "Hints". Questions in JSON are
parsed by the host (hints/questions.py).
"""

from tierce import cards, melds
from tierce.bad_data import LogError
from tierce.phases import COUNT, TURN
from tierce.zones import NOWHERE, zone_name

# The most bytes of heap that a search may take.
_MOST = 48 << 10
# What is added to an answer whose search has ended before all was seen: there was no room or time.
_AT_LEAST: "Answer" = [("at_least", True)]


class Question:
    """A hand and the melds on the table: what can the hand do?

    `rules`: those of presets.rules_of. `hand`: list of cards. `table`: list of melds, each a list
    of cards. `zones`: the name of each meld. `stands`: joker -> face for the jokers on the table.
    `laid`: whether the seat has laid in this round. `round`: the number of the round, for contrat.
    `may_lay`: whether the seat may lay in this turn.
    `put_before`: whether it has put a card on the table in an earlier turn of the round.
    `barred`: gin, a card that may not be discarded, or -1. In gin `table` is what the knocker has
    laid down, if the hand is the opponent's. `alive` is called now and then while the answer is
    looked for, so that a board can feed its watchdog; `free` once what it needs is loaded: it returns
    the bytes of heap that the search may take, or 0.
    """

    def __init__(
        self,
        rules: "Mapping[str, Any]",
        hand: "Sequence[int]",
        table: "Sequence[Sequence[int]]",
        zones: "Sequence[str]",
        stands: "Mapping[int, int]",
    ) -> None:
        self.rules = rules
        self.hand = hand
        self.table = table
        self.zones = zones
        self.stands = stands
        self.laid = False
        self.round = 1
        self.may_lay = True
        self.put_before = False
        self.barred = -1
        self.goal = rules["hint_goal"]
        self.name: "Callable[[int], str]" = cards.code
        self.alive: "Callable[[], object]" = int
        self.free: "Callable[[], int]" = int

    def answer(self) -> "Answer":
        """Return the answer as a list of (name, value).

        Raises LogError if the hand is too large or the table holds something that is no meld.
        """
        most = max(self.rules["hint_cards"], self.rules["hand"] + 1)
        if len(self.hand) > most:
            raise LogError("hand_size", len(self.hand), most)
        rules = self.rules
        return (_GAMES.get(rules["plays"]) or _GAMES[rules["family"]])(self)

    def size(self) -> int:
        """Return the bytes of heap that the search may take."""
        return min(self.free() or _MOST, _MOST)

    def names(self, hand: "Sequence[int]") -> "list[str]":
        """Return the codes of a list of cards."""
        return [self.name(card) for card in hand]

    def readings(self) -> "list[tuple[Any, ...]]":
        """Return the readings of the table's melds. Raises LogError if one is not a meld."""
        found = []
        form = melds.form_of(self.rules)
        for zone, meld in zip(self.zones, self.table):
            pins = {}
            for card in meld:
                if card in self.stands:
                    pins[card] = self.stands[card]
            reading = melds.read(meld, pins, {}, form)
            broken = reading[melds.BROKEN]
            if broken:
                joker = "joker_undeclared" in broken or "joker_changed" in broken
                key = "joker_unsaid" if joker else "no_meld"
                raise LogError(key, zone, " ".join(self.names(meld)))
            found.append(reading)
        return found

    def lay_offs(self, changes: "Sequence[tuple[int, Sequence[int], Sequence[int]]]") -> "list[dict[str, Any]]":
        """Return changes of the table's melds as dicts with "zone", "in" and perhaps "out".

        `changes` are tuples (index of the meld, cards added, jokers taken).
        """
        found = []
        for at, came, left in changes:
            change = {"zone": self.zones[at], "in": self.names(came)}
            if left:
                change["out"] = self.names(left)
            found.append(change)
        return found


def ask(game: "Any", seat: int, held: "Iterable[int]" = ()) -> Question:
    """Return the Question of a seat that presses `hint`: what can its hand do?

    The hand is the cards on its seat zone and those of `held` that lie nowhere on the table. Cards
    that the seat on turn has laid in this turn count as in hand: the question is about the table as
    it was when the turn began. Raises LogError if no hint is possible now, or if there is no hand.
    """
    rules = game.rules
    in_play = rules["melds_in_play"]
    # A hint in the count makes sense only in games whose melds are laid in the count.
    if game.phase != TURN and (game.phase != COUNT or in_play):
        raise LogError("no_hint_now")
    layout = game.layout
    hand = list(layout.cards(-1 - seat))
    hand.extend([card for card in held if layout.at[card] == NOWHERE])
    if in_play:
        # Cards that lay on melds when the turn began belong to the table, wherever they are.
        hand = [card for card in hand if not layout.was_on_meld(card)]
    if game.phase == TURN and seat == game.active:
        for zone in layout.melds():
            hand.extend([card for card in layout.cards(zone) if not layout.was_on_meld(card)])
    if not hand:
        raise LogError("no_hand_there")
    zones = sorted(layout.start) if in_play else []
    melds_there = [layout.start[zone] for zone in zones]
    asked = Question(rules, hand, melds_there, [zone_name(zone) for zone in zones], layout.bound)
    asked.round = game.round
    if rules["family"] == "laying":
        asked.laid = game.has_laid[seat]
        asked.may_lay = rules["first_turn_lay"] or game.turns[seat] > 0
        asked.put_before = game.on_table[seat]
    elif rules["family"] == "gin":
        _ask_gin(asked, game, seat)
    return asked


def _ask_gin(asked: Question, game: "Any", seat: int) -> None:
    if seat == game.active and not game.rules["discard_taken_card"]:
        asked.barred = game.taken
    against = game.phase == COUNT and seat == 1 - game.knocker and game.awaited(seat)
    if against and not game.is_gin:
        from tierce.arrange import gin

        # The knock is accepted: the opponent may lay off on the knocker's melds, as they lie now
        # and as the seat zone is arranged.
        zones = sorted(game.laid_down)
        fixed = []
        for zone in zones:
            broken = game.read(zone)[0][melds.BROKEN]
            fixed.append(game.laid_down[zone] if broken else list(game.layout.cards(zone)))
        arranged = gin.worst_for(asked.hand, game.knocker_hand, fixed)[1]
        asked.table = fixed + arranged
        zones.extend([-1 - game.knocker] * len(arranged))
        asked.zones = [zone_name(zone) for zone in zones]


def _gin(question: Question) -> "Answer":
    from tierce.arrange import gin

    if not question.table:
        discard = -1
        if len(question.hand) == 11:
            deadwood, found, discard = gin.least_discarding(question.hand, question.barred)
            discard = gin.least_wanted(question.hand, found, discard, question.barred)
        else:
            deadwood, found = gin.least(question.hand)
        return [
            ("deadwood", deadwood),
            ("melds", [question.names(meld) for meld in found]),
            ("discard", question.name(discard) if discard >= 0 else None),
        ]
    deadwood, found, laid = gin.least_laying_off(question.hand, question.table)
    changes = [(i, came, ()) for i, came in enumerate(laid) if came]
    return [
        ("deadwood", deadwood),
        ("melds", [question.names(meld) for meld in found]),
        ("discard", None),
        ("lay_offs", question.lay_offs(changes)),
    ]


def _laying(question: Question) -> "Answer":
    from tierce.arrange.laying import Lays

    rules = question.rules
    readings = question.readings()
    lays = Lays(question.hand, rules, readings, question.goal, question.alive, question.size())
    best = None
    if not question.laid and question.may_lay and readings:
        if rules["lay_off_before_laying"]:
            best = lays.best(wanted=lays.are_lawful)
        elif rules["lay_off_with_first_lay"]:
            best = lays.best(wanted=lays.begins)
    # A card that takes a joker into the hand brings points, and as many cards as before.
    lawful = best is not None and max(best[:2]) > 0
    if not lawful:
        best = lays.best(on_table=question.laid)
    assert best, "to lay nothing is a lay"
    points, count, found, changes, pure = best
    first = None
    rami_sec = False
    if question.laid or lawful:
        can_lay = count > 0 or points > 0
    else:
        is_first = bool(found) and lays.is_first_lay(points, pure)
        can_lay = question.may_lay and is_first
        if question.may_lay and not is_first:
            first = lays.best(wanted=lays.are_first_lay, on_table=False)
            can_lay = first is not None
    if not question.laid and not question.put_before and rules["rami_sec"] != "never":
        rami_sec = lays.goes_out(bool(readings))
    answer = [
        ("points", points),
        ("cards", count),
        ("melds", [question.names(meld) for meld in found]),
        ("lay_offs", question.lay_offs(changes)),
        ("pure_run", pure),
        ("can_lay", can_lay),
        ("rami_sec", rami_sec),
    ]
    if first:
        answer.append(("first_lay", [question.names(meld) for meld in first[2]]))
    return answer if lays.complete else answer + _AT_LEAST


def _manipulation(question: Question) -> "Answer":
    from tierce.arrange import manipulation

    stands = {}
    for reading in question.readings():
        stands.update(reading[melds.STANDS])
    count, points, table, stands, complete = manipulation.best(
        question.hand, question.table, stands, question.rules, question.goal, question.alive, question.size()
    )
    jokers = {}
    for joker in stands:
        jokers[question.name(joker)] = cards.code(stands[joker])
    answer = [
        ("cards", count),
        ("points", points),
        ("table", [question.names(meld) for meld in table]),
        ("jokers", jokers),
    ]
    return answer if complete else answer + _AT_LEAST


def _contrat(question: Question) -> "Answer":
    from tierce.arrange.contrat import ContractLays

    rules = question.rules
    contracts = rules["contracts"]
    contract = (0, 0) if question.laid else contracts[question.round - 1]
    lays = ContractLays(question.hand, rules, question.readings(), question.goal, question.alive, question.size())
    keep = None
    if not question.laid and rules["last_contract_goes_out"] and question.round == len(contracts):
        keep = (1, 1) if rules["final_discard"] == "required" else (0, 1)
    best = lays.lay(contract, True, keep, question.laid or rules["lay_off_with_first_lay"])
    met = best is not None and question.may_lay
    if best is None:
        best = lays.lay(contract, False, None, False)
    assert best, "to lay nothing is a lay"
    points, count, found, changes, pure = best
    answer = [
        ("points", points),
        ("cards", count),
        ("melds", [question.names(meld) for meld in found]),
        ("lay_offs", question.lay_offs(changes)),
        ("pure_run", pure),
        ("can_lay", met and count > 0),
        ("rami_sec", False),
    ]
    if not question.laid:
        answer.append(("contract", list(contract)))
    return answer if lays.complete else answer + _AT_LEAST


# By the module that plays a game, or by its family.
_GAMES = {"gin": _gin, "laying": _laying, "manipulation": _manipulation, "contrat": _contrat}
