"""What is said on each topic of a table, as JSON Schemas: https://json-schema.org/draft/2020-12.

The manual's tables (host_tools/TOPICS.md) and host_tools/topics.json are made of these; tests hold
what is sent against them. What comes in is read by messages.py alone.
"""

from typing import Any

from tierce.presets import MOST_SEATS
from tierce_tools.base.texts import N_
from tierce_tools.broker.state import EVENTS, PHASES

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer", "minimum": 0}
_FLAG: Schema = {"type": "boolean"}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _seats(of: Schema) -> Schema:
    return _list(of) | {"maxItems": MOST_SEATS}


def _object(fields: dict[str, tuple[Schema, str, Any]], more: bool = False, optional: tuple[str, ...] = ()) -> Schema:
    """Return the schema of an object: key -> (schema, description, example)."""
    return {
        "type": "object",
        "properties": {
            key: {**schema, "description": text, "examples": [example]}
            for key, (schema, text, example) in fields.items()
        },
        "required": [key for key in fields if key not in optional],
        "additionalProperties": more,
    }


_JOURNAL: tuple[Schema, str, Any] = (
    {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    N_("the journal's name: with a record's number it names the record for ever"),
    "5e1c0f2a9b3d4c77",
)
_STREAM: tuple[Schema, str, Any] = (
    {"type": "string", "pattern": "^[0-9a-f]{8}$"},
    N_("from one start of tierce publish to the next"),
    "0a1b2c3d",
)
_COUNT: tuple[Schema, str, Any] = (_NUMBER, N_("number of the last message with records in this stream"), 12)

_PROBLEMS = _object(
    {
        "readers": (_FLAG, N_("a reader is lost"), False),
        "recording": (_FLAG, N_("the board does not record"), False),
        "cards": (_FLAG, N_("the table warns of cards: unknown, present twice, unsteady"), False),
        "journal": (_FLAG, N_("the journal is damaged: the players must confirm the totals"), False),
    }
)

SCHEMAS: dict[str, Schema] = {
    "status": {
        "enum": ["online", "gone"],
        "description": N_("plain text, no JSON; the broker itself says gone when the connection breaks"),
        "examples": ["online"],
    },
    "state": _object(
        {
            "table": (_TEXT, N_("the table's name"), "table-1"),
            "game": ({"type": ["string", "null"]}, N_("the game's name in a log; null without a match"), "rami51"),
            "name": (_TEXT, N_("the game's name as people read it"), "Rami 51"),
            "players": (_seats(_TEXT), N_("names, by seat: the first is seat 0"), ["Ana", "Luc"]),
            "totals": (_seats({"type": "integer"}), N_("points before this round, by seat"), [0, 34]),
            "leader": (_TEXT, N_("who leads, several joined by a comma; empty while all are level"), "Ana"),
            "winner": (_TEXT, N_("who has won, once the phase is over; empty before"), ""),
            "round": (_NUMBER, N_("number of the round, 1 for the first; 0 without a match"), 2),
            "phase": (
                {"enum": list(PHASES)},
                N_(
                    "idle: no match; deal: waiting for the dealer; turn: a turn is open; count: hands are counted; "
                    "over: the match has ended; lost: records of it are missing"
                ),
                "turn",
            ),
            "turn": (
                _TEXT,
                N_("whom the table awaits; several names, joined by a comma, while hands are counted"),
                "Luc",
            ),
            "verdict": (_TEXT, N_("the last verdict, as a sentence"), "Luc draws, discards 9♣, 13 cards left"),
            "reason": (_TEXT, N_("why"), "A card came from the stock."),
            "warnings": (_list(_TEXT), N_("what the table warns of now, as sentences"), []),
            "problems": (
                _PROBLEMS,
                N_("true for what is wrong: readers, recording, cards, journal"),
                {"readers": False, "recording": False, "cards": False, "journal": False},
            ),
            "sections": (
                _object(
                    {
                        "match": ({"type": ["object", "null"]}, N_("the match, seats as numbers"), None),
                        "melds": ({"type": "object"}, N_("each meld zone: kind, points, codes, jokers"), {}),
                        "verdict": (
                            {"type": ["object", "null"]},
                            N_("the last verdict: event, mood, text and why in each language"),
                            None,
                        ),
                        "sheet": ({"type": "object"}, N_("the score sheet: a row for each round and correction"), {}),
                        "doubt": ({"type": ["object", "null"]}, N_("the totals to confirm after damage"), None),
                        "cards": (
                            {"type": "object", "additionalProperties": _list(_TEXT)},
                            N_("the cards that everyone sees: zone, codes"),
                            {"meld1": ["5H", "6H", "7H"], "discard": ["KS"]},
                        ),
                        "warnings": (_list({"type": "object"}), N_("the warnings, in each language"), []),
                    }
                ),
                N_("the same in all languages and in figures, as the club's page reads it: it may grow"),
                {},
            ),
        }
    ),
    "event": _object(
        {
            "event_type": (
                {"enum": list(EVENTS.values())},
                N_("what happened: a turn accepted or refused, the end of a round or match, a ruling"),
                "refused",
            ),
            "n": (_NUMBER, N_("number of the outcome's record"), 42),
            "player": (_TEXT, N_("whose turn it is about; empty for a round and a match"), "Luc"),
            "text": (_TEXT, N_("the verdict, as a sentence"), "Luc: refused: the first lay has 34 points, not 51"),
            "reason": (_TEXT, N_("why"), "Your first lay must be worth 51 points."),
            "t": (_NUMBER, N_("milliseconds since the match began"), 61200),
        },
        more=True,  # the keys of the outcome: firmware/LOG.md
    ),
    "record": _object(
        {
            "journal": _JOURNAL,
            "stream": _STREAM,
            "n": (_NUMBER, N_("number of this message in its stream, from 1"), 13),
            "records": (
                _list({"type": "object"}) | {"maxItems": 64},
                N_("records of the journal, each with its number seq, and losses: firmware/BOARD.md, The link"),
                [{"seq": 41, "t": 61000, "seat": 1, "press": "done"}],
            ),
        }
    ),
    "position": _object(
        {
            "journal": _JOURNAL,
            "stream": _STREAM,
            "n": _COUNT,
            "next": (_NUMBER, N_("the number after the last record that was looked at"), 43),
            "held": (_list(_NUMBER), N_("the numbers of those held back, as they show a hand"), [39]),
            "clock": (
                _list(_NUMBER) | {"minItems": 2, "maxItems": 2},
                N_("number and Unix time of the latest note of the time"),
                [2, 1764140000],
            ),
        }
    ),
    "ask": _object({"journal": _JOURNAL, "from": (_NUMBER, N_("the table sends its journal again from there"), 1)}),
    "names": _object(
        {
            "journal": _JOURNAL,
            "match": (_NUMBER, N_("number of the match's header"), 3),
            "names": (_seats(_TEXT), N_("who plays, by seat"), ["Ana", "Luc"]),
        }
    ),
}


def whole() -> Schema:
    """Return the schemas as one document."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a card table of Tierce says on a broker, by the last level of the topic",
        "$defs": SCHEMAS,
    }
