"""What the plans say in French: everything, with the same figures and the same holes."""

import re
import sys
from pathlib import Path

from hw_sources import PLANS

sys.path.append(str(Path(__file__).parents[2] / "host_tools"))

import catalogues

pytestmark = PLANS


def figures(text: str) -> list[str]:
    """Return the numbers and holes of a text, and its marks."""
    found = re.findall(r"\d+(?:[.,]\d+)?|\{\w*\}|\[(?:V|C|K|HW)\]", text)
    return sorted(each.replace(",", ".") for each in found)


def test_all_is_said_in_french_with_the_same_figures():
    for message in filter(lambda each: each.id, catalogues.renewed("fr", "plans")):
        assert message.string, message.id
        assert figures(message.id) == figures(message.string.replace("HE10 ", "")), message.id
