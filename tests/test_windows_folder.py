"""The portable folder for Windows: its layout, from a tiny zip standing for the embeddable Python and wheels made here."""

from __future__ import annotations

import base64
import hashlib
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.windows_folder import FolderError, build, main

AMD64, X86, LINUX = 0x8664, 0x014C, 0x3E


def program(machine: int = AMD64) -> bytes:
    """The head of a Windows program."""
    return b"MZ" + b"\0" * 58 + struct.pack("<I", 64) + b"PE\0\0" + struct.pack("<H", machine) + b"\0" * 40


def python_zip(folder: Path, minor: int = 11, machine: int = AMD64, **without: bool) -> Path:
    path = folder / "python-embed.zip"
    with zipfile.ZipFile(path, "w") as package:
        if not without.get("exe"):
            package.writestr("python.exe", program(machine))
        package.writestr(f"python3{minor}.zip", b"the library")
        package.writestr(f"python3{minor}._pth", f"python3{minor}.zip\n.\n\n#import site\n")
    return path


def wheel(folder: Path, name: str, tag: str = "py3-none-any", needs: tuple[str, ...] = (), **files: str) -> Path:
    """A wheel as build tools make them: METADATA, WHEEL, RECORD with hashes."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-1.0.dist-info"
    lines = ["Metadata-Version: 2.1", f"Name: {name.replace('_', '-')}", "Version: 1.0", *(f"Requires-Dist: {n}" for n in needs)]
    content = {f"{name}/__init__.py": f"NAME = '{name}'\n", **files}
    content |= {f"{info}/METADATA": "\n".join(lines) + "\n\nText: no header\n", f"{info}/WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n"}
    record = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b'=').decode()},{len(text)}\n"
        for path, text in content.items()
    )
    path = folder / f"{name}-1.0-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for inside, text in (content | {f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}).items():
            package.writestr(inside, text)
    return path


def wheels(folder: Path) -> Path:
    """What a folder of wheels for the program holds, in small."""
    home = folder / "wheels"
    needs = ("click>=1", 'colorama; sys_platform == "win32"', 'uvloop; sys_platform == "linux"', 'watcher; extra == "watch"')
    wheel(home, "tourney_xlsx", needs=needs, **{"tourney_xlsx/__main__.py": "import sys\nprint('ran', sys.argv[1:])\n"})
    wheel(home, "click", "py2.py3-none-any", **{"click-1.0.data/scripts/click.exe": "no", "click-1.0.data/purelib/more.py": "M = 1\n"})
    wheel(home, "colorama", "cp311-cp311-win_amd64", **{"colorama-1.0.data/data/share/doc.txt": "text"})
    wheel(home, "lxml", "cp310-abi3-win_amd64")
    return home


def built(folder: Path) -> Path:
    return build(python_zip(folder), wheels(folder), folder / "Турнир")


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_layout(tmp_path: Path) -> None:
    found = {name for name in files(built(tmp_path)) if ".dist-info" not in name}
    site = "python/Lib/site-packages"
    assert found == {
        "tourney.bat",
        "README.txt",
        "python/python.exe",
        "python/python311.zip",
        "python/python311._pth",
        "python/share/doc.txt",
        f"{site}/tourney_xlsx/__init__.py",
        f"{site}/tourney_xlsx/__main__.py",
        f"{site}/click/__init__.py",
        f"{site}/more.py",
        f"{site}/colorama/__init__.py",
        f"{site}/lxml/__init__.py",
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["python-embed.zip", "wheels", "Турнир"]


def test_python_finds_the_packages_by_its_path_file_alone(tmp_path: Path) -> None:
    home = built(tmp_path) / "python"
    lines = (home / "python311._pth").read_bytes().decode("ascii").split("\r\n")
    assert lines == ["python311.zip", ".", "Lib\\site-packages", ""]
    folders = [str(home / line.replace("\\", "/")) for line in lines if line]
    code = f"import sys; sys.path += {folders!r}; import runpy; sys.argv = ['', 'клуб.xlsx']; runpy.run_module('tourney_xlsx', run_name='__main__')"
    done = subprocess.run([sys.executable, "-I", "-S", "-X", "utf8", "-c", code], cwd=tmp_path, capture_output=True, timeout=60)
    assert done.stdout.decode() == "ran ['клуб.xlsx']\n" or done.stdout.decode() == "ran ['клуб.xlsx']\r\n", done.stderr


def test_the_file_to_drop_workbooks_on(tmp_path: Path) -> None:
    raw = (built(tmp_path) / "tourney.bat").read_bytes()
    text = raw.decode("ascii")
    assert raw.count(b"\n") == raw.count(b"\r\n") > 10
    lines = text.split("\r\n")
    assert lines[0] == "@echo off"
    assert lines.index("chcp 65001 >nul") < lines.index("set PYTHONUTF8=1") < lines.index('set "PY=%~dp0python\\python.exe"')
    assert '"%PY%" -X utf8 -m tourney_xlsx run "%~1"' in lines
    assert lines[lines.index(":done") :] == [":done", "echo.", "pause", "exit /b %CODE%", ""]
    labels = {line[1:] for line in lines if line.startswith(":")}
    assert labels == {line.split("goto ")[1] for line in lines if "goto " in line}
    assert "shift /1" in lines, "the plain one would lose the batch file's own place"


def test_the_text_beside_it_is_for_notepad_in_both_languages(tmp_path: Path) -> None:
    raw = (built(tmp_path) / "README.txt").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf") and raw.count(b"\n") == raw.count(b"\r\n") > 10
    text = raw.decode("utf-8-sig")
    assert text.index("Перетащите") < text.index("Drop the")
    assert text.count("tourney.bat import") == text.count("tourney.bat watch") == 2


@pytest.mark.parametrize(
    ("tag", "fits"),
    [
        ("py3-none-any", True),
        ("py3-none-win_amd64", True),
        ("cp311-cp311-win_amd64", True),
        ("cp38-abi3-win_amd64", True),
        ("cp312-abi3-win_amd64", False),
        ("cp310-cp310-win_amd64", False),
        ("cp312-cp312-win_amd64", False),
        ("cp311-cp311-win32", False),
        ("cp311-cp311-manylinux_2_17_x86_64", False),
        ("py2-none-any", False),
    ],
)
def test_only_wheels_that_run_there_are_taken(tag: str, fits: bool, tmp_path: Path) -> None:
    wheel(wheels(tmp_path), "extra", tag)
    if fits:
        build(python_zip(tmp_path), tmp_path / "wheels", tmp_path / "out")
        return
    with pytest.raises(FolderError, match=f"extra-1.0-{tag}"):
        build(python_zip(tmp_path), tmp_path / "wheels", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_machine_is_told_from_the_program_itself(tmp_path: Path) -> None:
    home = wheels(tmp_path)
    with pytest.raises(FolderError, match="win32"):
        build(python_zip(tmp_path, machine=X86), home, tmp_path / "out")
    with pytest.raises(FolderError, match="isn't a program for Windows"):
        build(python_zip(tmp_path, machine=LINUX), home, tmp_path / "out")
    with pytest.raises(FolderError, match=r"no python\.exe"):
        build(python_zip(tmp_path, exe=True), home, tmp_path / "out")


def test_what_is_needed_on_windows_must_be_there(tmp_path: Path) -> None:
    home = wheels(tmp_path)
    (home / "colorama-1.0-cp311-cp311-win_amd64.whl").unlink()
    with pytest.raises(FolderError, match="lacks: colorama"):
        build(python_zip(tmp_path), home, tmp_path / "out")
    wheel(home, "colorama")
    wheel(home, "rich", needs=("click>=2",))
    with pytest.raises(FolderError, match="lacks: click>=2"):
        build(python_zip(tmp_path), home, tmp_path / "out")
    (home / "tourney_xlsx-1.0-py3-none-any.whl").unlink()
    with pytest.raises(FolderError, match="no wheel of tourney-xlsx"):
        build(python_zip(tmp_path), home, tmp_path / "out")


def test_two_wheels_of_one_project_and_odd_files_are_refused(tmp_path: Path) -> None:
    home = wheels(tmp_path)
    odd = home / "notes.whl"
    odd.write_bytes(b"")
    with pytest.raises(FolderError, match=r"notes\.whl"):
        build(python_zip(tmp_path), home, tmp_path / "out")
    odd.unlink()
    wheel(home, "lxml", "py3-none-any")
    with pytest.raises(FolderError, match="two wheels of lxml"):
        build(python_zip(tmp_path), home, tmp_path / "out")


@pytest.mark.parametrize("name", ["../evil.py", "/evil.py", "x-1.0.data/purelib/../../../../evil.py", "C:/evil.py"])
def test_nothing_lands_outside_the_folder(name: str, tmp_path: Path) -> None:
    wheel(wheels(tmp_path), "x", **{name: "print()"})
    with pytest.raises(FolderError, match="outside the folder"):
        build(python_zip(tmp_path), tmp_path / "wheels", tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["python-embed.zip", "wheels"]


def test_a_folder_that_is_there_is_never_touched(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "мой файл.txt").write_text("мой")
    with pytest.raises(FolderError, match="already"):
        build(python_zip(tmp_path), wheels(tmp_path), out)
    assert files(out) == {"мой файл.txt"}


def test_the_command_says_a_sentence_and_never_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main([str(tmp_path / "no.zip"), str(wheels(tmp_path)), str(tmp_path / "out")]) == 3
    assert "no.zip" in capsys.readouterr().err
    (tmp_path / "no.zip").write_bytes(b"no zip")
    assert main([str(tmp_path / "no.zip"), str(tmp_path / "wheels"), str(tmp_path / "out")]) == 3
    assert main([str(python_zip(tmp_path)), str(tmp_path / "wheels"), str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "out")


def test_the_guide_names_the_other_ways_and_its_commands_are_the_tools(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "docs" / "windows.md").read_text(encoding="utf-8")
    for words in ("pipx install", "uv tool install", "python -m tools.windows_folder", "tourney.bat", "._pth"):
        assert text.count(words) >= 2, words
    assert text.index("Переносная папка") < text.index("The portable folder")
