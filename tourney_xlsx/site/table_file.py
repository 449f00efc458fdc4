"""`standings.csv`: the standings for a spreadsheet, safe to open there."""

from __future__ import annotations

import csv
import io

from .context import Context
from .standings_view import StandingRow, latest_table


def standings_csv(ctx: Context) -> bytes:
    """UTF-8 with BOM, `;` between fields, CRLF; a text that a spreadsheet would run as a formula gets a leading `'`."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    table = latest_table(ctx)
    heads = table.heads if table else ()
    writer.writerow([ctx.t("page.place"), ctx.t("page.number"), ctx.t("page.player"), *heads, ctx.t("page.why")])
    for row in (*table.rows, *table.outside) if table else ():
        writer.writerow(_fields(row))
    return ("\ufeff" + text.getvalue()).encode("utf-8")


def safe(text: str) -> str:
    """`text` with a leading `'` where a spreadsheet would take it for a formula."""
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _fields(row: StandingRow) -> list[str]:
    numbers = [cell.replace("−", "-") for cell in row.cells]
    return [row.place, str(row.person.number or ""), safe(row.person.name), *numbers, safe(row.decided)]
