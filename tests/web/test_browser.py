"""The page in Chromium, as people use it: by touch on a phone, by keyboard and mouse on a laptop."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from sample_oracle import SAMPLES, Oracle

from huopin.ledger import Ledger, Setup

playwright = pytest.importorskip(
    "playwright.sync_api", reason="needs the extra browser (pip install '.[browser]')"
)

pytestmark = pytest.mark.browser

Page = Any
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 60_000
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
SCREENS: dict[str, dict[str, Any]] = {"phone": PHONE, "laptop": LAPTOP}
SAMPLE = "caishen-fifth-copy"
TRUTH = json.loads((SAMPLES / f"{SAMPLE}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("needs Chromium: apt-get install -y chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=FLAGS, timeout=120_000)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any, running: Callable[..., str]) -> Iterator[Callable[..., Page]]:
    """Opens the page; at the end nothing was complained of and no other host was asked."""
    url = running()
    contexts: list[Any] = []
    complaints: list[str] = []
    foreign: list[str] = []

    def open_it(**options: Any) -> Page:
        context = chromium.new_context(**{"locale": "en-GB", **LAPTOP, **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: _note(message, complaints))
        page.on("request", lambda request: _note_foreign(request.url, url, foreign))
        page.goto(url)
        page.wait_for_selector("body[data-ready]", state="attached")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert (complaints, foreign) == ([], [])


def _note(message: Any, complaints: list[str]) -> None:
    expected = "net::ERR_INTERNET_DISCONNECTED", "status of 415"
    if message.type in ("error", "warning") and not any(words in message.text for words in expected):
        complaints.append(message.text)


def _note_foreign(asked: str, own: str, foreign: list[str]) -> None:
    if not asked.startswith((own, "blob:", "data:")):
        foreign.append(asked)


@pytest.fixture
def doubts(oracle: Oracle) -> Iterator[dict[int, Any]]:
    """Plants doubts into the reading: tile 11, read wrongly, is less sure than tile 9."""
    oracle.doubts.update({9: {"3p": 0.62, "5p": 0.3}, 11: {"9s": 0.5, "8s": 0.45}})
    yield oracle.doubts
    oracle.doubts.clear()


def upload(page: Page, name: str = f"{SAMPLE}.jpg", data: bytes | None = None) -> None:
    file = {"name": name, "mimeType": "image/jpeg", "buffer": data or (SAMPLES / name).read_bytes()}
    page.set_input_files("#photo-file", file)
    page.wait_for_selector("#result .result")


def melds_pixels() -> Any:
    image = cv2.imread(str(SAMPLES / "melds.jpg"))
    assert image is not None
    return image


def scored(page: Page) -> None:
    """Waits for the answer to the last change."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(100)
    page.wait_for_selector("#result .result")


def balances(page: Page) -> dict[str, str]:
    rows = page.locator(".pay tr").all()
    return {row.get_attribute("data-seat"): row.locator(".points").inner_text() for row in rows}


def choose(page: Page, name: str) -> None:
    page.locator(f"label:has(#{name})").click()
    scored(page)


def no_sideways_scrolling(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.usefixtures("doubts")
@pytest.mark.parametrize("screen", SCREENS)
def test_from_photo_to_settlement(open_page: Callable[..., Page], screen: str) -> None:
    """By touch on the phone, by keyboard on the laptop; totals are those of the sample's truth file."""
    page = open_page(**SCREENS[screen])
    assert no_sideways_scrolling(page)
    upload(page)
    assert page.locator("#boxes polygon").count() == len(TRUTH["tiles"])
    assert page.locator("#boxes .unsure").count() == 2
    assert page.locator("#bar-main").inner_text() == "Check 2 unsure"
    assert no_sideways_scrolling(page)
    _check_both(page, by_touch=screen == "phone")
    assert page.locator("#zones .unsure").count() == 0
    page.locator("#caishen").click()
    page.locator('.picker [data-face="9p"]').click()
    scored(page)
    assert page.locator("#total b").inner_text() == str(TRUTH["expected"]["total"])
    assert sorted(page.locator(".fan .other").all_inner_texts()) == sorted(TRUTH["expected"]["fans"])
    assert balances(page) == {"E": "+66", "S": "−34", "W": "−16", "N": "−16"}
    choose(page, "room-popular")
    assert balances(page) == {"E": "+18", "S": "−18", "W": "0", "N": "0"}
    choose(page, "room-no-fan")
    assert balances(page) == {"E": "+20", "S": "−20", "W": "0", "N": "0"}
    choose(page, "self_draw-true")
    assert balances(page)["E"] == "+60"
    assert int(page.locator("#score").get_attribute("data-milliseconds")) >= 0
    assert no_sideways_scrolling(page)


def _check_both(page: Page, *, by_touch: bool) -> None:
    """Tile 11 comes first, being the less sure; its first runner-up is the truth. Tile 9 was right."""
    if by_touch:
        page.locator("#bar-main").tap()
        assert page.locator("#editor-progress").inner_text() == "1 of 2 to check"
        page.locator(".likely button").first.tap()
        page.locator("#right").tap()
    else:
        page.locator("#bar-main").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#right:focus")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("#right:focus")
        page.keyboard.press("Enter")
    page.wait_for_selector("#editor:not([open])", state="attached")
    scored(page)
    assert page.locator('#zones .tile[data-id="11"]').get_attribute("aria-label") == "8 of bamboo, Hand"
    assert page.evaluate("document.activeElement.dataset.id") == "9", "focus goes back to the tile"


def test_a_fan_shows_its_tiles(open_page: Callable[..., Page]) -> None:
    page = open_page()
    upload(page)
    page.locator("#caishen").click()
    page.locator('.picker [data-face="9p"]').click()
    scored(page)
    page.locator('.fan[data-fan="mixed_straight"]').click()
    assert page.locator("#boxes .lit").count() == 9
    assert page.locator("#zones .lit").count() == 9
    assert page.locator('.fan[aria-pressed="true"]').count() == 1
    page.locator('.fan[data-fan="mixed_straight"]').click()
    assert page.locator("#boxes .lit").count() == 0


def test_adding_deleting_dragging_marking(open_page: Callable[..., Page]) -> None:
    """A hand entered by hand, with the mouse and with the sheet."""
    page = open_page()
    page.locator("#by-hand").click()
    for face in ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "2p", "3p", "4p", "E", "a1"):
        page.locator('.tiles[data-role="hand"] .add').click()
        if face == "a1":
            page.keyboard.press("Escape")
            page.locator('.tiles[data-role="flower"] .add').click()
        page.locator(f'.picker [data-face="{face}"]').click()
    page.locator('.tiles[data-role="hand"] .add').click()
    page.locator('.picker [data-face="E"]').click()
    scored(page)
    assert page.locator("#count").inner_text() == "14 of 14"
    _drag(page, '.tiles[data-role="hand"] .tile >> nth=-1', '.tiles[data-role="win"]')
    scored(page)
    assert page.locator('.tiles[data-role="win"] .tile').get_attribute("aria-label") == "East, Winning tile"
    assert page.locator("#total b").inner_text() == "23", (
        "清龙 16, 门前清 2, 无财神 2, 缺一门 1, 单钓将 1, 花牌 1"
    )
    page.locator('.tiles[data-role="hand"] .tile').first.click()
    page.locator("#delete").click()
    scored(page)
    assert page.locator("#count").inner_text() == "13 of 14"
    assert "13 instead of 14" in page.locator("#result").inner_text()
    page.locator("#undo").click()
    scored(page)
    assert page.locator("#total b").inner_text() == "23"
    for place in range(3):
        page.locator('.tiles[data-role="hand"] .tile').first.click()
        target = page.locator('#editor [data-move="meld"]')
        (target.first if place else target.last).click()
    scored(page)
    assert page.locator('.tiles[data-role="meld"] .tile').count() == 3
    assert page.locator(".group.declared").count() == 1
    assert page.locator("#total b").inner_text() == "21", "a claimed meld costs 门前清 2"


def _drag(page: Page, what: str, where: str) -> None:
    start, end = (page.locator(one).bounding_box() for one in (what, where))
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] + 30, steps=3)
    page.mouse.move(end["x"] + 10, end["y"] + 10, steps=6)
    page.mouse.up()


def test_without_a_network(open_page: Callable[..., Page]) -> None:
    """Tiles can be changed, the page even loaded again; the score comes back with the network."""
    page = open_page()
    upload(page, "melds.jpg")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    before = page.locator("#total b").inner_text()
    page.context.set_offline(True)
    page.locator("#zones .tile").first.click()
    pictures = page.locator(".picker img").evaluate_all("(all) => all.every((one) => one.naturalWidth > 0)")
    assert pictures
    page.keyboard.press("Escape")
    page.locator("label:has(#round-S)").click()
    page.wait_for_selector("#offline:not([hidden])")
    assert "No connection" in page.locator("#offline").inner_text()
    page.context.set_offline(False)
    page.wait_for_selector("#total")
    assert page.locator("#total b").inner_text() == before
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-ready]", state="attached")
    assert page.locator("#tagline").inner_text() == "Photograph a finished hand, see the score."


def test_options_language_and_numbers_are_remembered(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    page.locator("#by-hand").tap()
    page.locator("label:has(#room-popular)").tap()
    page.locator("#open-settings").tap()
    page.locator("#language").select_option("zh-Hant")
    page.locator("#theme").select_option("dark")
    page.locator("label:has(#numbers)").tap()
    page.reload()
    page.wait_for_selector("body[data-ready]", state="attached")
    assert page.locator("html").get_attribute("lang") == "zh-Hant"
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.locator("#by-hand").tap()
    assert page.locator("#room-popular").is_checked()
    assert page.locator("label[for], .field:has(#caishen) > span").first.inner_text() == "財神"
    page.locator('.tiles[data-role="hand"] .add').tap()
    mark = page.locator('.picker [data-face="5m"] .mark')
    assert (mark.inner_text(), mark.is_visible()) == ("5", True)


def test_wenzhou(open_page: Callable[..., Page]) -> None:
    truth = json.loads((SAMPLES / "wenzhou.json").read_text(encoding="utf-8"))
    page = open_page(**PHONE)
    page.locator("#by-hand").tap()
    page.locator("label:has(#rules-wenzhou)").tap()
    page.locator("#caishen").tap()
    page.locator(f'.picker [data-face="{truth["caishen"]}"]').tap()
    upload(page, "wenzhou.jpg")
    assert page.locator("#result .total").inner_text() == "Hard ×2"
    assert balances(page) == {"E": "+4", "S": "−4"}
    assert no_sideways_scrolling(page)


def test_the_evening(chromium: Any, running: Callable[..., str], tmp_path: Path) -> None:
    """A hand is added to the ledger under the players' names, and taken back."""
    with Ledger(tmp_path / "book.db", create=True) as ledger:
        ledger.begin(Setup(players=("Ann", "Bo", "Cy", "Di"), rules="huopin", room="popular"))
    url = running(ledger=tmp_path / "book.db")
    context = chromium.new_context(**{"locale": "en-GB", **PHONE})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("body[data-ready]", state="attached")
    upload(page, "melds.jpg")
    fan = int(page.locator("#total b").inner_text())
    page.locator("#open-ledger").tap()
    page.locator("label:has(#ledger-seat-W)").tap()
    page.locator("label:has(#ledger-discarder-N)").tap()
    page.locator("#ledger-add").tap()
    page.wait_for_selector("#ledger-undo")
    assert page.locator("#ledger-note").inner_text() == "Added."
    totals = {"Ann": "0", "Bo": "0", "Cy": f"+{fan}", "Di": f"−{fan}"}
    rows = page.locator("#ledger .pay tr")
    assert {
        row.get_attribute("data-player"): row.locator(".points").inner_text() for row in rows.all()
    } == totals
    page.locator("#ledger-undo").tap()
    page.wait_for_selector("#ledger-add")
    assert set(page.locator("#ledger .points").all_inner_texts()) == {"0"}
    context.close()


def test_a_format_that_the_browser_does_not_know(open_page: Callable[..., Page]) -> None:
    """Sent as it is; the server's preview is shown (HEIC takes the same way)."""
    page = open_page()
    upload(page, "melds.tif", cv2.imencode(".tif", melds_pixels())[1].tobytes())
    assert page.locator("#picture").get_attribute("src").startswith("data:image/jpeg")
    assert page.locator("#boxes polygon").count() == 14


def test_huge_photos_are_made_smaller(open_page: Callable[..., Page]) -> None:
    photo = cv2.resize(melds_pixels(), (4000, 3000), interpolation=cv2.INTER_LANCZOS4)
    data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 99])[1].tobytes()
    page = open_page()
    with page.expect_response("**/api/read") as answered:
        upload(page, "melds.jpg", data)
    assert answered.value.json()["size"] == [3200, 2400]


def test_a_file_that_is_no_picture(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.set_input_files("#photo-file", {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"hello"})
    page.wait_for_selector("#error:not([hidden])")
    assert page.locator("#error").inner_text() == "That is no picture that can be read."
    assert page.locator("#photo-file").count() == 1


def test_sharing(open_page: Callable[..., Page], tmp_path: Path) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    upload(page, "melds.jpg")
    page.evaluate("delete Navigator.prototype.share; delete Navigator.prototype.canShare")
    page.locator("#open-share").click()
    page.locator("#share-text").click()
    page.locator("#share-note", has_text="Copied.").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"^Total \d+ fan$", text, re.MULTILINE)
    with page.expect_download() as saved:
        page.locator("#share-picture").click()
    saved.value.save_as(tmp_path / "shared.png")
    picture = cv2.imread(str(tmp_path / "shared.png"))
    assert picture is not None
    assert picture.shape[1] == 1080
    assert picture.std() > 20


@pytest.mark.usefixtures("doubts")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(open_page: Callable[..., Page], scheme: str) -> None:
    """axe-core finds no serious fault on any screen."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra browser").Axe()
    page = open_page(**PHONE, color_scheme=scheme, reduced_motion="reduce")

    def faults(where: str) -> list[str]:
        found = axe.run(page).response["violations"]
        return [
            f"{where}: {one['id']} {node['target']}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    seen = faults("start")
    upload(page)
    seen += faults("hand")
    page.locator("#more summary").click()
    page.locator("#bar-main").click()
    seen += faults("editor")
    page.locator(".likely button").first.click()
    page.locator("#right").click()
    page.locator("#caishen").click()
    page.locator('.picker [data-face="9p"]').click()
    scored(page)
    page.locator(".fan").first.click()
    seen += faults("score")
    page.locator("#open-settings").click()
    seen += faults("settings")
    assert seen == []
