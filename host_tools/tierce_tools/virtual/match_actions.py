"""Actions with a match: begin, go on, play back; its computer players, hints and log."""

import importlib
from random import Random
from typing import Any, cast

from tierce.cards import parse
from tierce.presets import MOST_SEATS, PRESETS, LogError
from tierce.referee import Referee
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Doubt, Trouble
from tierce_tools.description import felt
from tierce_tools.match.match import hint as hint_for
from tierce_tools.match.places import rack
from tierce_tools.players.gin import advice
from tierce_tools.players.levels import LEVELS
from tierce_tools.virtual import board, checks, playback
from tierce_tools.virtual.checks import NO_SEAT, Act, Action
from tierce_tools.virtual.kept_tables import NO_KEPT
from tierce_tools.virtual.play import Answer, Asker, Play

_BAD_NAME = N_("“{name}” is not a name: one to 12 letters.")


def _header(play: Play, action: Action) -> tuple[dict[str, Any], list[bool], dict[int, str]]:
    """Return (header, which seats are computers, their levels) of the requested match."""
    given: object = action.get("players")
    if not isinstance(given, list) or not 0 < len(cast("list[Any]", given)) <= MOST_SEATS:
        raise checks.bad_value(action, "players")
    names: list[str] = []
    computers: list[bool] = []
    levels: dict[int, str] = {}
    for player in cast("list[Any]", given):
        known = cast("dict[str, Any]", player if isinstance(player, dict) else {})
        name: Any = known.get("name")
        by: Any = known.get("computer", False)
        if not isinstance(name, str) or not name.strip() or type(by) is not bool:
            raise Trouble("table.bad_name", _BAD_NAME, name=checks.shown(name))
        if len(name.strip()) > playback.LONGEST_NAME or not name.isprintable():
            raise Trouble("table.bad_name", _BAD_NAME, name=checks.shown(name))
        level = _level(known)
        if level:
            levels[len(names)] = level
        names.append(name.strip())
        computers.append(by)
    if len(set(names)) < len(names):
        raise Trouble("table.names_twice", "Two players have one name: {names}.", names=", ".join(names))
    header: dict[str, Any] = {
        "tierce": 1,
        "game": action.get("game"),
        "players": names,
        "dealer": _dealer(play, action, len(names)),
        "rules": action.get("rules") or {},
    }
    # A match that goes on, or whose totals are on paper. The referee checks them.
    header |= {key: action[key] for key in ("totals", "rounds") if action.get(key) is not None}
    try:
        Referee(header)
    except LogError as error:
        raise Trouble("table.bad_match", "This can't be played: {error}.", error=error) from None
    return header, computers, levels


def _dealer(play: Play, action: Action, seats: int) -> int:
    """Return the first dealer: a seat, or drawn by lot."""
    if action.get("dealer") != "lot":
        return checks.number(action, "dealer", 0, seats - 1, 0)
    return (_dice(action) or play.rng).randrange(seats)


def _dice(action: Action) -> Random | None:
    """Return the dice of a numbered deal, or None."""
    if action.get("seed") is None:
        return None
    return Random(checks.number(action, "seed", -(1 << 62), 1 << 62))


def _table_for(play: Play, header: dict[str, Any]) -> dict[str, Any]:
    """Return the config.json of the table for a match: made for it, or the existing one."""
    language = play.config.get("language", "en")
    if play.machine.to_measure:
        config = board.config_for(header, language)
    else:
        config = dict(play.club, game=header["game"], players=header["players"])
        config.update(rules=header["rules"], language=language, hints=True)
    check: Any = importlib.import_module("app.config")
    errors: list[Any] = check.check(config)
    if errors:
        raise Trouble("table.bad_table", "This table can't be set up: {errors}.", errors=check.say(errors, language)[0])
    zones = [zone["zone"] for zone in felt.shown(config)["zones"]]
    taps = [zone["zone"] for zone in config["zones"]] == ["tap"]
    keys = [button.get("seat") for button in config.get("buttons") or ()]
    melds_only = PRESETS[header["game"]]["family"] == "manipulation"
    if "meld1" not in zones or not (melds_only or "discard" in zones):
        raise Trouble(
            "table.zones_missing",
            "This game needs a meld zone and a discard zone, which this table lacks: use another table, or "
            "another game.",
        )
    for seat in range(len(header["players"])):
        if f"seat{seat}" not in zones or not (taps or seat in keys):
            raise Trouble(
                "table.too_few_seats",
                "This table has places and buttons for {seats} players only: use another table, or fewer players.",
                seats=seat,
            )
    return felt.complete(config)


def _new(play: Play, action: Action, asker: Asker) -> None:
    header, computers, levels = _header(play, action)
    if any(computers) and felt.shown(play.club) is not play.club and not play.machine.to_measure:
        raise Trouble("table.computer_taps", "The computer can't tap cards: let people play at this table.")
    if play.machine.kind == "pico" and header.keys() & {"totals", "rounds"}:
        raise Trouble(
            "table.pico_totals", "Totals are brought forward on the virtual table only, or by a real board's own menu."
        )
    config = _table_for(play, header)
    _leave(play, action)
    play.rng = _dice(action) or play.rng
    play.renew(config)
    play.computers, play.levels = computers, levels
    play.begin(play.machine.start("begin", header), asker)


def _leave(play: Play, action: Action) -> None:
    """Raise a Doubt if something else would replace a match in play."""
    begun = not play.playback and play.is_begun
    if begun and action.get("totals") is not None:
        if play.fact("phase") in ("turn", "count") and not checks.sure(action):
            raise Doubt(
                "table.leave_round",
                "The round in play is left and does not count; the match goes on with these totals. Go on?",
            )
    elif begun and play.fact("phase") != "over" and not checks.sure(action):
        kept = play.machine.kept is not None
        if kept:
            raise Doubt("table.leave_kept", "The match in play is kept: you can go on with it later. Leave it now?")
        raise Doubt(
            "table.leave_lost",
            "The match in play would be lost: save its log first if you want it. Leave it all the same?",
        )


def _go_on(play: Play, action: Action, asker: Asker) -> Answer:
    name = checks.text(action, "match")
    if play.busy and not play.playback:
        checks.hands_free(play)
    play.go_on(name)
    return {}


def _forget(play: Play, action: Action, asker: Asker) -> Answer:
    name = checks.text(action, "match")
    if play.kept_tables is None:
        raise Trouble("table.no_kept", NO_KEPT)
    if not checks.sure(action):
        raise Doubt("table.forget_kept", "This match can no longer go on. Delete it?")
    play.kept_tables.forget(name)
    play.look_at_shelf()
    return {}


def _zone(play: Play, action: Action, asker: Asker) -> None:
    checks.hands_free(play)
    checks.powered(play)
    play.add_zone(asker)


def _computer(play: Play, action: Action, asker: Asker) -> Answer:
    seat = checks.seat(play, action)
    on = checks.flag(action, "on")
    level = _level(action)
    if seat >= len(play.computers):  # the table's menu has begun a match with fewer seats
        raise Trouble("table.no_seat", NO_SEAT, seat=seat, seats=len(play.computers))
    play.computers[seat] = on
    if level:
        play.levels[seat] = level
    return {}


def _level(action: Action) -> str | None:
    """Return a computer's level; None if the action has none."""
    return None if action.get("level") is None else checks.text(action, "level", tuple(LEVELS))


def _hint(play: Play, action: Action, asker: Asker) -> Answer:
    seat = checks.seat(play, action)
    places = play.scene.places
    hand = places[rack(seat)] + places.get(f"seat{seat}", [])
    hint = hint_for(play.match, seat, hand)
    assert play.match.referee is not None  # or there is no hint
    hint["answer"] |= advice(play.match.referee, seat, [parse(card) for card in hand])
    return {"hint": hint}


def _show(play: Play, action: Action, asker: Asker) -> Answer:
    play.show(checks.seat(play, action), checks.flag(action, "on"))
    return {}


def _read(play: Play, action: Action, asker: Asker) -> Answer:
    """Note that somebody has read how the round ended, so play can go on."""
    play.read()
    return {}


# --- playback


def _play(play: Play, action: Action, asker: Asker) -> None:
    _play_back(play, action, playback.read_recorded(checks.text(action, "log")), asker)
    if play.playback and action.get("demo") is True:
        play.playback.demo = True


def _open(play: Play, action: Action, asker: Asker) -> None:
    name = checks.text(action, "name")[:80] or "?"
    data = checks.text(action, "text").encode("utf-8", "surrogatepass")
    _play_back(play, action, playback.read(name, data), asker)


def _play_back(play: Play, action: Action, log: playback.Recording, asker: Asker) -> None:
    config = playback.config_for(log, play.club, play.config.get("language", "en"))
    _leave(play, action)
    player = playback.Playback(log)
    play.renew(config, player)
    play.computers = [False] * len(log.header["players"])
    play.play_back(player, asker)


def _playback(play: Play, action: Action, asker: Asker) -> Answer:
    if play.playback is None:
        raise Trouble("table.no_playback", "No recorded match is playing.")
    play.playback.control(action)
    return {}


ACTIONS: dict[str, Act] = {
    "new": _new,
    "go_on": _go_on,
    "forget": _forget,
    "zone": _zone,
    "computer": _computer,
    "hint": _hint,
    "show": _show,
    "log": lambda play, _, __: {"log": play.match.log()},
    "results": lambda play, _, __: {"results": play.kept_tables.results() if play.kept_tables else []},
    "read": _read,
    "play": _play,
    "open": _open,
    "playback": _playback,
}
