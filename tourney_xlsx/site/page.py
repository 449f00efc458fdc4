"""The results page: an outcome in, the files of a folder out that can be uploaded anywhere or opened from disk.

Each HTML file holds everything it needs; a Content-Security-Policy with the hashes of its own style and script
forbids anything else, requests to any host included.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..i18n import LANGUAGES, Words
from ..model import Outcome
from ..resources import folder
from .context import context
from .table_file import standings_csv
from .views import page_view

STYLES = ("page.css", "print.css")
SCRIPTS = ("page.js",)


def render(outcome: Outcome, results_json: str) -> dict[str, str | bytes]:
    """The page's files by name: `index.html` in the workbook's language, `index.<lang>.html` in the others,
    `results.json` (the text given), `standings.csv`.
    """
    own = outcome.tournament.lang
    files: dict[str, str | bytes] = {file_name(own, lang): _page(outcome, lang) for lang in LANGUAGES}
    files["results.json"] = results_json
    files["standings.csv"] = standings_csv(context(outcome, own))
    return files


def file_name(own: str, lang: str) -> str:
    """The file of the page in `lang`, for a workbook in the language `own`."""
    return "index.html" if lang == own else f"index.{lang}.html"


def _page(outcome: Outcome, lang: str) -> str:
    own = outcome.tournament.lang
    style = "".join(_asset(name) for name in STYLES)
    script = "".join(_asset(name) for name in SCRIPTS)
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            view=page_view(outcome, lang),
            t=Words(lang),
            lang=lang,
            others=tuple((other, file_name(own, other)) for other in LANGUAGES if other != lang),
            style=Markup(style),
            script=Markup(script),
            policy=policy(style, script),
        )
    )


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
    """A style or script without indentation and comment lines; a style without the spaces around its signs too."""
    lines = (line.strip() for line in (folder("templates") / name).read_text(encoding="utf-8").splitlines())
    text = "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))
    return re.sub(r"\s*([{};,])\s*", r"\1", text) if name.endswith(".css") else text


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
