"""Whole pages of both games and languages against kept ones; `pytest tests/site --update-goldens` writes them anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.factory import render
from tourney_xlsx.model import Outcome

from . import factory

GOLDENS = Path(__file__).parent / "goldens"
EVENTS: dict[str, Callable[[], Outcome]] = {
    "mahjong": lambda: factory.mahjong16(
        played=2, substitutes=1, withdrawn={2: 1}, penalties={(1, 4): 20}, names=factory.AWKWARD, hands=True
    ),
    "mafia": lambda: factory.mafia(played=2),
}


def masked(markup: str) -> str:
    """The page without what changes with every edit of style or script, and without dates."""
    markup = re.sub(r"<(style|script)>.*?</\1>", r"<\1></\1>", markup, flags=re.S)
    markup = re.sub(r"sha256-[\w+/]+=*", "sha256-…", markup)
    return re.sub(r"\b(\d\d\.\d\d\.\d{4}|\d{4}-\d\d-\d\d)( \d\d:\d\d)?", "DATE", markup)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_page_is_the_kept_one(event: str, lang: str, pytestconfig: pytest.Config) -> None:
    markup = render(EVENTS[event](), "{}")["index.html" if lang == "ru" else "index.en.html"]
    found, kept = masked(str(markup)), GOLDENS / f"{event}.{lang}.html"
    if pytestconfig.getoption("update_goldens", default=False):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(found, encoding="utf-8")
    assert found == kept.read_text(encoding="utf-8")


def test_timer_is_the_kept_one(pytestconfig: pytest.Config) -> None:
    found, kept = masked(str(render(factory.mahjong16(), "{}")["timer.html"])), GOLDENS / "timer.ru.html"
    if pytestconfig.getoption("update_goldens", default=False):
        kept.write_text(found, encoding="utf-8")
    assert found == kept.read_text(encoding="utf-8")
