"""LibreOffice opens what was written, and what it saves can be written into again."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import openpyxl
import pytest

from tests.excel.sheets import OURS, ours
from tests.excel.torture import SHEETS, torture, unpack
from tourney_xlsx.excel.graft import graft

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning")]


def convert(soffice: str, data: bytes, suffix: str, to: str, folder: Path) -> bytes:
    """The file as LibreOffice saves it. A profile of its own each time: two runs never wait for each other."""
    source, out = folder / f"кубок{suffix}", folder / "out"
    source.write_bytes(data)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [soffice, profile, "--headless", "--convert-to", to, "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    result = out / f"кубок.{to.partition(':')[0]}"
    assert result.is_file(), done.stderr
    return result.read_bytes()


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm"])
def test_it_becomes_pages_to_print(soffice: str, tmp_path: Path, suffix: str) -> None:
    plain = torture(macros=suffix == ".xlsm")
    before = convert(soffice, plain, suffix, "pdf", _made(tmp_path / "before"))
    after = convert(soffice, graft(plain, ours()), suffix, "pdf", _made(tmp_path / "after"))
    assert before.startswith(b"%PDF") and after.startswith(b"%PDF")
    pages = [content.count(b"/Type/Page\n") + content.count(b"/Type/Page/") for content in (before, after)]
    assert pages[1] > pages[0] > 0, "our visible sheets are printed too"


def test_what_it_saves_again_can_be_written_into(soffice: str, tmp_path: Path) -> None:
    data = graft(torture(), ours())
    known: set[str] = set()
    for cycle in range(2):
        data = convert(soffice, data, ".xlsx", "xlsx:Calc MS Excel 2007 XML", _made(tmp_path / f"cycle{cycle}"))
        saved = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
        assert set(saved.sheetnames) >= {*SHEETS[:5], *OURS}
        assert saved["Итоги"]["C2"].value == 21 and saved["Регистрация"]["C5"].value == 3050
        data = graft(data, ours(), replace=OURS)
        assert graft(data, ours(), replace=OURS) == data
        parts = {name for name in unpack(data) if not name.startswith("docProps")}
        assert parts == (known or parts), "no growth from saving to saving"
        known = parts


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
