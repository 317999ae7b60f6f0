"""What every table offers: talk, taking back, the log, settings, other languages, motion."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, again_until, code_of
from tests.browser.playing import in_turn
from tests.browser.playing_clips import ClipPlayer
from tests.browser.playing_tag import hand
from tests.browser.test_coming_back import draw, playing_tag
from touchwood.games.discovery import all_games

COUNT_MOVES = """
window.moved = 0
const animate = Element.prototype.animate
Element.prototype.animate = function (...how) {
  if (/transform|translate/.test(JSON.stringify(how[0]))) window.moved++
  return animate.apply(this, how)
}
"""


def two_people(phones: Phones) -> tuple[Phone, Phone]:
    """The one who is asked, and the other one."""
    host = phones.at_new_table("cant_touch_this", "Ana")
    other = phones.join(code_of(host), "Bo")
    expect(host.page.get_by_text("Bo", exact=True)).to_be_visible()
    host.tap("Start")
    other.expect_table()
    again_until(lambda: host.is_asked or other.is_asked, lambda: None)
    return (host, other) if host.is_asked else (other, host)


def test_a_question_is_not_covered_and_what_was_begun_to_say_is_kept(phones: Phones) -> None:
    asked, waiting = two_people(phones)
    waiting.tap("Menu")
    waiting.tap("Talk")
    waiting.page.get_by_label("Say something").fill("I think")
    player = ClipPlayer(asked, raises=0)
    again_until(lambda: waiting.is_asked, player.choose)
    expect(waiting.sheet("Talk")).to_have_count(0)
    waiting.tap("Menu")
    waiting.tap("Talk")
    expect(waiting.page.get_by_label("Say something")).to_have_value("I think")


def test_against_bots_alone_one_may_ask_what_a_strong_player_would_do(phones: Phones) -> None:
    alone = phones.at_new_table("cant_touch_this", "Ana", bots=["easy"])
    alone.tap("Start")
    again_until(lambda: alone.is_asked, lambda: None)
    alone.settle()
    alone.tap("Menu")
    alone.tap("What would a strong player do?")
    told = alone.text("Best would choose:")
    expect(told).to_be_visible()
    expect(alone.aloud.filter(has_text="Best would choose:").first).to_be_attached()
    expect(told).to_contain_text(
        re.compile(r"would choose: (Keep this side|Play on the other side|Clip: |Raise the bid|Pass)")
    )
    asked, _ = two_people(phones)
    asked.tap("Menu")
    expect(asked.page.get_by_role("dialog")).to_be_visible()
    expect(asked.button("What would a strong player do?")).to_have_count(0)


def test_what_one_says_the_other_reads(phones: Phones) -> None:
    one, other = two_people(phones)
    one.tap("Menu")
    one.tap("Talk")
    one.page.get_by_label("Say something").fill("Nice card <b>!</b>")
    one.tap("Send")
    expect(other.toast(f"{one.name}: Nice card <b>!</b>")).to_be_visible()
    other.tap("Menu")
    other.tap("Talk")
    expect(other.sheet("Talk").get_by_role("listitem")).to_contain_text("Nice card <b>!</b>")


def test_what_is_said_in_the_lobby_is_read_there_once(phones: Phones) -> None:
    host = phones.at_new_table("tag", "Ana")
    other = phones.join(code_of(host), "Bo")
    other.tap("Talk")
    other.page.get_by_label("Say something").fill("Two minutes!")
    other.tap("Send")
    heard = host.toast("Bo: Two minutes!")
    expect(heard).to_be_visible()
    expect(heard).to_have_count(0)
    host.tap("Talk")
    expect(host.sheet("Talk").get_by_role("listitem")).to_contain_text("Two minutes!")
    host.close_sheet()
    expect(host.sheet("Talk")).to_have_count(0)
    expect(heard).to_have_count(0)


def test_what_the_page_says_comes_up_in_the_sheet_that_is_open(phones: Phones) -> None:
    one, other = two_people(phones)
    one.tap_in_menu("Link to watch")
    expect(one.toast("The link is copied.")).to_be_visible()
    expect(one.sheet("Table").locator(one.aloud)).to_contain_text(["The link is copied."])
    other.tap("Menu")
    other.tap("Talk")
    other.page.get_by_label("Say something").fill("Your turn")
    other.tap("Send")
    expect(one.sheet("Table").get_by_text(f"{other.name}: Your turn").first).to_be_visible()


def test_the_rules_are_looked_up_without_leaving_the_table(phones: Phones) -> None:
    one, other = two_people(phones)
    one.tap("Menu")
    one.tap("Rules")
    rules = one.sheet("Rules of Can't Touch This")
    expect(rules.get_by_role("heading", name="Swirls")).to_be_attached()
    expect(one.button(re.compile("first lesson"))).to_have_count(0)
    other.tap_in_menu("Players and table")
    expect(other.sheet("Players and table")).to_be_visible()
    expect(other.sheet("Players and table").get_by_text(re.compile(r"(^|· )away$"))).to_have_count(0)
    one.close_sheet()
    one.expect_your_turn()


def test_a_paused_table_goes_on_where_it_says_that_it_is_paused(phones: Phones) -> None:
    one, other = two_people(phones)
    host, guest = (one, other) if one.name == "Ana" else (other, one)
    host.tap_in_menu("Pause")
    host.close_sheet()
    expect(guest.text("The table is paused.").first).to_be_visible()
    expect(guest.button("Go on")).to_have_count(0)
    host.tap("Go on")
    expect(guest.text("The table is paused.").first).to_have_count(0)


def test_what_nobody_has_answered_yet_is_taken_back_at_once(phones: Phones) -> None:
    one, other = two_people(phones)
    player = ClipPlayer(one, raises=0)
    again_until(one.acts, player.choose)
    other.expect_your_turn()
    one.tap("Menu")
    one.tap("Take back")
    one.expect_your_turn()
    expect(other.page).to_have_title("Touchwood")


@pytest.mark.parametrize("answer", ["Agree", "No"])
def test_taking_back_what_was_answered_is_asked_of_the_others(phones: Phones, answer: str) -> None:
    one, other = two_people(phones)
    players = [ClipPlayer(one, raises=9), ClipPlayer(other, raises=9)]
    again_until(lambda: one.acts() and other.acts(), in_turn(players))
    one.expect_your_turn()
    before = lying(one)
    one.tap("Menu")
    one.tap("Ask to take back")
    expect(other.sheet("Take back?")).to_be_visible()
    other.tap(answer)
    expect(other.sheet("Take back?")).to_have_count(0)
    # Who asked is asked for a choice before and after; only what the server has said tells them apart.
    for phone in (other, one):
        phone.catch_up()
    expect(one.sheet("Take back?")).to_have_count(0)
    one.expect_your_turn()
    assert (lying(one) == before) == (answer == "No")


def lying(phone: Phone) -> list[str]:
    """What lies on the table, whatever was told last."""
    table = phone.page.get_by_role("main")
    told = {line for text in table.locator(".lately").all_inner_texts() for line in text.splitlines()}
    return [line for line in table.inner_text().splitlines() if line not in told and not line.startswith("Last:")]


def test_the_log_tells_the_match_in_words_and_hides_what_is_face_down(phones: Phones) -> None:
    phone = playing_tag(phones)
    phone.tap("Menu")
    phone.tap("What happened")
    lines = phone.sheet("What happened").get_by_role("listitem")
    expect(lines.filter(has_text="is dealt a card.").first).to_be_visible()
    expect(lines.filter(has_text=re.compile("You are dealt (T|A|G|TAG|Gool|Freeze)")).first).to_be_visible()


def test_a_double_tap_is_one_move(phones: Phones) -> None:
    """The second tap comes while the first is on its way. (One that comes just after the next question is refused as
    well: web/tests/table-client.test.ts.)"""
    phone = playing_tag(phones)
    phone.settle()
    if phone.button("Draw").is_visible():
        draw(phone)
        phone.settle()
    expect(hand(phone)).to_have_count(4)
    phone.tap(hand(phone).first)
    expect(phone.button(re.compile("^Discard (?!pile)"))).to_be_visible()
    choices = len(phone.acts())
    phone.page.evaluate(
        """() => {
          const buttons = [...document.querySelectorAll('button')]
          const button = buttons.find((one) => /^Discard (?!pile)/.test(one.textContent.trim()))
          button.click()
          button.click()
        }"""
    )
    phone.settle()
    assert len(phone.acts()) == choices + 1


@pytest.mark.parametrize("has_motion", [False, True], ids=["reduced", "with motion"])
def test_cards_fly_only_where_motion_is_wanted(phones: Phones, *, has_motion: bool) -> None:
    phone = phones.at_new_table("tag", bots=["random"], options={"first": 0}, has_motion=has_motion)
    phone.page.add_init_script(COUNT_MOVES)
    phone.page.reload()
    phone.tap("Start")
    phone.settle()
    if phone.button("Draw").is_visible():
        draw(phone)
        phone.settle()
    phone.tap(hand(phone).first)
    phone.tap(re.compile("^Discard (?!pile)"))
    phone.settle()
    moved = phone.page.evaluate("window.moved")
    assert (moved > 0) == has_motion


def test_settings_are_kept(phones: Phones) -> None:
    phone = phones.new().go()
    phone.tap("Settings")
    phone.page.get_by_label("Light").select_option("night")
    phone.page.get_by_label("Text", exact=True).select_option("largest")
    phone.page.reload()
    root = phone.page.locator("html")
    expect(root).to_have_attribute("data-theme", "night")
    expect(root).to_have_attribute("data-text", "largest")


LATIN_WORDS = re.compile(r"[A-Za-z]{3,}")
TITLES = "|".join(re.escape(game.title) for game in all_games())
NAMES = re.compile(
    rf"(?-i:[A-Z]{{6}})|Touchwood|{TITLES}|Gool|Freeze|Jorge Zhang|http\S+|QR|English|(?-i:IT|Ana|Bo)", re.IGNORECASE
)


@pytest.mark.parametrize("game", ["tag", "cant_touch_this"])
def test_the_shell_and_the_table_speak_japanese(phones: Phones, game: str) -> None:
    phone = phones.at_new_table(game, also_here=["Bo"], language="ja")
    expect(phone.page.locator("html")).to_have_attribute("lang", "ja")
    expect(phone.button("始める")).to_be_enabled()
    assert foreign_words(phone) == []
    phone.tap("始める")
    phone.settle()
    assert foreign_words(phone) == []
    if game == "tag":  # the curtain
        phone.tap(phone.page.get_by_role("main").get_by_role("button"))
        phone.settle()
        assert foreign_words(phone) == []
    phone.tap("戻る")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Touchwood")
    assert foreign_words(phone) == []


def test_bots_are_called_in_the_language_of_whoever_looks(phones: Phones) -> None:
    phone = phones.at_new_table("tag", bots=["medium", "medium"], options={"first": 0}, language="ja")
    for name in ("オットー", "ハナ"):
        expect(phone.page.get_by_text(name, exact=True)).to_be_visible()
    phone.tap("始める")
    phone.settle()
    assert foreign_words(phone) == []
    phone.tap("メニュー")
    phone.tap("これまで")
    log = phone.sheet("これまでの流れ")
    expect(log.get_by_text("ハナにカードが1枚配られました。").first).to_be_visible()
    assert foreign_words(phone) == []


def foreign_words(phone: Phone) -> list[str]:
    """Words on the screen, and names a screen reader says, that are not Japanese."""
    said = phone.page.evaluate(
        """() => {
          const named = [...document.querySelectorAll('[aria-label]')]
          return [document.body.innerText, ...named.map((one) => one.ariaLabel)]
        }"""
    )
    return LATIN_WORDS.findall(NAMES.sub("", "\n".join(said)))
