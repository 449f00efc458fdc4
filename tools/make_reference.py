"""Write `docs/workbook.ru.md` and `docs/workbook.en.md` from the locale files and the games' declarations, so that they can't drift.

python tools/make_reference.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tourney_xlsx import i18n
from tourney_xlsx.games import GAMES
from tourney_xlsx.problems import CATALOGUE
from tourney_xlsx.rules import COMMON_SETTINGS, SCHEDULE_FORM, SETTINGS_FORM, Column, Form, Setting

DOCS = Path(__file__).parent.parent / "docs"
TEXTS = {
    "ru": {
        "title": "Книга: листы, столбцы, настройки, сообщения",
        "made": "Этот файл собирает `tools/make_reference.py` из словарей программы.",
        "intro": (
            "Русские и английские слова понимаются всегда, каким бы ни был язык книги. Не важны регистр, лишние пробелы, ё и е, точка или "
            "двоеточие в конце. Строкой заголовков считается первая строка, где есть все обязательные заголовки; выше может стоять что угодно. "
            "Незнакомые столбцы и листы — ваши: программа их не читает и не меняет."
        ),
        "sheets": "Листы",
        "sheet": ("Лист", "По-английски", "Понимаются и", "Чей"),
        "yours": "ваш",
        "ours": "программы: переписывается при каждом запуске",
        "settings": "Настройки",
        "setting": ("Параметр", "По-английски", "По умолчанию", "Игра", "Что это"),
        "both": "обе",
        "columns": "Столбцы",
        "column": ("Столбец", "По-английски", "Понимаются и", "Что в нём"),
        "values": "Значения",
        "value": ("Пишет программа", "Понимаются и"),
        "problems": "Сообщения",
        "problem": ("Код", "Насколько важно", "Что не так", "Что делать"),
        "required": "обязателен",
    },
    "en": {
        "title": "The workbook: sheets, columns, settings, messages",
        "made": "This file is made by `tools/make_reference.py` from the program's own words.",
        "intro": (
            "Russian and English words are both always understood, whatever the workbook's language. Case, spare spaces, ё or е, a final period "
            "or colon don't matter. The header row is the first row that holds every required header; anything may stand above it. Columns and "
            "sheets that the program doesn't know are yours: it neither reads nor changes them."
        ),
        "sheets": "Sheets",
        "sheet": ("Sheet", "In Russian", "Understood too", "Whose"),
        "yours": "yours",
        "ours": "the program's: rewritten on every run",
        "settings": "Settings",
        "setting": ("Setting", "In Russian", "Default", "Game", "What it is"),
        "both": "both",
        "columns": "Columns",
        "column": ("Column", "In Russian", "Understood too", "What it holds"),
        "values": "Values",
        "value": ("The program writes", "Understood too"),
        "problems": "Messages",
        "problem": ("Code", "How serious", "What is wrong", "What to do"),
        "required": "required",
    },
}
KINDS = {
    "ru": {
        "text": "текст",
        "name": "имя",
        "whole": "целое число",
        "number": "число",
        "yes": "да или пусто",
        "mark": "любая пометка",
        "date": "дата и время",
        "paid": "дата, сумма или «да»",
        "choice": "одно из значений",
        "seats": "число или номера мест",
        "months": "стаж в месяцах",
        "reason": "пометка или причина словами",
    },
    "en": {
        "text": "text",
        "name": "a name",
        "whole": "a whole number",
        "number": "a number",
        "yes": "yes or empty",
        "mark": "any mark",
        "date": "date and time",
        "paid": "a date, a sum or yes",
        "choice": "one of the values",
        "seats": "a number or seat numbers",
        "months": "experience in months",
        "reason": "a mark, or the reason in words",
    },
}
OURS = ("checks", "entries", "standings", "by_round", "seating", "forms", "awards", "clubs", "rating")


def other(lang: str) -> str:
    """The other language."""
    return "en" if lang == "ru" else "ru"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '∣') for cell in row)} |"
    yield ""


def aliases(lang: str, key: str) -> str:
    """What is accepted besides the canonical words."""
    names = [*i18n.names_in(lang, key)[1:], *i18n.names_in(other(lang), key)[1:]]
    return ", ".join(dict.fromkeys(f"`{name}`" for name in names))


def column_row(lang: str, form: Form, column: Column) -> tuple[str, ...]:
    """One column."""
    key = f"column.{form.key}.{column.key}"
    what = KINDS[lang][column.kind.value]
    if column.choices:
        values = (i18n.word(lang, f"value.{column.choices}.{v}") for v in i18n.section(f"value.{column.choices}"))
        what += ": " + ", ".join(values)
    if column.required:
        what += f"; {TEXTS[lang]['required']}"
    return f"`{i18n.word(lang, key)}`", f"`{i18n.word(other(lang), key)}`", aliases(lang, key), what


def setting_row(lang: str, setting: Setting) -> tuple[str, ...]:
    """One setting."""
    key = f"setting.{setting.key}"
    games = [game for game in GAMES.values() if any(s.key == setting.key for s in game.settings)]
    whose = (
        str(TEXTS[lang]["both"])
        if len(games) == len(GAMES)
        else ", ".join(i18n.word(lang, f"value.game.{g.key}") for g in games)
    )
    default = setting.default
    if isinstance(default, bool):
        shown = i18n.word(lang, "value.yes.yes" if default else "value.yes.no")
    elif setting.choices and isinstance(default, str):
        shown = i18n.word(lang, f"value.{setting.choices}.{default}")
    elif default is None or default == "":
        shown = ""
    else:
        shown = i18n.number(lang, default) if not isinstance(default, str) else default  # type: ignore[arg-type]
    return (
        f"`{i18n.word(lang, key + '.name')}`",
        f"`{i18n.word(other(lang), key + '.name')}`",
        shown,
        whose,
        i18n.word(lang, key + ".note"),
    )


def reference(lang: str) -> str:
    """The whole file."""
    t = TEXTS[lang]
    lines = [f"# {t['title']}", "", str(t["made"]), "", str(t["intro"]), "", f"## {t['sheets']}"]
    rows = []
    for key in i18n.section("sheet"):
        numbered = " N" if key in ("round", "semifinal", "final", "hands", "seating", "forms") else ""
        mine, theirs = i18n.word(lang, f"sheet.{key}"), i18n.word(other(lang), f"sheet.{key}")
        owner = str(t["ours"] if key in OURS else t["yours"])
        rows.append((f"`{mine}{numbered}`", f"`{theirs}{numbered}`", aliases(lang, f"sheet.{key}"), owner))
    lines += table(t["sheet"], rows)  # type: ignore[arg-type]
    lines.append(f"## {t['settings']}")
    settings = {s.key: s for s in (*COMMON_SETTINGS, *(s for game in GAMES.values() for s in game.settings))}
    lines += table(t["setting"], [setting_row(lang, s) for s in settings.values()])  # type: ignore[arg-type]
    lines.append(f"## {t['columns']}")
    forms: dict[str, tuple[str, list[tuple[Form, Column]]]] = {}
    for game in GAMES.values():
        word = i18n.word(lang, f"value.game.{game.key}")
        for form, sheet in ((game.players, "players"), (game.protocol, "round"), (game.hands, "hands")):
            if form is not None:
                name = i18n.word(lang, f"sheet.{sheet}")
                title = name if sheet == "players" else f"{name} N, {word}"
                held = forms.setdefault(form.key, (title, []))[1]
                held += [(form, c) for c in form.columns if c.key not in {known.key for _, known in held}]
    for form in (SETTINGS_FORM, SCHEDULE_FORM):
        forms[form.key] = (i18n.word(lang, f"sheet.{form.key}"), [(form, c) for c in form.columns])
    for title, columns in forms.values():
        lines += [f"### {title}", *table(t["column"], [column_row(lang, form, c) for form, c in columns])]  # type: ignore[arg-type]
    lines.append(f"## {t['values']}")
    for key in i18n.section("value"):
        if key != "example":
            rows = [
                (f"`{i18n.word(lang, f'value.{key}.{v}')}`", _values(lang, f"value.{key}.{v}"))
                for v in i18n.section(f"value.{key}")
            ]
            lines += table(t["value"], rows)  # type: ignore[arg-type]
    lines.append(f"## {t['problems']}")
    found = [
        (
            f"`{code}`",
            i18n.word(lang, f"severity.{severity.value}"),
            _plain(lang, f"problem.{code}.what"),
            _plain(lang, f"problem.{code}.todo"),
        )
        for code, severity in CATALOGUE.items()
    ]
    lines += table(t["problem"], found)  # type: ignore[arg-type]
    return "\n".join(lines).rstrip() + "\n"


def _values(lang: str, key: str) -> str:
    names = [*i18n.names_in(lang, key)[1:], *i18n.names_in(other(lang), key)]
    return ", ".join(dict.fromkeys(f"`{name}`" for name in names))


def _plain(lang: str, key: str) -> str:
    """A sentence with its facts as dots."""
    import re

    def shown(match: re.Match[str]) -> str:
        _, _, forms = match[1].partition(":")
        return f"… {forms.split('|')[-1]}".strip() if forms else "…"

    return re.sub(r"\{([^}]*)\}", shown, i18n.word(lang, key))


def main() -> None:
    """Write both files."""
    for lang in i18n.LANGUAGES:
        (DOCS / f"workbook.{lang}.md").write_text(reference(lang), encoding="utf-8")


if __name__ == "__main__":
    main()
