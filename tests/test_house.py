"""The house rules that a machine can check: style, types, who may import whom, and that the wheel holds what it must."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tourney_xlsx import i18n
from tourney_xlsx.problems import CATALOGUE

ROOT = Path(__file__).parent.parent


def _run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, timeout=300)


def test_ruff_finds_nothing() -> None:
    done = _run("ruff", "check", "tourney_xlsx", "tests", "tools", "benchmarks")
    assert done.returncode == 0, done.stdout


def test_mypy_strict_finds_nothing() -> None:
    done = _run("mypy")
    assert done.returncode == 0, done.stdout


def test_data_goes_one_way() -> None:
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout


def test_every_problem_has_its_sentences_in_both_languages() -> None:
    for lang in i18n.LANGUAGES:
        missing = [c for c in CATALOGUE for beat in ("what", "todo") if not i18n.has(lang, f"problem.{c}.{beat}")]
        assert missing == []
        assert [code for code in i18n.section("problem", lang) if code not in CATALOGUE] == []


def test_both_languages_have_the_same_words() -> None:
    def keys(lang: str) -> set[str]:
        found: set[str] = set()

        def walk(prefix: str, node: object) -> None:
            if isinstance(node, dict):
                for key, value in node.items():
                    walk(f"{prefix}.{key}", value)
            else:
                found.add(prefix)

        for section in i18n.sections(lang):
            walk(section, i18n.tree(lang, section))
        return found

    assert keys("ru") ^ keys("en") == set()


@pytest.mark.slow
def test_the_wheel_runs_a_sample_tournament_from_any_folder(tmp_path: Path) -> None:
    built = _run("hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist"))
    assert built.returncode == 0, built.stderr
    wheel = next((tmp_path / "dist").glob("*.whl"))
    home = tmp_path / "home"
    with zipfile.ZipFile(wheel) as package:
        package.extractall(home)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import tourney_xlsx; "
        "assert tourney_xlsx.__file__.startswith(sys.argv[1]), tourney_xlsx.__file__; "
        "from tourney_xlsx.cli import main; main(['demo', 'пример'])"
    )
    work = tmp_path / "work"
    work.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code, str(home)], cwd=work, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert len(list(work.glob("пример/*-site/index.html"))) == 1


def test_no_committed_file_names_an_index_or_holds_a_lock() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    if files.returncode:
        pytest.skip("not a git checkout")
    names = files.stdout.splitlines()
    locks = ("uv.lock", "poetry.lock", "package-lock.json", "Pipfile.lock", "pip.conf")
    assert [name for name in names if name.rsplit("/", 1)[-1] in locks] == []


def test_the_workbook_reference_is_up_to_date() -> None:
    from tools.make_reference import DOCS, reference

    for lang in i18n.LANGUAGES:
        assert (DOCS / f"workbook.{lang}.md").read_text(encoding="utf-8") == reference(lang), (
            "run tools/make_reference.py"
        )


def test_a_check_loads_nothing_that_it_does_not_need() -> None:
    """Our own protocols hold formulas, which look at nothing but themselves: no reason to load what takes them apart."""
    code = (
        "import sys\nfrom tourney_xlsx.cli import main\n"
        "try:\n    main(['check', sys.argv[1], '--json'])\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "assert not {'openpyxl', 'numpy', 'highspy', 'jinja2'} & sys.modules.keys()\n"
    )
    sample = ROOT / "sample_workbooks" / "mcr-16-ru-2-after-tour-1.xlsx"
    done = subprocess.run([sys.executable, "-c", code, str(sample)], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
