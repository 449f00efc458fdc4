"""The mark by which a sheet is known as the program's own; LibreOffice and Google Sheets keep it."""

from __future__ import annotations

BANNER_MARK = "tourney_xlsx ·"


def is_ours(a1_text: str) -> bool:
    """Whether a sheet whose cell A1 holds `a1_text` was written by the program and may be rewritten."""
    return a1_text.strip().startswith(BANNER_MARK)
