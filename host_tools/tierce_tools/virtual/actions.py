"""Checks and does the actions that people ask of a table; an invalid one is a Trouble.

A Trouble changes nothing. Permissions are checked elsewhere: see views.allowed.
"""

import importlib
from collections.abc import Callable
from random import Random
from typing import Any, cast

from tierce.presets import MOST_SEATS, PRESETS, LogError
from tierce.referee import Referee
from tierce_tools.match.match import hint as hint_for
from tierce_tools.match.places import BOX, DISCARD, STOCK, rack, seat_of
from tierce_tools.players import pace
from tierce_tools.players.levels import LEVELS
from tierce_tools.trouble import Doubt, Trouble
from tierce_tools.virtual import felt, modelled_board, playback
from tierce_tools.virtual.machine import Steps
from tierce_tools.virtual.play import Answer, Answering, Asker, Play, answering
from tierce_tools.virtual.scene import SORTS

Action = dict[str, Any]

_PRESSES = ("done", "knock", "pass", "deal", "hint")
_LANGUAGES = ("en", "fr")
_HELD_MS = 8000  # a contact that is never released opens by itself after this


def ask(
    play: Play, action: Action, asker: Asker, seat: int | None = None
) -> None:
    """Do an action; when it is done, the answer is in `play.answered`.

    `seat` is the seat of the page that asks; None is the owner's. Raises Trouble, with nothing
    changed; after a Doubt the same action is done if it has `sure`: true.
    """
    do = action.get("do")
    act = _ACTIONS.get(do) if isinstance(do, str) else None
    if act is None:
        raise Trouble("table", "no_action", _shown(do))
    if do not in _ALWAYS:
        _not_readonly(play)
    if do == "move":
        action = {**action, "by": seat}
    answer = act(play, action, asker)
    if answer is not None:
        play.answered.append((asker, answer))


# --- arguments


def _shown(value: object) -> str:
    return str(value)[:40]


def _bad(action: Action, key: str) -> Trouble:
    return Trouble("table", "bad_value", _shown(action.get(key)), key, _shown(action.get("do")))


def _text(action: Action, key: str, among: tuple[str, ...] | None = None) -> str:
    value = action.get(key)
    if not isinstance(value, str) or (among is not None and value not in among):
        raise _bad(action, key)
    return value


def _number(action: Action, key: str, low: int, high: int, otherwise: int | None = None) -> int:
    value = action.get(key)
    if value is None:
        value = otherwise
    if type(value) is not int or not low <= value <= high:
        raise _bad(action, key)
    return value


def _flag(action: Action, key: str) -> bool:
    value = action.get(key)
    if type(value) is not bool:
        raise _bad(action, key)
    return value


def _seat(play: Play, action: Action) -> int:
    seat = action.get("seat")
    count = len(play.config["players"])
    if type(seat) is not int or not 0 <= seat < count:
        raise Trouble("table", "no_seat", _shown(seat), count)
    return seat


def _place(play: Play, name: object) -> str:
    """Return a place where cards may be put. Raises Trouble."""
    if not isinstance(name, str) or name not in play.scene.places or name == BOX:
        places = [place for place in play.scene.places if place != BOX]
        raise Trouble("table", "no_place", _shown(name), ", ".join(places))
    return name


def _not_readonly(play: Play) -> None:
    if play.machine.readonly:
        raise Trouble("table", "readonly")


def _hands_free(play: Play) -> None:
    """Raise Trouble while a job that blocks moves, or a playback, is running."""
    busy = play.busy
    if busy:
        raise Trouble("table", f"busy_{busy.busy}")
    if play.playback:
        raise Trouble("table", "played_back")


def _powered(play: Play) -> None:
    if not play.machine.powered:
        raise Trouble("table", "no_power")


def _button(play: Play, seat: int) -> None:
    if seat not in play.machine.table.keys:
        raise Trouble("table", "no_button", seat + 1)


# --- cards


def _move(play: Play, action: Action, asker: Asker) -> Answer | None:
    given: object = action.get("cards")
    to = _place(play, action.get("to"))
    at = None if action.get("at") is None else _number(action, "at", 0, 1 << 16)
    if not isinstance(given, list) or not given:
        raise _bad(action, "cards")
    cards: list[str] = []
    for card in cast("list[object]", given):
        where = play.scene.where(card) if isinstance(card, str) else None
        if where is None or card in cards:
            raise Trouble("table", "no_card", _shown(card))
        if where == BOX:
            raise Trouble("table", "card_in_box", card)
        cards.append(cast("str", card))
    _hands_free(play)
    if play.fact("phase") in ("turn", "count"):
        _stock_as_it_is(play, cards, to)
    if not _sure(action):
        _in_turn(play, cards, to, action.get("by"))
    if to != STOCK or play.fact("phase") != "turn":
        if at is not None and to[:4] == "hand":
            _by_hand(play, cards, to)
        play.hands.move(cards, to, at)
        return {}
    _powered(play)
    play.put_back(cards)
    play.run(answering(play.start_count(-len(cards))), asker)
    return None


def _stock_as_it_is(play: Play, cards: list[str], to: str) -> None:
    """Raise Trouble unless the stock gives its top card, or takes back cards drawn in this turn."""
    if any(play.scene.where(card) == STOCK for card in cards):
        raise Trouble("table", "stock_covered")
    if to == STOCK and not (play.drawn() >= len(cards) and set(cards) <= set(play.drawn_cards)):
        raise Trouble("table", "not_drawn")


def _in_turn(play: Play, cards: list[str], to: str, seat: int | None) -> None:
    """Raise a Doubt if the cards' mover is not on turn, as far as the mover is known.

    A seat's page moves for its seat; so does the owner's page if a single person plays there. If
    several people play at the owner's page, the hand that a card comes from or goes to tells who
    moves it. Sorting one's own hand is allowed at any time.
    """
    if play.fact("phase") != "turn":
        return
    active = play.fact("seat")
    places = [to, *(play.scene.where(card) or "" for card in cards)]
    whose = {seat_of(place) for place in places}
    people = [at for at, computer in enumerate(play.computers) if not computer]
    mover = seat if seat is not None else people[0] if len(people) == 1 else active
    stray = mover != active and None in whose
    if seat is None:
        stray = stray or (len(whose) > 1 and bool(whose - {None, active}))
    if stray:
        header = play.match.header or play.config
        raise Doubt("table", "out_of_turn", header["players"][active])


def _sure(action: Action) -> bool:
    return action.get("sure") is True


def _draw(play: Play, action: Action, asker: Asker) -> Answer | None:
    seat = _seat(play, action)
    to = _place(play, action.get("to", rack(seat)))
    if to in (STOCK, DISCARD):
        raise _bad(action, "to")
    _hands_free(play)
    if play.fact("phase") == "count":
        raise Trouble("table", "no_draw_in_count")
    if not play.scene.places[STOCK]:
        raise Trouble("table", "stock_empty")
    turn = play.fact("phase") == "turn"
    if turn and play.fact("seat") != seat:
        header = play.match.header or play.config
        raise Trouble("table", "not_on_turn", header["players"][play.fact("seat")])
    if turn:
        _powered(play)
    play.take_top(to)
    if not turn:
        return {}
    play.run(answering(play.start_count(1)), asker)
    return None


def _sort(play: Play, action: Action, asker: Asker) -> Answer:
    seat = _seat(play, action)
    play.sorts[seat] = _text(action, "by", tuple(SORTS))
    return {}


def _by_hand(play: Play, cards: list[str], to: str) -> None:
    """Switch a rack to manual order if its own cards change places in it."""
    seat = seat_of(to)
    if seat is not None and all(play.scene.where(card) == to for card in cards):
        play.scene.put_all(to, play.hand(seat))
        play.sorts[seat] = "hand"


# --- buttons


def _act(play: Play, action: Action, asker: Asker) -> None:
    seat = _seat(play, action)
    press = _text(action, "press", _PRESSES)
    _hands_free(play)
    _powered(play)
    _button(play, seat)
    play.run(answering(play.hands.start_act(seat, press)), asker)


def _key(play: Play, action: Action, asker: Asker) -> Answer:
    button: object = action.get("button")
    keys = play.machine.table.keys
    known = isinstance(button, str) or type(button) is int
    if not known or button not in keys:
        raise Trouble("table", "no_key", _shown(button), ", ".join(map(str, keys)))
    down = _flag(action, "down")
    if play.busy:
        _hands_free(play)
    key, clock = keys[button], play.machine.table.clock
    held = play.held.pop(button, None)
    if held is not None:
        key.release(clock)
    if not down:
        return {}
    this = play.held[button] = object()
    key.press(clock)

    def let_go() -> Steps:
        yield _HELD_MS
        if play.held.get(button) is this:
            key.release(clock)

    play.run(answering(let_go()))
    return {}


def _declare(play: Play, action: Action, asker: Asker) -> None:
    zone, joker, face = (_text(action, key) for key in ("zone", "joker", "as"))
    if zone not in play.scene.zones:
        raise Trouble("table", "no_place", _shown(zone), ", ".join(play.scene.zones))
    _hands_free(play)
    _powered(play)

    def said() -> Answering:
        yield from play.machine.start_settle()
        faces = [
            each["faces"]
            for each in play.match.sections()["jokers"]
            if (each["zone"], each["joker"]) == (zone, joker)
        ]
        if not faces or face[:2] not in faces[0]:
            raise Trouble("table", "joker_not_so", _shown(joker), _shown(face), zone)
        yield from play.hands.start_declare(zone, joker, face)
        yield from play.machine.start_settle()
        return {}

    play.run(said(), asker)


def _undo(play: Play, action: Action, asker: Asker) -> None:
    _hands_free(play)
    _powered(play)
    back = play.match.undo()
    if back is None:
        raise Trouble("table", "no_undo")
    if not _sure(action):
        raise Doubt("table", "undo", back)

    def taken() -> Answering:
        yield from play.hands.start_undo()
        yield from play.machine.start_settle()
        return {}

    play.run(taken(), asker)


def _deal(play: Play, action: Action, asker: Asker) -> None:
    _hands_free(play)
    _powered(play)
    play.deal(asker)


# --- matches


def _header(
    play: Play, action: Action
) -> tuple[dict[str, Any], list[bool], dict[int, str]]:
    """Return (header, which seats are computers, their levels) of the requested match."""
    given: object = action.get("players")
    if not isinstance(given, list) or not 0 < len(cast("list[Any]", given)) <= MOST_SEATS:
        raise _bad(action, "players")
    names: list[str] = []
    computers: list[bool] = []
    levels: dict[int, str] = {}
    for player in cast("list[Any]", given):
        known = cast("dict[str, Any]", player if isinstance(player, dict) else {})
        name: Any = known.get("name")
        by: Any = known.get("computer", False)
        if not isinstance(name, str) or not name.strip() or type(by) is not bool:
            raise Trouble("table", "bad_name", _shown(name))
        if len(name.strip()) > playback.LONGEST_NAME or not name.isprintable():
            raise Trouble("table", "bad_name", _shown(name))
        level = _level(known)
        if level:
            levels[len(names)] = level
        names.append(name.strip())
        computers.append(by)
    if len(set(names)) < len(names):
        raise Trouble("table", "names_twice", ", ".join(names))
    header: dict[str, Any] = {
        "tierce": 1,
        "game": action.get("game"),
        "players": names,
        "dealer": _number(action, "dealer", 0, len(names) - 1, 0),
        "rules": action.get("rules") or {},
    }
    try:
        Referee(header, play.config.get("language", "en"))
    except LogError as error:
        raise Trouble("table", "bad_match", error) from None
    return header, computers, levels


def _table_for(play: Play, header: dict[str, Any]) -> dict[str, Any]:
    """Return the config.json of the table for a match: made for it, or the existing one."""
    language = play.config.get("language", "en")
    if getattr(play.machine, "to_measure", False):
        config = modelled_board.config_for(header, language)
    else:
        config = dict(play.club, game=header["game"], players=header["players"])
        config.update(rules=header["rules"], language=language, hints=True)
    check: Any = importlib.import_module("app.config")
    errors: list[Any] = check.check(config)
    if errors:
        raise Trouble("table", "bad_table", check.say(errors, language)[0])
    zones = [zone["zone"] for zone in config["zones"]]
    keys = [button.get("seat") for button in config.get("buttons") or ()]
    melds_only = PRESETS[header["game"]]["family"] == "manipulation"
    if "meld1" not in zones or not (melds_only or "discard" in zones):
        raise Trouble("table", "zones_missing")
    for seat in range(len(header["players"])):
        if f"seat{seat}" not in zones or seat not in keys:
            raise Trouble("table", "too_few_seats", seat)
    return felt.complete(config)


def _new(play: Play, action: Action, asker: Asker) -> None:
    header, computers, levels = _header(play, action)
    config = _table_for(play, header)
    _leave(play, action)
    if action.get("seed") is not None:
        play.rng = Random(_number(action, "seed", -(1 << 62), 1 << 62))
    play.renew(config)
    play.computers, play.levels = computers, levels
    play.begin(play.machine.start_begin(header), asker)


def _leave(play: Play, action: Action) -> None:
    """Raise a Doubt if something else would replace a match in play."""
    begun = not play.playback and len(play.match.log()) > 1
    if begun and play.fact("phase") != "over" and not _sure(action):
        kept = getattr(play.machine, "kept", None) is not None
        raise Doubt("table", "leave_kept" if kept else "leave_lost")


def _go_on(play: Play, action: Action, asker: Asker) -> Answer:
    name = _text(action, "match")
    if play.busy and not play.playback:
        _hands_free(play)
    play.go_on(name)
    return {}


def _zone(play: Play, action: Action, asker: Asker) -> None:
    _hands_free(play)
    _powered(play)
    play.add_zone(asker)


def _computer(play: Play, action: Action, asker: Asker) -> Answer:
    seat = _seat(play, action)
    on = _flag(action, "on")
    level = _level(action)
    if seat >= len(play.computers):  # the table's menu has begun a match with fewer seats
        raise Trouble("table", "no_seat", seat, len(play.computers))
    play.computers[seat] = on
    if level:
        play.levels[seat] = level
    return {}


def _level(action: Action) -> str | None:
    """Return a computer's level; None if the action has none."""
    return None if action.get("level") is None else _text(action, "level", tuple(LEVELS))


def _hint(play: Play, action: Action, asker: Asker) -> Answer:
    seat = _seat(play, action)
    places = play.scene.places
    hand = places[rack(seat)] + places.get(f"seat{seat}", [])
    return {"hint": hint_for(play.match, seat, hand)}


def _log(play: Play, action: Action, asker: Asker) -> Answer:
    return {"log": play.match.log()}


def _read(play: Play, action: Action, asker: Asker) -> Answer:
    """Note that somebody has read how the round ended, so play can go on."""
    play.read()
    return {}


# --- playback


def _play(play: Play, action: Action, asker: Asker) -> None:
    _play_back(play, action, playback.read_recorded(_text(action, "log")), asker)
    if play.playback and action.get("demo") is True:
        play.playback.demo = True


def _open(play: Play, action: Action, asker: Asker) -> None:
    name = _text(action, "name")[:80] or "?"
    data = _text(action, "text").encode("utf-8", "surrogatepass")
    _play_back(play, action, playback.read(name, data), asker)


def _play_back(
    play: Play, action: Action, log: playback.Log, asker: Asker
) -> None:
    config = playback.config_for(log, play.club, play.config.get("language", "en"))
    _leave(play, action)
    player = playback.Playback(log)
    play.renew(config, player)
    play.computers = [False] * len(log.header["players"])
    play.play_back(player, asker)


def _playback(play: Play, action: Action, asker: Asker) -> Answer:
    if play.playback is None:
        raise Trouble("table", "no_playback")
    play.playback.control(action)
    return {}


# --- the table


def _pace(play: Play, action: Action, asker: Asker) -> Answer:
    turn: Any = action.get("turn", play.turn_s)
    least, most = pace.TURNS_S
    if type(turn) not in (int, float) or not least <= turn <= most:
        raise _bad(action, "turn")
    if "slow" in action or "turn" not in action:
        play.set_slow(_flag(action, "slow"))
    play.turn_s = float(turn)
    return {}


def _fault(play: Play, action: Action, asker: Asker) -> Answer:
    what, on = _text(action, "what"), _flag(action, "on")
    if what != "power":
        zone = action.get("zone")
        if zone is not None and not isinstance(zone, str):
            raise _bad(action, "zone")
        play.faults.switch(play.machine, what, zone, on)
        return {}
    if play.busy:
        _hands_free(play)
    play.cut(on)
    return {}


def _language(play: Play, action: Action, asker: Asker) -> Answer | None:
    language = _text(action, "to", _LANGUAGES)
    play.speak(language)
    if play.machine.readonly or not play.machine.powered or play.busy:
        return {}
    steps = play.machine.start_language(language)
    play.run(answering(play.hands.start_alone(lambda: steps)))
    return {}


# Actions that are allowed at a read-only table, too.
_ALWAYS = ("log", "language", "pace", "read")
_ACTIONS: dict[str, Callable[[Play, Action, Asker], Answer | None]] = {
    "move": _move, "draw": _draw, "sort": _sort, "act": _act, "key": _key, "declare": _declare,
    "deal": _deal, "undo": _undo, "zone": _zone, "go_on": _go_on,
    "hint": _hint, "new": _new, "computer": _computer, "play": _play,
    "open": _open, "playback": _playback, "pace": _pace, "fault": _fault, "language": _language,
    "log": _log, "read": _read,
}
