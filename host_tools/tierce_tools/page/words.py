"""What the page is told of its language: the texts of its catalogue."""

from typing import Any

from tierce.presets import PRESETS
from tierce_tools.base.texts import in_table, languages, nearest, of_table, texts
from tierce_tools.players.levels import LEVELS

# The forms of texts for 0, 1, 2 ... things; from 100 on they repeat in every language.
_NUMBERS = 200


def words(wanted: str) -> dict[str, Any]:
    """Return the texts in the language nearest to a wanted one, and the languages.

    Besides what the front door shows before the table is there: the games, and the computers' levels.
    """
    language = nearest(wanted)
    said = texts(language, "page")
    names = of_table("names", in_table(language)).GAMES
    return {
        "games": {game: {"name": names[game], "seats": preset["seats"]} for game, preset in PRESETS.items()},
        "levels": list(LEVELS),
        "language": language,
        "languages": {each: texts(each).pgettext("name of this language", "English") for each in languages()},
        "plural": [said.plural(n) for n in range(_NUMBERS)],
        "texts": {text: forms if len(forms) > 1 else forms[0] for text, forms in said.catalogue.items()},
    }
