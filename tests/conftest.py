"""Shared fixtures: the programs that some tests need. A developer without them gets a skip with its reason; CI a failure."""

from __future__ import annotations

import os
import shutil

import pytest


def _program(*names: str) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    reason = f"{names[0]} is not installed"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def soffice() -> str:
    """Path of LibreOffice's command."""
    return _program("soffice", "libreoffice")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of Debian's Chromium."""
    return _program("chromium", "chromium-browser")
