"""The parts of `tierce league` for people who come, go and change places, and what takes a step back."""

from typing import TYPE_CHECKING, Annotated

from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.language import Lang
from tierce_tools.cli.league_views import Name, pairing_facts, show
from tierce_tools.cli.options import AsJson, StoreAt, argument, flag, option
from tierce_tools.cli.streams import print_json

if TYPE_CHECKING:
    from tierce_tools.league.decisions import Decision
    from tierce_tools.league.season import League

Player = Annotated[str, argument("PLAYER", N_("A member."))]
Players = Annotated[str, argument("NAME,NAME", N_("Members."))]
Other = Annotated[str, argument("OTHER", N_("Another member."))]


def withdraw(name: Name, players: Players, store: StoreAt = "auto", as_json: AsJson = False, *, lang: Lang) -> None:
    """Withdraw members, from this round until they return."""
    from tierce_tools.league import decisions, members

    _do(name, "withdraw", decisions.withdraw(members.checked(players.split(","))), store, as_json, lang)


def add(
    name: Name,
    players: Annotated[str, argument("NAME,NAME", N_("Members, or new ones."))],
    table: Annotated[int | None, option("N", N_("The table of the round; by default one with room."), min=1)] = None,
    waits: Annotated[bool, flag("--next", N_("From the next round on, though one is being played."))] = False,
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Add people: new ones, late ones, and those who had left."""
    from tierce_tools.league import decisions, members

    who = members.checked(players.split(","))
    _do(name, "add", decisions.add(who, table, waits), store, as_json, lang, who)


def replace(
    name: Name,
    old: Annotated[str, argument("PLAYER", N_("The member who leaves, until added again."))],
    new: Annotated[str, argument("OTHER", N_("The player who takes the seat: a member, or somebody new."))],
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Let somebody take another's seat in the round."""
    from tierce_tools.league import decisions, members

    [who] = members.checked([new])
    _do(name, "replace", decisions.replace(old, who), store, as_json, lang, [who])


def swap(
    name: Name, one: Player, other: Other, store: StoreAt = "auto", as_json: AsJson = False, *, lang: Lang
) -> None:
    """Let two members change places in the round."""
    from tierce_tools.league import decisions

    _do(name, "swap", decisions.swap(one, other), store, as_json, lang)


def apart(
    name: Name,
    one: Player,
    other: Other,
    off: Annotated[bool, flag("--off", N_("Let them meet again."))] = False,
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Keep two members apart: never at the same table."""
    from tierce_tools.league import decisions

    _do(name, "together" if off else "apart", decisions.apart(one, other, off), store, as_json, lang)


def fixed(
    name: Name,
    player: Player,
    table: Annotated[int, argument("TABLE", N_("The table; 0: any again."), min=0, max=999)],
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Let a member always sit at the same table."""
    from tierce_tools.league import decisions

    _do(name, "fixed" if table else "free", decisions.fixed(player, table), store, as_json, lang)


def clock(
    name: Name,
    minutes: Annotated[int, argument("MINUTES", N_("From now to the round's end; 0: no clock."), min=0, max=600)],
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Start the round's clock, for the wall."""
    import time

    from tierce_tools.league import decisions

    _do(name, "clock" if minutes else "no_clock", decisions.clock(minutes, int(time.time())), store, as_json, lang)


def remove(name: Name, players: Players, store: StoreAt = "auto", as_json: AsJson = False, *, lang: Lang) -> None:
    """Take people out of the league; their results stay."""
    from tierce_tools.league import decisions, members

    _do(name, "remove", decisions.remove(members.checked(players.split(","))), store, as_json, lang)


def rename(
    name: Name,
    player: Player,
    new: Annotated[str, argument("NAME", N_("The new name."))],
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Give a member another name."""
    from tierce_tools.league import decisions

    _do(name, "rename", decisions.rename(player, new), store, as_json, lang)


def undo(name: Name, store: StoreAt = "auto", as_json: AsJson = False, *, lang: Lang) -> None:
    """Take the last step back."""
    from tierce_tools.league.acts import told
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    say = texts(lang)
    with Store.open(store, make=False) as opened:
        known, act = Leagues(opened).undo(name)
    if as_json:
        print_json({"league": known.name, "undone": act.kind, "next": known.decided.last.kind or None})
        return
    print(say("Taken back: {step}", step=told(act, say)))
    if known.decided.last.kind:
        print(say("Before it: {step}", step=told(known.decided.last, say)))


def _do(
    name: str, kind: str, decision: "Decision", store: str, as_json: bool, lang: str, coming: list[str] | None = None
) -> None:
    """Decide, and show the step and the tables that it has changed."""
    from tierce_tools.league.acts import told
    from tierce_tools.league.sheets import round_sheet
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    with Store.open(store, make=False) as opened:
        known = Leagues(opened).decide(name, kind, decision, coming or [])
    act = known.decided.last
    moved = any(change.what == "seat" for change in act.changes)
    if as_json:
        print_json({"league": known.name, "members": people_facts(known), **(_round(known) if known.rounds else {})})
        return
    say = texts(lang)
    print(told(act, say))
    if moved:
        show([round_sheet(known, known.round(), say)], columns=2)


def _round(known: "League") -> dict[str, object]:
    return {key: value for key, value in pairing_facts(known, known.round()).items() if key != "league"}


def people_facts(known: "League") -> list[dict[str, object]]:
    """Return the members as facts."""
    return [
        {"player": known.members[each], "away": each in known.decided.away, "table": known.decided.fixed.get(each)}
        for each in known.decided.inside
    ]
