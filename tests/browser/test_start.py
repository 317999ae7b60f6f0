"""From opening the page to a first move; ways to a table."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phones import Phone, Phones, again_until, code_of
from tests.browser.playing_clips import ClipPlayer, places
from tests.browser.playing_tag import TagPlayer, hand
from touchwood.games.discovery import all_games, find_game

TITLES = {"tag": "TAG", "cant_touch_this": "Can't Touch This"}
MOST_TAPS = 3


def game_card(phone: Phone, game: str) -> Locator:
    heading = phone.page.get_by_role("heading", name=find_game(game).title, exact=True)
    return phone.page.get_by_role("listitem").filter(has=heading)


def first_move(phone: Phone, game: str) -> None:
    """As few taps as it takes."""
    phone.expect_your_turn()
    phone.settle()
    if places(phone).count():
        phone.tap(places(phone).first)
        phone.tap(re.compile("^Set clip"))
    elif phone.button("Discard").is_visible():
        phone.tap(hand(phone).first)
        phone.tap(re.compile("^Discard (?!pile)"))
    elif game == "tag":
        TagPlayer(phone).choose()
    else:
        ClipPlayer(phone, raises=0).choose()


@pytest.mark.parametrize("game", TITLES)
def test_a_first_move_takes_at_most_three_taps(phones: Phones, game: str) -> None:
    phone = phones.new("").go()
    phone.tap(game_card(phone, game).get_by_role("button", name="Play now"))
    first_move(phone, game)
    again_until(phone.acts, lambda: None)
    assert len(phone.acts()) == 1
    assert phone.taps <= MOST_TAPS


def test_a_level_that_would_be_a_name_only_is_not_to_be_had(phones: Phones) -> None:
    phone = phones.new("Ana").go()
    phone.tap(game_card(phone, "point_a_pile").get_by_role("button", name="More ways to play"))
    sheet = phone.sheet("Play Point-a-Pile")
    best, hard = [sheet.get_by_role("radio", name=re.compile(f"^{level}")) for level in ("Best", "Hard")]
    best.check(force=True)
    sheet.get_by_role("radio", name=re.compile("^Full evening")).check(force=True)
    expect(best).to_have_count(0)
    expect(hard).to_be_checked()


def test_a_table_is_opened_with_a_code_a_link_and_a_qr(phones: Phones) -> None:
    phone = phones.new("Ana").go()
    phone.tap(game_card(phone, "tag").get_by_role("button", name="With friends"))
    phone.tap("Open a table")
    code = code_of(phone)
    phone.tap("Show the QR code large")
    expect(phone.text(f"/t/{code}").last).to_be_visible()
    qr = phone.page.get_by_role("dialog").get_by_role("img", name="QR code of the link to join this table")
    expect(qr).to_be_visible()
    # It has its place before it is there.
    assert qr.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    box = qr.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 150, "big enough to scan"
    phone.close_sheet()
    expect(phone.page.get_by_role("button", name=re.compile("more player"))).to_be_disabled()


def test_options_are_set_in_the_lobby(phones: Phones) -> None:
    phone = phones.at_new_table("tag", bots=["random"])
    phone.tap(re.compile("^Options of the game"))
    phone.page.get_by_label("Who begins").select_option("1")
    phone.tap("Save")
    expect(phone.button(re.compile("^Options of the game.*1 changed"))).to_be_visible()


def test_options_that_cannot_be_played_are_said_and_stay_to_be_changed(phones: Phones) -> None:
    phone = phones.at_new_table("cant_touch_this")
    phone.tap(re.compile("^Options of the game"))
    sheet = phone.sheet("Options of the game")
    # The size of printed cards is not asked for; one that was given before stays to be changed.
    expect(sheet.get_by_label("The card")).to_be_visible()
    expect(sheet.get_by_label("Columns")).to_have_count(0)
    sheet.get_by_label("The card").select_option("random")
    sheet.get_by_label("Columns").fill("5")
    sheet.get_by_label("The card").select_option("deck")
    phone.tap("Save")
    expect(sheet.locator(phone.aloud).last).to_contain_text("The cards of the deck have 6 columns")
    sheet.get_by_label("The card").select_option("random")
    phone.tap("Save")
    expect(sheet).to_have_count(0)
    expect(phone.button(re.compile("^Options of the game.*2 changed"))).to_be_visible()


def test_options_that_mean_nothing_beside_others_are_not_asked_for(phones: Phones) -> None:
    phone = phones.at_new_table("point_a_pile", bots=["random"])
    phone.tap(re.compile("^Options of the game"))
    sheet = phone.sheet("Options of the game")
    shy = sheet.get_by_label(re.compile("^Cards in a pile with a shy top"))
    expect(sheet).to_be_visible()
    expect(shy).to_have_count(0)
    phone.tap(sheet.get_by_role("switch", name=re.compile("^Dont-a-Touchme")))
    expect(shy).to_be_visible()
    points = sheet.get_by_label("Points that win")
    points.fill("12")
    phone.tap(sheet.get_by_role("switch", name=re.compile("^Complete-a-Mission")))
    expect(points).to_have_count(0)
    phone.tap("Save")
    # Nor are they told as what was agreed on.
    expect(phone.page.get_by_role("list", name="What is agreed").get_by_text("shy cards")).to_be_visible()
    expect(phone.text("Points that win: 12")).to_have_count(0)


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_every_option_has_a_name_in_japanese(phones: Phones, game: str) -> None:
    phone = phones.at_new_table(game, language="ja")
    phone.tap(re.compile("^ゲームの設定"))
    labels = phone.page.get_by_role("dialog").locator("label:visible, summary:visible")
    expect(labels.first).to_be_visible()
    names = labels.all_inner_texts()
    assert [name for name in names if not re.search("[ぁ-んァ-ヶ一-龠]", name)] == []


def test_who_has_a_code_need_not_look_for_where_it_goes(phones: Phones) -> None:
    phone = phones.new().go()
    expect(phone.page.get_by_label("Join a table")).to_be_in_viewport()


def test_who_comes_by_link_reads_which_game_and_is_led_nowhere_else(phones: Phones) -> None:
    host = phones.at_new_table("cant_touch_this", "Ana")
    other = phones.new("Bo").go(f"/t/{code_of(host)}")
    expect(other.page.get_by_role("heading", name="Can't Touch This")).to_be_visible()
    expect(other.page.get_by_role("main").get_by_role("button")).to_have_text(
        ["Sit down", "I sit here already, on another phone"]
    )


def test_one_joins_by_code(phones: Phones) -> None:
    host = phones.at_new_table("tag", "Ana")
    code = code_of(host)
    other = phones.new("Bo").go()
    other.page.get_by_label("Join a table").fill(code.lower())
    other.tap("Join")
    other.tap("Sit down")
    expect(other.text("Ana starts the match.")).to_be_visible()
    expect(host.page.get_by_text("Bo", exact=True)).to_be_visible()


def test_one_joins_by_link(phones: Phones) -> None:
    host = phones.at_new_table("cant_touch_this", "Ana")
    other = phones.join(code_of(host), "Bo")
    expect(other.text("Ana starts the match.")).to_be_visible()
    expect(host.page.get_by_text("Bo", exact=True)).to_be_visible()


def test_a_code_of_no_table_is_said_to_be_none(phones: Phones) -> None:
    phone = phones.new()
    phone.expect_trouble("404")
    phone.go("/t/ZZZZZ")
    expect(phone.text("There is no table with the code ZZZZZ.")).to_be_visible()


def test_a_wrong_code_stays_to_be_put_right(phones: Phones) -> None:
    code = code_of(phones.at_new_table("tag", "Ana"))
    phone = phones.new("Bo")
    phone.expect_trouble("404")
    phone.go(f"/t/{'ZZ' + code[2:]}")
    field = phone.page.get_by_role("textbox", name="Six letters")
    expect(field).to_have_value("ZZ" + code[2:])
    field.fill(code)
    phone.tap("Join")
    expect(phone.button("Sit down")).to_be_visible()


def test_the_rules_follow_their_address(phones: Phones) -> None:
    phone = phones.new().go("/#/rules/tag")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Rules of TAG")
    phone.page.evaluate("location.hash = '#/rules/tactile_crane'")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Rules of Tactile Crane Championship")
    expect(phone.button("Learn the duel of two (a minute)")).to_be_visible()


def test_my_games_lead_back_to_the_table(phones: Phones) -> None:
    phone = phones.at_new_table("tag", bots=["random"])
    phone.tap("Start")
    phone.expect_your_turn()
    phone.tap("Back")
    phone.tap(phone.page.get_by_role("region", name="My games").get_by_role("link"))
    phone.expect_your_turn()


def test_a_kind_of_evening_is_chosen_by_one_tap_and_told_in_the_lobby(phones: Phones) -> None:
    phone = phones.new("Ana").go()
    phone.tap(game_card(phone, "point_a_pile").get_by_role("button", name="With friends"))
    kinds = phone.page.get_by_role("radio")
    expect(kinds).to_have_count(4)
    expect(kinds.first).to_be_checked()
    phone.page.get_by_role("radio", name=re.compile("^Mean")).check()
    phone.tap("Open a table")
    options = phone.button(re.compile("^Options of the game.*3 changed"))
    expect(options).to_be_visible()
    phone.tap(options)
    expect(phone.page.get_by_role("radio", name=re.compile("^Mean"))).to_be_checked()
    phone.page.get_by_role("radio", name=re.compile("^Quick")).check()
    expect(phone.page.get_by_label("Points that win")).to_have_value("6")
    phone.tap("Save")
    expect(phone.button(re.compile("^Options of the game.*1 changed"))).to_be_visible()
