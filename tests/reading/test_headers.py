"""The workbook contract: unknown columns are the organiser's own, but a misspelt one of ours is pointed out."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.books import MCR, outcome, players, problems, protocol
from tests.mafia.cup import CUP, HEAD, PEOPLE, game, people, small

GOOD = protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)])
HANDS = "[Раздачи 1]\nСтол | Раздача | Очки | Взял | Набросил | Штраф В\n1 | 1 | 8 | В | Ю |\n"
SAMPLES = sorted((Path(__file__).parent.parent.parent / "sample_workbooks").glob("*.xlsx"))
OWN = "Телефон;Комментарий;Город рождения;Дата рождения;Возраст;Пол;E-mail;Telegram;Размер футболки;Рейтинг EMA;Разряд;Тренер;Школа;Дата;Время;Фото;Сумма;Способ оплаты;Дата оплаты;Ссылка;ID;Регион;Команда;Проверил;Штрафные очки;Место в туре;Ведущий;Фолы;Phone;Date of birth;Date;Time;Age;Team;Score;Receipt;Referee;Federation"


def pointed_out(text: str | bytes) -> list[tuple[str, str]]:
    """Sheet and cell of every header that looks like a known one."""
    return [found[1:] for found in problems(text, "header_unknown")]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("Оплачен", "Оплачено"),
        ("Оплаченно", "Оплачено"),
        ("Статусы", "Статус"),
        ("Cтатус", "Статус"),
        ("Явки", "Явка"),
        ("Клубы", "Клуб"),
        ("Зарегестрирован", "Зарегистрирован"),
        ("Registred", "Зарегистрирован"),
        ("Оплачено (руб.)", "Оплачено"),
    ],
)
def test_a_misspelt_column_of_the_players_is_pointed_out(wrong: str, meant: str) -> None:
    text = players(4, {1: "1 | Игрок 01 | да"}, header=f"№ | Игрок | {wrong}") + GOOD
    for settings in (MCR, CUP):
        found = [p for p in outcome(settings + text)["problems"] if p["code"] == "header_unknown"]
        assert [(p["severity"], p["sheet"], p["cell"]) for p in found] == [("warning", "Игроки", "C1")]
        assert f"«{meant}»" in found[0]["message"]
    english = outcome(MCR + "Язык | en\n" + text)["problems"]
    assert [p["cell"] for p in english if p["code"] == "header_unknown"] == ["C1"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("Лучший", "Лучшие"), ("Замечания", "Замечаний"), ("Опоздание", "Опаздание"), ("Подпись", "Подписи")],
)
def test_a_misspelt_column_of_a_cups_protocol_is_pointed_out(right: str, wrong: str) -> None:
    text = small() + people(10) + game()
    assert pointed_out(text) == []
    (cell,) = [f"{'ABCDEFGHIJKLMNOPQ'[n]}1" for n, head in enumerate(HEAD.split(" | ")) if head == right]
    assert pointed_out(text.replace(HEAD, HEAD.replace(f"| {right} |", f"| {wrong} |"))) == [("Тур 1", cell)]


def test_a_misspelt_column_of_a_mahjong_protocol_and_of_the_hands_is_pointed_out() -> None:
    wrong = GOOD.replace("| ИО", "| ИО | Штрафы")
    assert pointed_out(MCR + players(4) + wrong) == [("Тур 1", "E1")]
    assert pointed_out(MCR + players(4) + GOOD + HANDS) == []
    assert pointed_out(MCR + players(4) + GOOD + HANDS.replace("Набросил", "Набросила")) == [("Раздачи 1", "E1")]


def test_a_column_of_ones_own_beside_the_known_one_is_nobodys_business() -> None:
    text = players(4, header="№ | Игрок | Статус | Статусы | Клуб | Клубы")
    assert pointed_out(MCR + text + GOOD) == []


@pytest.mark.parametrize("own", OWN.split(";"))
def test_the_organisers_own_columns_are_left_alone(own: str) -> None:
    text = players(4, header=f"№ | Игрок | {own}")
    assert pointed_out(MCR + text + GOOD.replace("| ИО", f"| ИО | {own}")) == []
    cup = small() + people(10) + game()
    short = HEAD.replace("Лучший | ", "").replace("Доп. | ", "")
    assert pointed_out(cup.replace(PEOPLE, f"№ | Игрок | {own}").replace(HEAD, f"{short} | {own}")) == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_no_sample_is_told_of_its_headers(path: Path) -> None:
    made = load_workbook(path)
    stream = io.BytesIO()
    made.save(stream)
    assert pointed_out(stream.getvalue()) == []
