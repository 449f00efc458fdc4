"""One run on the disk: read the workbook, evaluate it, put workbook and page in place together or not at all."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from . import aside, resources
from .event import Event, evaluate
from .excel.atomic import SaveError, Staged, save_error, stage, sweep, write_bytes
from .excel.package import PackageError
from .excel.read import DamagedError
from .excel.save import save, sha256
from .games import GAMES
from .pipeline import Circumstances
from .rules import RuleSet

if TYPE_CHECKING:
    from .excel.importing import Imported

BACKUPS = 20
FRONT_PAGE = "index.html"
RESULTS = "results.json"
OUR_PAGE = b'content="tourney_xlsx"'


@dataclass(frozen=True, slots=True)
class Written:
    """The files of a run, workbook first; `changed`: whether any of them is new or other than before.

    `digest`: of the workbook as it now is, by this run's doing; `retired`: a side file that was taken in and is gone.
    """

    files: tuple[str, ...] = ()
    changed: bool = False
    digest: str = ""
    retired: str = ""


def circumstances(data: bytes, now: datetime, out_of_time: Callable[[], bool]) -> Circumstances:
    """A run's surroundings. The seed, should none be set, comes from the workbook's own bytes: a trial run and the real
    one after it draw the same, and nobody can have chosen it."""
    return Circumstances(now, sha256(data)[:8], out_of_time)


def load(path: Path) -> bytes:
    """The workbook's bytes. Raises `SaveError` with what the system said."""
    try:
        return path.read_bytes()
    except OSError as error:
        if path.is_dir():  # Windows says no more than that it isn't allowed
            raise SaveError("is_folder", path) from error
        raise save_error(error, path) from error


def open_event(
    path: Path,
    now: datetime,
    out_of_time: Callable[[], bool],
    lang: str | None = None,
    reseat: int | None = None,
    undo: bool = False,
) -> Event:
    """Read and evaluate a workbook; see `evaluate` for what it raises. What a side file says was published while the
    workbook was open counts as published."""
    data = load(path)
    if not data:
        raise SaveError("empty_file", path)
    known = aside.remembering(data, _side_file(path))
    event = evaluate(known, circumstances(data, now, out_of_time), lang, reseat, undo)
    return replace(event, data=data)


def put(event: Event, path: Path, site: Path | None, now: datetime) -> Written:
    """Write what the event calls for: with errors the checks sheet alone, else the sheets and the page. A side file has
    done its work then, and goes.

    Raises `SaveError`; then neither workbook nor page has changed.
    """
    if event.foreign:
        return Written(digest=sha256(event.data))
    workbook = event.workbook
    setting = event.outcome.tournament.settings.get("backups")
    page = _staged(event, path, site)
    try:
        saved = save(
            path,
            workbook,
            expected_sha256=sha256(event.data),
            backups=setting if isinstance(setting, int) else BACKUPS,
            backup_folder=f"{path.stem}-backup",
            stamp=_stamp(now),
        )
    except BaseException:
        _take_back(page)
        raise
    names, changed = _publish(page, path.parent)
    retired = "" if event.outcome.errors else _retire(path)
    return Written((path.name, *names), changed or saved.written, sha256(workbook), retired)


def put_aside(event: Event, path: Path, site: Path | None) -> Written:
    """The page, and the sheets in a file beside a workbook that is open somewhere; the workbook isn't touched.

    Raises `SaveError`: `exists` when a file of that name isn't the program's.
    """
    if event.foreign:
        return Written(digest=sha256(event.data))
    target, old = aside.side_path(path), _side_file(path)
    if target.exists() and old is None:
        raise SaveError("exists", target)
    content = aside.side_workbook(event)
    page = _staged(event, path, site)
    try:
        changed = not aside.same_cells(old, content) and write_bytes(target, content)
    except BaseException:
        _take_back(page)
        raise
    names, more = _publish(page, path.parent)
    return Written((target.name, *names), changed or more, sha256(event.data))


def _stamp(now: datetime) -> str:
    return now.strftime("%Y-%m-%d %H-%M-%S")


def _staged(event: Event, path: Path, site: Path | None) -> dict[Path, Staged | None]:
    """The page's files, the front page first, written but not yet in place: no full disk can stop them after that.
    None while there are errors."""
    if event.outcome.errors:
        return {}
    folder = site if site is not None else path.with_name(f"{path.stem}-site")
    ready: dict[Path, Staged | None] = {}
    _prepare(folder)
    try:
        for name, content in event.page(_published(folder)):
            ready[folder / name] = stage(folder / name, content)
            del content  # not kept while the next one is made
    except BaseException:
        _take_back(ready)
        raise
    return ready


def _publish(page: Mapping[Path, Staged | None], base: Path) -> tuple[list[str], bool]:
    """Put the page's files in place; their names as seen from `base`, and whether any changed."""
    waiting = {target: ready for target, ready in page.items() if ready is not None}
    changed = bool(waiting)
    try:
        # the results go last: from them the next run knows what was published, and a killed one published nothing yet
        for target in sorted(waiting, key=lambda target: target.name == RESULTS):
            waiting.pop(target).put()
    except BaseException:
        _take_back(waiting)
        raise
    return [_relative(target, base) for target in page], changed


def _take_back(page: Mapping[Path, Staged | None]) -> None:
    for ready in page.values():
        if ready is not None:
            ready.discard()


def _side_file(path: Path) -> bytes | None:
    """The side file of a workbook, None when there is none or it isn't the program's."""
    try:
        content = aside.side_path(path).read_bytes()
    except OSError:
        return None
    return content if aside.is_side_file(content) else None


def _retire(path: Path) -> str:
    """Delete the side file; its name, empty when there is none or it's held open."""
    if _side_file(path) is None:
        return ""
    target = aside.side_path(path)
    try:
        target.unlink()
    except OSError:
        return ""
    return target.name


def put_import(form: Path, path: Path, into: bool, now: datetime, lang: str | None = None) -> tuple[Imported, Written]:
    """A form's people into a numbered copy beside the workbook, or with `into` into the workbook itself.

    Nothing is written when nobody is new. Raises `SaveError`, `PackageError` (fact `path`: the file that is at fault),
    `DamagedError`; the workbook is as it was then.
    """
    from .excel.importing import import_form

    answers, data = load(form), load(path)
    try:
        found = import_form(answers, data, GAMES, lang)
    except PackageError as error:
        at_fault = form if error.facts.get("of") == "form" else path
        raise PackageError(error.code, {**error.facts, "path": str(at_fault)}) from error
    except DamagedError as error:
        raise PackageError("damaged", {"path": str(path)}) from error
    if found.workbook == data:
        return found, Written(digest=sha256(data))
    if into:
        saved = save(
            path,
            found.workbook,
            expected_sha256=sha256(data),
            backups=BACKUPS,
            backup_folder=f"{path.stem}-backup",
            stamp=_stamp(now),
        )
        return found, Written((path.name,), saved.written, sha256(found.workbook))
    copy = _put_copy(path, found.workbook)
    return found, Written((copy.name,), True, sha256(found.workbook))


def _put_copy(path: Path, data: bytes) -> Path:
    """Write beside the workbook under the first free name: `клуб-import.xlsx`, `клуб-import-2.xlsx`."""
    number = 1
    while True:
        ending = "" if number == 1 else f"-{number}"
        target = path.with_name(f"{path.stem}-import{ending}{path.suffix}")
        try:
            save(target, data, expected_sha256=None, backups=0, backup_folder="", stamp="")
        except SaveError as error:
            if error.code != "exists":
                raise
            number += 1
        else:
            return target


def planned(event: Event, path: Path, site: Path | None) -> tuple[str, ...]:
    """The files that `put` would write."""
    if event.foreign:
        return ()
    if event.outcome.errors:
        return (path.name,)
    folder = site if site is not None else path.with_name(f"{path.stem}-site")
    return (path.name, *(_relative(folder / name, path.parent) for name, _ in event.page({})))


def _published(folder: Path) -> dict[str, str]:
    """The JSON files that the page's folder holds now; one that can't be read is as good as none."""
    found = {}
    for name in ("results.json", "previous.json"):
        try:
            found[name] = (folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    return found


def _prepare(folder: Path) -> None:
    """The page's folder, made if it isn't there, without what a killed run left in it."""
    front = folder / FRONT_PAGE
    try:
        if front.exists() and OUR_PAGE not in front.read_bytes():
            raise SaveError("page_not_ours", front)
        folder.mkdir(parents=True, exist_ok=True)
        sweep(folder)
    except OSError as error:
        raise save_error(error, folder) from error


def _relative(target: Path, base: Path) -> str:
    try:
        return Path(os.path.relpath(target, base)).as_posix()
    except ValueError:
        return target.as_posix()


def put_new(path: Path, rules: RuleSet, lang: str, title: str, rounds: int | None) -> None:
    """A starter workbook in a file that isn't there yet. Raises `SaveError` (`exists`)."""
    from .excel.starter import starter

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
