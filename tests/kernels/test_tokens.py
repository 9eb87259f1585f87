import unicodedata

import numpy as np
import pytest

from diverseed.errors import InputError
from diverseed.kernels.tokens import checked_texts, fold, word_splitter

ANY_SCRIPT = {
    "INT. MARA'S FLAT - DAY": ["int", "mara's", "flat", "day"],
    "rock 'n' roll": ["rock", "n", "roll"],
    "user_id=5 10.0.0.1": ["user", "id", "5", "10", "0", "0", "1"],
    "naïve Straße STRASSE": ["naïve", "strasse", "strasse"],
    "नमस्ते दुनिया": ["नमस्ते", "दुनिया"],
    "مرحبا، بالعالم": ["مرحبا", "بالعالم"],
    "东京都3号楼": ["东", "京", "都", "3", "号", "楼"],
    "ガス and は": ["ガ", "ス", "and", "は"],
    "วันดี": ["วั", "น", "ดี"],
    "한국어 텍스트": ["한국어", "텍스트"],
    "great 👍🏽❤️🇫🇷": ["great", "👍", "❤", "🇫🇷"],
    "👩‍🚀": ["👩", "🚀"],
    "ｗｉｄｅ": ["wide"],
    "Widget™ ®": ["widget"],
    "צה״ל": ["צה״ל"],
    " ... -- !? ": [],
    "": [],
}


@pytest.mark.parametrize(("text", "words"), ANY_SCRIPT.items())
def test_words_of_any_script(text: str, words: list[str]) -> None:
    assert word_splitter()(text) == words


@pytest.mark.parametrize("text", ANY_SCRIPT)
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_unicode_form_makes_no_difference(text: str, form: str) -> None:
    split = word_splitter()
    assert split(unicodedata.normalize(form, text.replace("™", ""))) == split(text.replace("™", ""))


def test_ascii_road_gives_the_words_of_the_general_road() -> None:
    printable = "".join(map(chr, range(128)))
    rng = np.random.default_rng(0)
    split = word_splitter()
    for _ in range(300):
        text = "".join(rng.choice(list(printable + "'''abc   "), 30))
        assert split(text + " é") == [*split(text + " "), "é"]


def test_invisible_characters_and_apostrophes_do_not_matter() -> None:
    split = word_splitter()
    assert split("co\u00adop \u202bleft\u202c don’t") == split("coop left don't")
    assert split("one\u200btwo") == ["one", "two"]


def test_case_is_kept_on_request() -> None:
    assert word_splitter(lowercase=False)("The Café") == ["The", "Café"]
    assert fold("ΣΑΣ") == fold("σας")


def test_stop_words_are_folded_too() -> None:
    assert word_splitter(stop_words=["THE", "cafe\u0301"])("the Café bar") == ["bar"]
    assert word_splitter(stop_words="english")("the bar and I") == ["bar"]


def test_token_pattern() -> None:
    assert word_splitter(r"\w")("ab c") == ["a", "b", "c"]
    assert word_splitter(r"(\d+)px")("10px 5 7px") == ["10", "7"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"token_pattern": "("}, "not a regular expression"),
        ({"token_pattern": "(a)(b)"}, "2 groups; at most 1"),
        ({"stop_words": "french"}, "stop_words='french'"),
    ],
)
def test_bad_options_are_named(options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        word_splitter(**options)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("one string", "one str was given"),
        (b"bytes", "one bytes was given"),
        (3, "got int"),
        (["a", None], "row 1 .* is None, a missing value"),
        (["a", "b", float("nan")], "row 2 .* is nan, a missing value"),
        ([b"a"], "row 0 .* is bytes"),
        (["a", 7], "row 1 .* is 7 of type int"),
        (np.array([["a", "b"]]), r"table of shape \(1, 2\)"),
    ],
)
def test_input_that_is_not_a_list_of_strings(texts: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(checked_texts(texts))  # type: ignore[arg-type]


def test_any_iterable_of_strings_will_do() -> None:
    assert list(checked_texts(np.array(["a", "b"]))) == list(checked_texts(text for text in "ab")) == ["a", "b"]
