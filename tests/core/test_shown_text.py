"""The one rule for what people write where others read it, and which texts look alike."""

import pytest

from touchwood.core.shown_text import is_shown, skeleton, without_hidden

JOINER, NON_JOINER = "\u200d", "\u200c"


@pytest.mark.parametrize(
    "text",
    [
        "Ana", "もう少し", "Zoë", "Zoe\u0308", "O'Neill", "-", "李小龍", "葛\U000e0100城", "अनिल", "عمر", "שרה",
        f"می{NON_JOINER}خواهم",  # Persian: I want
        f"क्{JOINER}ष",  # Hindi: half a letter before a whole one
        f"👩{JOINER}👩{JOINER}👧",
        f"👩🏽{JOINER}🚀",  # with a colour of skin
        f"🏳\ufe0f{JOINER}🌈",
        "❤\ufe0f", "1\ufe0f\u20e3", "🇯🇵",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England
        "two words", "a\u3164b", "𝒜",
    ],
)  # fmt: skip
def test_these_are_shown_as_they_are(text: str) -> None:
    assert is_shown(text)
    assert without_hidden(text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("", ""),
        (" ", " "),
        ("\u00a0\u3000", "\u00a0\u3000"),
        (JOINER, ""),
        (JOINER * 5 + NON_JOINER, ""),
        ("\u3164", "\u3164"),  # the letter of Hangul that fills a place
        ("\u2800\u115f\u1160\uffa0", "\u2800\u115f\u1160\uffa0"),
        ("\ufe0f\u0301", "\ufe0f\u0301"),  # marks on nothing
        (f"\u3164{JOINER}\u3164", "\u3164\u3164"),
        (f"Ana{JOINER}", "Ana"),
        (f"{JOINER}Ana", "Ana"),
        (f"An{JOINER}{JOINER}a", f"An{JOINER}a"),
        (f"Ana {JOINER} Bo", "Ana  Bo"),
        ("A\u202ena", "Ana"),  # turns the direction of text
        ("A\u200bna", "Ana"),  # a space of no width
        ("A\u00adna", "Ana"),
        ("A\nna", "Ana"),
        ("A\u2028na", "Ana"),
        ("A\x00na\x7f", "Ana"),
        ("\ud83c", ""),
        ("\ue000", ""),
        ("\U000e0041\U000e0042", ""),  # letters of flags, without a flag
        ("\ufeffAna", "Ana"),
    ],
)
def test_these_are_not(text: str, left: str) -> None:
    assert not is_shown(text)
    assert without_hidden(text) == left


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("Ana", "Аnа"),  # Cyrillic
        ("Bo", "Βο"),  # Greek
        ("Ana", "Ａｎａ"),
        ("Ana", "𝒜𝓃𝒶"),
        ("Ana", "A n a"),
        ("Ana", "Ana\u3164"),
        ("Ana", "Aná"),
        ("Ana", "Ana ■"),
        ("Ian", "lan"),
        ("Bo", "B0"),
        ("Tim", "Tirn"),
        ("paul", "раul"),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("Bo", "Jo"), ("🎯", "🚀"), ("太", "大"), ("Ana", "Ana 2")]
)
def test_these_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_joiner_stays_after_a_flag_made_of_tags_and_goes_after_a_digit() -> None:
    flag = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert without_hidden(f"{flag}\u200d\U0001f3bd") == f"{flag}\u200d\U0001f3bd"
    assert without_hidden("1\u200da") == "1a"
