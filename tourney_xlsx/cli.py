"""The commands. The only place that prints, looks at the clock and decides exit codes:

0 done · 1 errors in the workbook's content · 2 wrong usage · 3 a file that can't be read or written.
"""

from __future__ import annotations

import gc
import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from . import __version__, i18n

if TYPE_CHECKING:
    from .disk import Written
    from .event import Event

LANG = click.Choice(i18n.LANGUAGES)
GAME = click.Choice(["mcr", "mafia"])
FILE = click.Path(path_type=Path)


class _RunByDefault(click.Group):
    """`tourney-xlsx FILE` means `tourney-xlsx run FILE`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands and _looks_like_a_file(args[0]):
            args = ["run", *args]
        return super().resolve_command(ctx, args)


def _looks_like_a_file(word: str) -> bool:
    """A word with a dot or a folder in it, or one that is there; anything else is a misspelt command."""
    return not word.startswith("-") and (bool(Path(word).suffix) or len(Path(word).parts) > 1 or Path(word).exists())


@click.group(cls=_RunByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="tourney-xlsx")
def main() -> None:
    """Standings, seating and a results page from the organiser's workbook.
    Итоги, рассадка и страница результатов из книги организатора."""
    if os.environ.get("NO_COLOR"):
        click.get_current_context().color = False
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def program() -> NoReturn:
    """The command as a process: `main`, and out without clearing up.

    All that a run makes stays in use to its end: looking for garbage in it, and taking it apart at last, would take a
    fifth of a large event's run. What is written to disk is closed by then.
    """
    gc.disable()
    code = 0
    try:
        main(prog_name="tourney-xlsx")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # none there, or nobody reads it any more
            stream.flush()
    os._exit(code)


def _clock(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def _fail(code: str, lang: str | None, facts: dict[str, Any]) -> NoReturn:
    """One plain sentence, and exit code 3."""
    spoken = lang or "ru"
    click.echo(i18n.say(spoken, f"file.{code}", {"who": "", "error": "", "part": "", "name": "", **facts}), err=True)
    sys.exit(3)


def _guarded(path: Path, lang: str | None, work: Callable[[], Any]) -> Any:
    """Do what touches files; everything that can go wrong with a file becomes a sentence."""
    from .event import NewerStateError, ReseatError
    from .excel.atomic import SaveError
    from .excel.package import PackageError
    from .excel.read import DamagedError

    facts: dict[str, Any] = {"path": str(path)}
    try:
        return work()
    except ReseatError as error:
        click.echo(i18n.say(lang or error.lang, f"file.{error.code}", {**facts, "cell": error.cell}), err=True)
        sys.exit(1)
    except (SaveError, PackageError) as error:
        code = error.code if i18n.has("ru", f"file.{error.code}") else "damaged"
        if code == "open_elsewhere" and not error.facts.get("who"):
            code = "open_somewhere" if error.facts.get("lock") else "open_unlocked"
        _fail(code, lang, {**facts, **error.facts})
    except DamagedError:
        _fail("damaged", lang, facts)
    except MemoryError:
        _fail("too_large", lang, facts)
    except OSError as error:
        _fail("disk_error", lang, {**facts, "error": error.strerror or type(error).__name__})
    except NewerStateError:
        _fail("newer_version", lang, facts)
    except Exception as error:
        # A fault of the program's own: the organiser has 40 people waiting and gets a sentence, not a traceback.
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        _fail("fault", lang, {**facts, "error": f"{type(error).__name__}: {error}, {where}"})


@main.command()
@click.argument("file", type=FILE)
@click.option("--site", type=FILE, help="Folder of the page. / Папка страницы.")
@click.option("--dry-run", is_flag=True, help="Write nothing. / Ничего не записывать.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object. / Вывести JSON.")
@click.option("--lang", type=LANG)
@click.option("--seconds", type=click.FloatRange(0), default=10.0, show_default=True, help="Time for the seating.")
def run(file: Path, site: Path | None, dry_run: bool, as_json: bool, lang: str | None, seconds: float) -> None:
    """Read the workbook, write the sheets and the page. / Прочитать книгу, записать листы и страницу."""
    _run(file, site, dry_run, as_json, lang, seconds)


def _run(
    file: Path,
    site: Path | None,
    dry_run: bool,
    as_json: bool,
    lang: str | None,
    seconds: float,
    reseat: int | None = None,
    undo: bool = False,
) -> None:
    from . import disk

    now = datetime.now()

    def work() -> tuple[Event, Written]:
        event = disk.open_event(file, now, _clock(seconds), lang, reseat, undo)
        written = disk.Written(disk.planned(event, file, site)) if dry_run else disk.put(event, file, site, now)
        return event, written

    event, written = _guarded(file, lang, work)
    _report(event, written, as_json, dry_run)


def _report(event: Event, written: Written, as_json: bool, dry_run: bool) -> NoReturn:
    if as_json:
        from . import report

        _echo_json(report.as_json(event.outcome, () if dry_run else written.files))
    else:
        from . import terminal

        terminal.show(event, written, dry_run)
    sys.exit(1 if event.outcome.errors else 0)


def _echo_json(text: str) -> None:
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    click.echo(text if utf8 else _ascii(text))


def _ascii(text: str) -> str:
    """JSON that any code page can carry."""
    import json

    return json.dumps(json.loads(text), indent=1)


@main.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True)
@click.option("--lang", type=LANG)
def check(file: Path, as_json: bool, lang: str | None) -> None:
    """Read and check the workbook, write nothing. / Проверить книгу, ничего не записывая."""
    from . import disk

    event = _guarded(file, lang, lambda: disk.open_event(file, datetime.now(), _clock(10), lang))
    _report(event, disk.Written(), as_json, True)


@main.command()
@click.argument("file", type=FILE)
@click.option("--game", type=GAME, required=True)
@click.option("--lang", type=LANG, default="ru", show_default=True)
@click.option("--title", default="")
@click.option("--rounds", type=click.IntRange(1, 40))
def new(file: Path, game: str, lang: str, title: str, rounds: int | None) -> None:
    """Make an empty workbook; never overwrites a file. / Создать пустую книгу турнира."""
    from . import disk
    from .games import GAMES

    if game not in GAMES:
        raise click.BadParameter(game, param_hint="--game")
    if not file.suffix:
        file = file.with_suffix(".xlsx")
    if file.suffix.lower() != ".xlsx":
        raise click.BadParameter(str(file), param_hint="FILE (.xlsx)")
    _guarded(file, lang, lambda: disk.put_new(file, GAMES[game], lang, title, rounds))
    click.echo(i18n.say(lang, "cli.made", path=str(file)))


@main.command()
@click.argument("folder", type=FILE, default=Path("tourney-demo"))
@click.option("--game", type=GAME, default="mcr", show_default=True)
@click.option("--lang", type=LANG, default="ru", show_default=True)
def demo(folder: Path, game: str, lang: str) -> None:
    """A sample tournament played to the end, its page ready to open. / Пример сыгранного турнира."""
    from . import disk, terminal

    now = datetime.now()

    def work() -> tuple[Event, Written, Path]:
        workbook = disk.put_sample(folder, game, lang)
        event = disk.open_event(workbook, now, _clock(10))
        return event, disk.put(event, workbook, None, now), workbook

    event, written, workbook = _guarded(folder, lang, work)
    terminal.show(event, written, False)
    click.echo(i18n.say(lang, "cli.demo", path=str(workbook), page=str(workbook.parent / written.files[1])))


@main.command()
@click.argument("file", type=FILE)
@click.option("--round", "number", type=click.IntRange(1), required=True)
@click.option("--undo", is_flag=True, help="Back to the seating before. / Вернуть прежнюю рассадку.")
@click.option("--site", type=FILE)
@click.option("--json", "as_json", is_flag=True)
@click.option("--lang", type=LANG)
def reseat(file: Path, number: int, undo: bool, site: Path | None, as_json: bool, lang: str | None) -> None:
    """Redo a seating nobody has played. / Пересадить тур, который ещё не играли."""
    _run(file, site, False, as_json, lang, 10.0, reseat=number, undo=undo)


@main.command("import")
@click.argument("form", type=FILE)
@click.argument("workbook", type=FILE)
@click.option("--into", is_flag=True, help="Write into the workbook itself. / Записать в саму книгу.")
@click.option("--json", "as_json", is_flag=True)
@click.option("--lang", type=LANG)
def import_(form: Path, workbook: Path, into: bool, as_json: bool, lang: str | None) -> None:
    """Add a form's export (.xlsx, .csv) to the players. / Добавить выгрузку формы в список игроков."""
    from . import disk, importing

    now = datetime.now()
    found, written = _guarded(workbook, lang, lambda: disk.put_import(form, workbook, into, now, lang))
    if as_json:
        _echo_json(importing.as_json(found, written.files))
    else:
        for line in importing.lines(found, written.files, into):
            click.echo(line)


@main.command()
@click.argument("file", type=FILE)
@click.option("--site", type=FILE)
@click.option("--lang", type=LANG)
def watch(file: Path, site: Path | None, lang: str | None) -> None:
    """Run again on every save. / Запускаться при каждом сохранении книги."""
    from . import watching

    spoken = lang or "ru"
    real = Path(os.path.realpath(file))
    if not real.is_file():
        _fail("no_folder", lang, {"path": str(file)})
    click.echo(i18n.say(spoken, "cli.watching", path=str(file)))
    gc.enable()  # between the runs
    try:
        watching.follow(real, lambda aside: _watched(file, site, lang, aside))
    except ImportError:
        click.echo(i18n.word(spoken, "cli.watch_missing"), err=True)
        sys.exit(2)
    except (OSError, RuntimeError) as error:
        _fail("disk_error", lang, {"path": str(file), "error": str(error)})
    click.echo(i18n.word(spoken, "cli.watch_over"))


def _watched(file: Path, site: Path | None, lang: str | None, aside: bool) -> str | None:
    """One run of `watch`; the workbook's fingerprint after it, None when a file couldn't be read or written."""
    from . import disk, terminal
    from .excel.locks import find_lock

    now = datetime.now()
    click.echo(f"— {now:%H:%M:%S}")

    def work() -> tuple[Event, Written]:
        event = disk.open_event(file, now, _clock(10), lang)
        return event, disk.put_aside(event, file, site) if aside else disk.put(event, file, site, now)

    gc.disable()
    try:
        done: tuple[Event, Written] = _guarded(file, lang, work)
    except SystemExit:  # the sentence has been said; the next save is another chance
        return None
    finally:
        gc.enable()
    event, written = done
    terminal.show(event, written, False)
    if aside and not event.foreign:
        lock = find_lock(Path(os.path.realpath(file)))
        facts = {"side": written.files[0], "who": lock.who if lock else "", "lock": str(lock.path) if lock else ""}
        click.echo(i18n.say(event.outcome.tournament.lang, f"cli.{'aside' if facts['who'] else 'aside_nobody'}", facts))
    return written.digest
