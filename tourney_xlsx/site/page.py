"""The results page: an outcome in, the files of a folder out that can be uploaded anywhere or opened from disk.

Each HTML file holds everything it needs; a Content-Security-Policy with the hashes of its own style and script
forbids anything else, requests to any host included.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ..i18n import LANGUAGES, Words
from ..model import Outcome, ScheduleItem
from ..resources import folder
from .about_view import timed_rounds
from .changes import Difference, difference
from .context import context
from .preview import NAME, address, preview
from .table_file import standings_csv
from .views import page_view

STYLES = ("page.css", "stage.css", "print.css")
SCRIPTS = ("tools.js", "page.js", "screen.js", "ceremony.js")
TIMER_STYLES = ("page.css", "timer.css")
TIMER_SCRIPTS = ("tools.js", "timer.js")
PIECES = 100
SHORT = 24  # characters: longer texts hardly come up again
EMPTY_LINES = re.compile(r"\n{2,}")


def files(
    outcome: Outcome, results_json: str, *, published: Mapping[str, str] | None = None
) -> Iterator[tuple[str, bytes]]:
    """The page's files with their names, one by one, the front page first; together they can be a hundred megabytes.

    `index.html` in the workbook's language and `index.<lang>.html` in the others, `results.json` (the text given),
    `standings.csv`, `timer.html` where the day's plan has timed rounds (A-21), and `preview.png` for previews of links
    where the page's address is known.

    `published`: the texts of the `results.json` and `previous.json` that are in the folder now. From them the page
    says what has changed; the one it compared with is among the files again, as `previous.json`.
    """
    own = outcome.tournament.lang
    found, previous = difference(results_json, published or {})
    results, published, results_json = results_json.encode(), None, ""  # megabytes that would wait for the last file
    for lang in sorted(LANGUAGES, key=lambda lang: lang != own):
        yield file_name(own, lang), _page(outcome, lang, found)
    if timed := timed_rounds(outcome.tournament.schedule):
        yield "timer.html", _timer(outcome, timed)
    yield "results.json", results
    ctx = context(outcome, own)
    yield "standings.csv", standings_csv(ctx)
    if address(outcome.tournament.text("page_url")):
        yield NAME, preview(ctx)
    if previous:
        yield "previous.json", previous.encode()


def file_name(own: str, lang: str) -> str:
    """The file of the page in `lang`, for a workbook in the language `own`."""
    return "index.html" if lang == own else f"index.{lang}.html"


def _page(outcome: Outcome, lang: str, found: Difference | None) -> bytes:
    own = outcome.tournament.lang
    return _fill(
        "page.html.j2",
        lang,
        STYLES,
        SCRIPTS,
        view=page_view(outcome, lang, found),
        others=tuple((other, file_name(own, other)) for other in LANGUAGES if other != lang),
    )


def _timer(outcome: Outcome, items: Sequence[ScheduleItem]) -> bytes:
    lang = outcome.tournament.lang
    title = outcome.tournament.text("title") or Words(lang)("page.untitled")
    # Only mahjong has a rule on the last hand.
    rule = Words(lang)("page_timer.over" if outcome.tournament.game == "mcr" else "page_timer.over_short")
    return _fill("timer.html.j2", lang, TIMER_STYLES, TIMER_SCRIPTS, title=title, items=items, rule=rule)


def _fill(template: str, lang: str, styles: Sequence[str], scripts: Sequence[str], **more: object) -> bytes:
    """A template filled in, its style and script inlined under a policy that allows these and nothing else."""
    style = "".join(_asset(name) for name in styles)
    script = "".join(_asset(name) for name in scripts)
    filled = (
        _environment()
        .get_template(template)
        .stream(
            t=Words(lang), lang=lang, style=Markup(style), script=Markup(script), policy=policy(style, script), **more
        )
    )
    # Piece by piece: the pieces of a large page would take ten times its room at once.
    filled.enable_buffering(PIECES)
    page = io.BytesIO()
    page.writelines(_without_empty_lines(filled))
    return page.getvalue()


def _without_empty_lines(pieces: Iterable[str]) -> Iterator[bytes]:
    ended = False
    for piece in pieces:
        text = EMPTY_LINES.sub("\n", piece)
        text = text.lstrip("\n") if ended else text
        if text:
            ended = text.endswith("\n")
            yield text.encode()


def policy(style: str, script: str) -> str:
    """The Content-Security-Policy that allows this style and this script, and nothing from anywhere."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _asset(name: str) -> str:
    """A style or script without indentation, comment lines, and the spaces and line ends that say nothing."""
    lines = (line.strip() for line in (folder("templates") / name).read_text(encoding="utf-8").splitlines())
    text = "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))
    if name.endswith(".js"):
        return re.sub(r"(?<=[{;,(\[])\n", "", text)
    return re.sub(r"(?<=:)\s+|;(?=})", "", re.sub(r"\s*([{};,>])\s*", r"\1", text))


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["cells"] = _cells
    return made


def _cells(texts: Sequence[str]) -> Markup:
    """A table's cells side by side: one call a row instead of one a cell."""
    return Markup("".join([_short_cell(text) if len(text) <= SHORT else _cell(text) for text in texts]))


def _cell(text: str) -> str:
    return f"<td>{escape(text)}"


_short_cell = lru_cache(maxsize=2_000, typed=True)(_cell)  # typed: the same text as markup is another cell
