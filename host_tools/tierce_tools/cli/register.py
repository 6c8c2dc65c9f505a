"""`tierce register`: teaches the table its deck; saves, prints and imports decks."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.bars import bar
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, Port, argument, flag, games, option
from tierce_tools.cli.register_deck import copy_of, keep_old, read
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.logs.words import table_words

if TYPE_CHECKING:
    from tierce_tools.board.deckfile import Deck
    from tierce_tools.board.session import Session


def register(
    cards: Annotated[
        list[str] | None, argument("CARD", N_("Cards to register again, such as 7H X1; otherwise all."))
    ] = None,
    port: Port = "auto",
    decks: Annotated[int | None, option("1|2", N_("Number of packs; by default 2."))] = None,
    jokers: Annotated[int | None, option("N", N_("Number of jokers in all; by default 2 for each pack."))] = None,
    game: Annotated[
        str | None, option("NAME", N_("Use the packs and jokers of this game."), autocompletion=games)
    ] = None,
    begin: Annotated[str | None, option("CARD", N_("Begin with this card."), "--from")] = None,
    again: Annotated[bool, flag("--again", N_("Also ask for cards that are registered already."))] = False,
    wait: Annotated[float, option("MINUTES", N_("End when no card comes for this long."), min=0.01)] = 10,
    take: Annotated[Path | None, option("FILE", N_("Read the deck from a .json or .csv file."), "--import")] = None,
    replace: Annotated[bool, flag("--replace", N_("With --import: unregister the cards that the file lacks."))] = False,
    export: Annotated[Path | None, option("FILE", N_("Write the deck into a .json or .csv file."))] = None,
    labels: Annotated[Path | None, option("FILE", N_("Write a sheet of labels: .pdf or .svg."))] = None,
    label: Annotated[
        str, option("NAME|WxH", N_("The kind of labels: l4731, l7651, or a size such as 30x12 mm."))
    ] = "l4731",
    paper: Annotated[str | None, option("a4|letter", N_("Paper for labels of a free size."))] = None,
    used: Annotated[int, option("N", N_("Number of labels of the first sheet that are used already."))] = 0,
    marks: Annotated[bool | None, flag("--marks/--no-marks", N_("Print marks to cut along."))] = None,
    status: Annotated[bool, flag("--status", N_("Print which cards are registered; change nothing."))] = False,
    deck: Annotated[
        Path | None,
        option("FILE", N_("A deck file of this computer; with it, --status, --export and --labels need no board.")),
    ] = None,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Teach the table a deck of cards."""
    from tierce_tools.board import deckfile
    from tierce_tools.board.ports import AUTO

    plan = _plan(decks, jokers, game)
    asked = [_card(text, plan) for text in cards or []]
    first = _card(begin, plan) if begin is not None else plan[0]
    shows = [
        name
        for name, wanted in (("--import", take), ("--export", export), ("--labels", labels), ("--status", status))
        if wanted
    ]
    if shows and (asked or begin is not None or again):
        name = "CARD" if asked else "--again" if again else "--from"
        raise Trouble("register.together", "{option} and {other} do not go together", option=name, other=shows[0])
    if replace and take is None:
        raise Trouble("register.only_with", "{option} goes with {other} only", option="--replace", other="--import")
    for path in (export, deck):
        if path is not None:
            deckfile.kind_of(path)
    sheet = None
    if labels is not None:
        from tierce_tools.board.labels import sheet_of

        sheet = sheet_of(labels, label, paper, used, marks)
    if not shows:
        from tierce_tools.cli.register_walk import walk

        todo = asked or plan[plan.index(first) :]
        walk(port, deck, plan, todo, bool(again or asked), wait * 60, as_json, lang)
        return

    say = texts(lang)
    wanted = read(take, lang) if take is not None else None
    if deck is not None and port == AUTO and wanted is None:
        known = read(deck, lang)
    else:
        known = _of_board(port, deck, take, wanted, replace, as_json, lang)
    if export is not None:
        deckfile.write(export, known)
        text = say("{cards} cards written to {path}", cards=len(known), path=export)
        _told(as_json, text, exported=str(export), cards=len(known))
    if labels is not None and sheet is not None:
        from tierce_tools.board.labels import write

        some = [card for card in plan if card in known] or plan
        title = say("Labels of a deck")
        sheets = write(labels, sheet, some, known, table_words(lang), title)
        text = say("{labels} labels, sheets: {sheets}, in {path}", labels=len(some), sheets=sheets, path=labels)
        _told(as_json, text, labels=len(some), sheets=sheets, file=str(labels))
    if status:
        from tierce_tools.cli.register_view import print_status

        print_status(plan, known, as_json, lang)


# --- arguments


def _plan(decks: int | None, jokers: int | None, game: str | None) -> list[str]:
    """Return the cards of the deck asked for."""
    from tierce.presets import PRESETS
    from tierce_tools.board.registration import plan_of

    if game is not None:
        if game not in PRESETS:
            raise Trouble(
                "register.no_game",
                "there is no game {game}; the games are {games}",
                game=game,
                games=tuple(sorted(PRESETS)),
            )
        preset: dict[str, Any] = PRESETS[game]
        decks = decks if decks is not None else preset["decks"]
        jokers = jokers if jokers is not None else preset["jokers"]
    decks = 2 if decks is None else decks
    jokers = 2 * decks if jokers is None else jokers
    return plan_of(decks, jokers)


def _card(text: str, plan: list[str]) -> str:
    from tierce_tools.board.deckfile import card_of

    card = card_of(text)
    if card is None:
        raise Trouble(
            "register.no_card", "{card} is not a card; cards are written 7H, 7H2 (second pack) and X1 to X8", card=text
        )
    if card not in plan:
        raise Trouble(
            "register.not_in_deck",
            "{card} is not in this deck of {cards} cards; see --decks and --jokers",
            card=card,
            cards=len(plan),
        )
    return card


def _told(as_json: bool, text: str, **facts: object) -> None:
    """Report what was done: as JSON on stdout, or in words on stderr."""
    if as_json:
        print_json(facts)
    else:
        tell(text)


# --- the board


def _of_board(
    port: str, deck: Path | None, take: Path | None, wanted: "Deck | None", replace: bool, as_json: bool, lang: str
) -> "Deck":
    """Return the deck of a board, after an import if one is asked for."""
    from tierce_tools.board import deckfile
    from tierce_tools.board.follow import tell_time
    from tierce_tools.board.registration import connected, deck_of

    session, _, found = connected(port)
    with session:
        known = deck_of(session)
        if wanted is not None:
            tell_time(session)
            _import(session, take, wanted, known, replace, as_json, lang)
            known = deck_of(session)
            copy = copy_of(deck, found, session)
            if copy is not None:
                keep_old(copy, known, lang)
                deckfile.write(copy, known)
    return known


def _import(
    session: "Session", take: Path | None, wanted: "Deck", known: "Deck", replace: bool, as_json: bool, lang: str
) -> None:
    from tierce_tools.board.registration import compare, send

    todo = compare(wanted, known, replace)
    say = texts(lang)
    with bar(say("Import"), len(todo.give)) as advance:
        send(session, todo, lambda _: advance(1))
    gone = [card for card, tag in todo.give if tag is None]
    new = len(todo.give) - len(gone)
    text = say(
        "{cards} cards read from {path}; {same} were registered like that before.", cards=new, path=take, same=todo.same
    )
    _told(as_json, text, imported=new, same=todo.same, taken_away=gone, file=str(take))
    if gone and not as_json:
        tell(say("{count} cards no longer have a tag: {cards}", count=len(gone), cards=" ".join(gone)))
    if todo.others and not as_json:
        tell(
            say(
                "{cards} cards that the file does not name keep their tags (--replace takes them away).",
                cards=len(todo.others),
            )
        )
