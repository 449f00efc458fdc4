"""One run on the disk: read the workbook, evaluate it, put workbook and page in place together or not at all."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from . import report, resources
from .event import Event, evaluate
from .excel.atomic import save_error, write_bytes
from .excel.save import save, sha256
from .excel.starter import starter
from .pipeline import Circumstances
from .rules import RuleSet

BACKUPS = 20
FRONT_PAGE = "index.html"


@dataclass(frozen=True, slots=True)
class Written:
    """The files of a run, workbook first; `changed`: whether any of them is new or other than before."""

    files: tuple[str, ...] = ()
    changed: bool = False


def circumstances(data: bytes, now: datetime, out_of_time: Callable[[], bool]) -> Circumstances:
    """A run's surroundings. The seed, should none be set, comes from the workbook's own bytes: a trial run and the real
    one after it draw the same, and nobody can have chosen it."""
    return Circumstances(now, sha256(data)[:8], out_of_time)


def load(path: Path) -> bytes:
    """The workbook's bytes. Raises `SaveError` with what the system said."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise save_error(error, path) from error


def open_event(
    path: Path, now: datetime, out_of_time: Callable[[], bool], lang: str | None = None, reseat: int | None = None
) -> Event:
    """Read and evaluate a workbook; see `evaluate` for what it raises."""
    data = load(path)
    return evaluate(data, circumstances(data, now, out_of_time), lang, reseat)


def put(event: Event, path: Path, site: Path | None, now: datetime) -> Written:
    """Write what the event calls for: with errors the checks sheet alone, else the sheets and the page.

    Raises `SaveError`; then neither workbook nor page has changed.
    """
    if event.foreign:
        return Written()
    folder = site if site is not None else path.with_name(f"{path.stem}-site")
    workbook = event.workbook
    files: Mapping[str, str | bytes] = {}
    if not event.outcome.errors:
        files = event.page(report.public_json(event.outcome))
        _prepare(folder)
    setting = event.outcome.tournament.settings.get("backups")
    saved = save(
        path,
        workbook,
        expected_sha256=sha256(event.data),
        backups=setting if isinstance(setting, int) else BACKUPS,
        backup_folder=f"{path.stem}-backup",
        stamp=now.strftime("%Y-%m-%d %H-%M-%S"),
    )
    changed = saved.written
    names = [path.name]
    for name, content in sorted(files.items(), key=lambda item: item[0] != FRONT_PAGE):
        target = folder / name
        changed |= write_bytes(target, content if isinstance(content, bytes) else content.encode("utf-8"))
        names.append(_relative(target, path.parent))
    return Written(tuple(names), changed)


def planned(event: Event, path: Path, site: Path | None) -> tuple[str, ...]:
    """The files that `put` would write."""
    if event.foreign:
        return ()
    if event.outcome.errors:
        return (path.name,)
    folder = site if site is not None else path.with_name(f"{path.stem}-site")
    return (path.name, *(_relative(folder / name, path.parent) for name in event.page("")))


def _prepare(folder: Path) -> None:
    """Make sure that the page's folder can be written to before the workbook changes."""
    probe = folder / ".tourney_xlsx"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise save_error(error, folder) from error


def _relative(target: Path, base: Path) -> str:
    try:
        return Path(os.path.relpath(target, base)).as_posix()
    except ValueError:
        return target.as_posix()


def put_new(path: Path, rules: RuleSet, lang: str, title: str, rounds: int | None) -> None:
    """A starter workbook in a file that isn't there yet. Raises `SaveError` (`exists`)."""
    stream = io.BytesIO()
    starter(rules, lang, title=title, rounds=rounds).save(stream)
    save(path, stream.getvalue(), expected_sha256=None, backups=0, backup_folder="", stamp="")


def put_sample(folder: Path, game: str, lang: str) -> Path:
    """The finished sample event's workbook in `folder`; one that is there already is taken as it is."""
    sample = max(resources.folder("sample_workbooks").glob(f"{game}-*-{lang}-4-finished.xlsx"))
    target = folder / sample.name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            write_bytes(target, sample.read_bytes())
    except OSError as error:
        raise save_error(error, target) from error
    return target
