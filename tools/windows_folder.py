"""Build the portable folder for Windows: the embeddable Python, the program and what it needs, a file to drop workbooks on.

python -m tools.windows_folder PYTHON.zip WHEELS OUT

PYTHON.zip is the embeddable Python as it's published, WHEELS a folder with the wheels of the program and of all that it needs, OUT a
folder that isn't there yet. Everything is taken from these local files; nothing is run, so any system can build the folder.
"""

from __future__ import annotations

import re
import shutil
import struct
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath

from packaging.requirements import Requirement
from packaging.tags import Tag
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version

PROGRAM = "tourney-xlsx"
SITE = PurePosixPath("Lib/site-packages")
TEMPLATES = Path(__file__).parent / "windows"
MACHINES = {0x8664: ("win_amd64", "AMD64"), 0x014C: ("win32", "x86"), 0xAA64: ("win_arm64", "ARM64")}


class FolderError(Exception):
    """Why the folder can't be built, as a sentence."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The embeddable Python: its minor version (3.`minor`), the tag of its platform, the machine, its path file."""

    minor: int
    platform: str
    machine: str
    path_file: str


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel: the project's normalized name, its version, what it needs."""

    path: Path
    name: str
    version: Version
    needs: tuple[Requirement, ...]


def build(python: Path, wheels: Path, out: Path) -> Path:
    """Build the folder `out`; it's there whole or not at all. Raises `FolderError`."""
    if out.exists():
        raise FolderError(f"{out} is there already; choose another folder or delete it.")
    runtime = runtime_of(python)
    chosen = wheels_for(runtime, sorted(wheels.glob("*.whl")))
    complete(runtime, chosen)
    unfinished = out.with_name(f"{out.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        home = unfinished / "python"
        _unpack(python, home, PurePosixPath)
        (home / runtime.path_file).write_bytes(path_file(runtime))
        for wheel in chosen:
            _unpack(wheel.path, home, _place)
        for template, encoding in (("tourney.bat", "ascii"), ("README.txt", "utf-8-sig")):
            text = (TEMPLATES / template).read_text(encoding="utf-8")
            (unfinished / template).write_bytes(text.replace("\n", "\r\n").encode(encoding))
        unfinished.rename(out)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return out


def runtime_of(python: Path) -> Runtime:
    """What an embeddable Python is, by its path file and the header of its program."""
    try:
        with zipfile.ZipFile(python) as package:
            names = package.namelist()
            found = [m for name in names if (m := re.fullmatch(r"python3(\d+)\._pth", name))]
            if len(found) != 1 or "python.exe" not in names:
                raise FolderError(f"{python} isn't the embeddable Python: it has no python.exe with its ._pth file.")
            platform = MACHINES.get(_machine(package.read("python.exe")))
    except (OSError, zipfile.BadZipFile) as error:
        raise FolderError(f"{python} can't be read as a zip file: {error}.") from error
    if platform is None:
        raise FolderError(f"The python.exe in {python} isn't a program for Windows.")
    return Runtime(int(found[0][1]), *platform, found[0][0])


def _machine(program: bytes) -> int:
    """The machine of a Windows program, 0 for anything else (PE format, COFF header)."""
    if program[:2] != b"MZ" or len(program) < 64:
        return 0
    start = int(struct.unpack_from("<I", program, 0x3C)[0])
    if program[start : start + 4] != b"PE\0\0" or len(program) < start + 6:
        return 0
    return int(struct.unpack_from("<H", program, start + 4)[0])


def path_file(runtime: Runtime) -> bytes:
    """The folders that Python looks into: its library, its own folder, the packages. It looks nowhere else then."""
    lines = [f"python3{runtime.minor}.zip", ".", str(SITE).replace("/", "\\")]
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def wheels_for(runtime: Runtime, paths: Iterable[Path]) -> tuple[Wheel, ...]:
    """The wheels, each of which must run on that Python and be the only one of its project."""
    found: dict[str, Wheel] = {}
    for path in paths:
        try:
            name, version, _, tags = parse_wheel_filename(path.name)
        except InvalidWheelFilename as error:
            raise FolderError(f"{path.name} isn't named as a wheel is.") from error
        if not any(_runs(tag, runtime) for tag in tags):
            wanted = f"Python 3.{runtime.minor}, {runtime.platform}"
            raise FolderError(f"{path.name} isn't for {wanted}.")
        if name in found:
            raise FolderError(f"There are two wheels of {name}: {found[name].path.name} and {path.name}.")
        found[name] = Wheel(path, name, version, tuple(_needs(path)))
    return tuple(found.values())


def _runs(tag: Tag, runtime: Runtime) -> bool:
    if tag.platform not in ("any", runtime.platform):
        return False
    if tag.interpreter in ("py3", f"py3{runtime.minor}"):
        return tag.abi == "none"
    match = re.fullmatch(r"cp3(\d+)", tag.interpreter)
    if match is None:
        return False
    if tag.abi == "abi3":
        return int(match[1]) <= runtime.minor
    return int(match[1]) == runtime.minor and tag.abi in ("none", tag.interpreter)


def _needs(path: Path) -> Iterator[Requirement]:
    try:
        with zipfile.ZipFile(path) as package:
            metadata = next(name for name in package.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
            text = package.read(metadata).decode("utf-8")
    except (OSError, zipfile.BadZipFile, StopIteration) as error:
        raise FolderError(f"{path.name} can't be read as a wheel.") from error
    for line in HeaderParser().parsestr(text).get_all("Requires-Dist") or ():
        yield Requirement(line)


def complete(runtime: Runtime, wheels: Sequence[Wheel]) -> None:
    """Raise `FolderError` unless the program is there and all that the wheels need on Windows."""
    there = {wheel.name: wheel.version for wheel in wheels}
    if canonicalize_name(PROGRAM) not in there:
        raise FolderError(f"There is no wheel of {PROGRAM} in the folder.")
    version = f"3.{runtime.minor}"
    environment: dict[str, str | AbstractSet[str]] = {
        "os_name": "nt",
        "sys_platform": "win32",
        "platform_system": "Windows",
        "platform_machine": runtime.machine,
        "python_version": version,
        "python_full_version": f"{version}.0",
        "extra": "",
    }
    missing = {
        str(need).partition(";")[0].strip()
        for wheel in wheels
        for need in wheel.needs
        if need.marker is None or need.marker.evaluate(environment)
        if not (version_ := there.get(canonicalize_name(need.name)))
        or not need.specifier.contains(version_, prereleases=True)
    }
    if missing:
        raise FolderError(f"The folder with the wheels lacks: {', '.join(sorted(missing))}.")


def _place(name: str) -> PurePosixPath | None:
    """Where a wheel's file goes, below Python's folder; None for what isn't needed (PEP 427: `.data`)."""
    first, *rest = PurePosixPath(name).parts
    if not first.endswith(".data"):
        return SITE / name
    if len(rest) < 2 or rest[0] not in ("purelib", "platlib", "data"):
        return None
    below = PurePosixPath(*rest[1:])
    return below if rest[0] == "data" else SITE / below


def _unpack(archive: Path, folder: Path, place: Callable[[str], PurePosixPath | None]) -> None:
    with zipfile.ZipFile(archive) as package:
        for info in package.infolist():
            if info.is_dir():
                continue
            target = place(info.filename)
            if target is None:
                continue
            if target.is_absolute() or ".." in target.parts or ":" in str(target) or "\\" in str(target):
                raise FolderError(f"{archive.name} holds a file that would land outside the folder: {info.filename}.")
            path = folder / target
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(package.read(info))


def main(arguments: Sequence[str]) -> int:
    """The command; 2 for wrong usage, 3 when the folder can't be built."""
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        made = build(*map(Path, arguments))
    except (FolderError, OSError) as error:
        print(error, file=sys.stderr)
        return 3
    print(made)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
