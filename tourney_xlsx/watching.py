"""`watch`: run again on every save of the workbook, whichever way the program that saves it writes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from . import i18n


def follow(
    file: Path, site: Path | None, lang: str | None, once: Callable[[Path, Path | None, str | None], None]
) -> None:
    """Call `once` now and after each save of `file` until interrupted. Temporary and lock files are passed over."""
    spoken = lang or "ru"
    try:
        from watchfiles import watch
    except ImportError:
        click.echo(i18n.word(spoken, "cli.watch_missing"), err=True)
        sys.exit(2)
    click.echo(i18n.say(spoken, "cli.watching", path=str(file)))
    once(file, site, lang)
    for changes in watch(file.resolve().parent, recursive=False, debounce=1500, raise_interrupt=False):
        if any(Path(name).name == file.name for _, name in changes) and file.exists():
            once(file, site, lang)
