"""Hand lettering: every letter of a script has strokes, and they stay in the room that text is given."""

import string

import numpy as np
import pytest

from diverseed.narrative.lettering import text_width
from diverseed.narrative.strokes import hand_strokes, hand_width

LETTERS = string.ascii_uppercase + string.digits + ".,'-()/&:;!?#+\"…·"


def points(text: str, size: float = 20.0) -> np.ndarray:
    strokes = hand_strokes(text, (100.0, 50.0), size, np.random.default_rng(0))
    return np.array([point for stroke in strokes for segment in stroke for point in segment])


@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_fits_its_room(letter: str) -> None:
    text = letter * 8
    assert hand_width(text, 20.0) <= text_width(text, 20.0)
    drawn = points(text)
    slack = 0.09 * 20 * 0.8  # a hand shakes
    assert drawn[:, 0].min() >= 100 - slack
    assert drawn[:, 0].max() <= 100 + hand_width(text, 20.0) + slack
    assert drawn[:, 1].max() <= 50 + 0.25 * 20 + slack
    assert drawn[:, 1].min() >= 50 - 0.8 * 20 - slack


def test_letters_differ() -> None:
    shapes = {letter: points(letter).round(1).tobytes() for letter in string.ascii_uppercase + string.digits}
    assert len(set(shapes.values())) == len(shapes)


def test_accents_go_and_other_scripts_are_left_to_fonts() -> None:
    assert (points("BELTRÁN") == points("BELTRAN")).all()
    assert hand_strokes("Москва", (0, 0), 10, np.random.default_rng(0)) is None
    assert hand_strokes("<script>", (0, 0), 10, np.random.default_rng(0)) is None


def test_the_same_hand_writes_the_same() -> None:
    assert (points("HALDIS") == points("haldis")).all()
