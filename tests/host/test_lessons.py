"""The lessons as the site has them; tests/browser/test_browser_site.py opens one."""

import base64
import json
import re
import xml.etree.ElementTree as ET
import zlib
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tierce_tools.base import paths
from tierce_tools.page.lessons import CHAPTERS, lessons, pictures
from tierce_tools.rules.program import OWN, sources
from tierce_tools.worker.site import PAGES

BOTH = ("en", "fr")


def shown(part: dict[str, Any], pupils: bool) -> ET.Element:
    """Return a part of a lesson, for `pupils` without what only a teacher sees."""
    found = ET.fromstring(f"<div>{part['html']}</div>")
    for parent in [*found.iter()] if pupils else ():
        for each in [each for each in parent if each.get("class") in ("notes", "answer")]:
            parent.remove(each)
    return found


def parts(lesson: dict[str, Any]) -> list[dict[str, Any]]:
    return [part for chapter in lesson["chapters"] for part in chapter.get("steps", [chapter])]


def steps(lesson: dict[str, Any]) -> list[dict[str, Any]]:
    return next(chapter["steps"] for chapter in lesson["chapters"] if "steps" in chapter)


def links(lesson: dict[str, Any], pupils: bool = False) -> list[str]:
    return [link.get("href") or "" for part in parts(lesson) for link in shown(part, pupils).iter("a")]


def unpacked(letters: str) -> str:
    packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    return zlib.decompress(packed, wbits=-15).decode()


def test_both_languages_have_the_same_lessons() -> None:
    for mine, other in zip(*map(lessons, BOTH), strict=True):
        assert [each["kind"] for each in mine["chapters"]] == [kind for kind in CHAPTERS if kind != "hour"]
        assert [each["minutes"] for each in steps(mine)] == [each["minutes"] for each in steps(other)]
        both = [[link.split("=")[0].replace(".fr.", ".") for link in links(each)] for each in (mine, other)]
        assert both[0] == both[1]


@pytest.mark.parametrize("language", BOTH)
def test_each_lesson_fills_45_and_55_minutes(language: str) -> None:
    for lesson in lessons(language):
        for whole in ("45", "55"):
            times = [step["minutes"][whole] for step in steps(lesson)]
            assert [start for start, _ in times] == [0, *(end for _, end in times[:-1])]
            assert times[-1][1] == int(whole)
        assert all('class="task"' in step["html"] for step in steps(lesson))


@pytest.mark.parametrize("language", BOTH)
def test_every_link_leads_to_something_on_the_site(language: str) -> None:
    for lesson in lessons(language):
        for link in links(lesson):
            path, asked = urlsplit(link).path, parse_qs(urlsplit(link).fragment)
            if path.startswith("lessons/"):
                assert path.removeprefix("lessons/") in pictures(), link
                continue
            assert path == "./" or path.removesuffix(".html") in PAGES, link
            for name in asked.get("sample", []):
                assert (paths.lessons() / name).exists()
            for header in asked.get("header", []):
                assert json.loads(header)["tierce"] == 1
            for log in asked.get("log", []):
                assert unpacked(log).startswith('{"tierce":1')
        for part in parts(lesson):
            for name in re.findall(r'src="lessons/([^"]+)"', part["html"]):
                assert name in pictures()


def test_what_a_command_prints_is_for_the_teacher() -> None:
    for lesson in lessons("en"):
        for part in parts(lesson):
            text = "".join(shown(part, pupils=True).itertext())
            assert not re.search(r"_points\]|^silent \d|✗ Luc|cards down", text, re.MULTILINE), part["title"]


def test_the_third_lesson_has_its_test_ready_and_finds_each_place() -> None:
    third = lessons("en")[2]
    copies = [json.loads(unpacked(link.split("#copy=")[1])) for link in links(third) if "#copy=" in link]
    assert [*copies[0]["files"]] == [OWN]
    assert len(copies[-1]["files"]) == 5
    found = [parse_qs(urlsplit(link).fragment) for link in links(third, pupils=True) if "find=" in link]
    assert len(found) == 4
    for asked in found:
        assert sources()[asked["file"][0]].read_text("utf-8").count(asked["find"][0]) >= 1
