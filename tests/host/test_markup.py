"""Names that are written from right to left: in a sentence they move nothing beside them."""

import json

from processes import run_text

from tierce_tools.base import npm
from tierce_tools.base.markup import markup
from tierce_tools.page import STATIC

SAID = {
    "שרה 12": "<bdi>שרה</bdi> 12",
    "דוד בן-גוריון2, שרה: 7": "<bdi>דוד בן-גוריון2</bdi>, <bdi>שרה</bdi>: 7",
    "Zoé 水 12": "Zoé 水 12",
}
# The page marks the same names, in texts without elements.
PAGE = """globalThis.document = {};
const { typeset } = await import(process.argv[1]);
console.log(JSON.stringify(JSON.parse(process.argv[2]).map(typeset)));"""


def test_a_right_to_left_name_moves_nothing() -> None:
    assert [markup(text) for text in SAID] == list(SAID.values())
    assert markup("<b>'") == "&lt;b&gt;&#x27;"


def test_the_page_marks_the_same_names() -> None:
    words = (STATIC / "words.js").as_uri()
    done = run_text(*npm.tool("node"), "--input-type=module", "-e", PAGE, words, json.dumps([*SAID]))
    assert done.returncode == 0, done.stderr
    marked = [text.replace("<bdi>", "\u2068").replace("</bdi>", "\u2069") for text in SAID.values()]
    assert json.loads(done.stdout) == marked
