"""Fixtures of the page's tests: the update flag of the goldens, a browser, and pages on disk."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.site.factory import render
from tourney_xlsx.model import Outcome


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-goldens` writes the golden files anew instead of comparing."""
    parser.addoption("--update-goldens", action="store_true", help="write the golden pages anew")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright."""
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def java() -> str:
    """Path of Java, which runs the Nu HTML checker."""
    if path := shutil.which("java"):
        return path
    if os.environ.get("CI") == "true":
        pytest.fail("java is not installed")
    pytest.skip("java is not installed")


def publish(outcome: Outcome, folder: Path) -> Path:
    """Writes the outcome's files into `folder`; returns the page in the workbook's language."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in render(outcome, "{}").items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder / "index.html"
