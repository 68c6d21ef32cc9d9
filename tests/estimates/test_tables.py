"""One table in four forms says the same of every number."""

import csv
import re
from io import StringIO

import pytest

from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.quantity import POINTS, Of, Quantity, write_range, write_value
from piquet_sim.estimates.table import align, write_console, write_csv, write_html, write_markdown

QUART = Of("hand", "dealt a quart")
NUMBERS = [
    *(Quantity(f"{seat}_{name}", name, estimate_proportion(seen, 4_000), POINTS, seat=seat)
      for seat, name, seen in (("elder", "score", 900), ("younger", "score", 700))),
    Quantity("elder_grows", "best | sequence", estimate_proportion(900, 3_000), of=QUART,
             seat="elder", group="dealt", verdict="best beyond doubt"),
    Quantity("younger_grows", "best | sequence", estimate_proportion(600, 2_000), of=QUART,
             seat="younger", group="dealt", verdict="best beyond doubt"),
    Quantity("pique", "a <pique>", estimate_proportion(90, 4_000), verdict="too close to call"),
]  # fmt: skip


def test_forms__say_the_same_digits_and_csv_all_of_them():
    rows = list(csv.DictReader(StringIO(write_csv(NUMBERS))))
    assert [float(row["value"]) for row in rows] == [one.estimate.value for one in NUMBERS]
    assert {row["of"] for row in rows} == {"deals", "hands dealt a quart"}
    texts = [form(NUMBERS) for form in (write_console, write_markdown, write_html)]
    digits = [re.findall(r"[\d.,]*\d", re.sub(r"<[^>]*>", " ", text)) for text in texts]
    assert digits[0] == digits[1] == digits[2]
    for one in NUMBERS:
        for text in texts:
            assert write_value(one) in text
            assert write_range(one) in text


def test_markdown_and_html__keep_cells_apart_whatever_stands_in_them():
    for table in write_markdown(NUMBERS, "title").split("\n\n")[2:]:
        lines = [re.sub(r"\\\|", "", line) for line in table.splitlines()]
        assert len({line.count("|") for line in lines}) == 1
    assert "&lt;pique&gt;" in write_html(NUMBERS)


def test_denominator__is_said_once_where_all_share_it_and_else_in_a_column():
    assert "Of 4,000 deals. Ranges are 95% intervals." in write_console(NUMBERS[:2])
    text = write_console(NUMBERS)
    assert "Of 4,000" not in text
    assert text.count("hands dealt a quart") == 1
    assert "3,000" in text
    assert "2,000" in text


@pytest.mark.parametrize("width", [60, 80])
def test_screen__keeps_the_verdict_and_folds_words_alone(width):
    lines = write_console(NUMBERS, "A title that is longer than the screen is wide, by far", width)
    lines = lines.splitlines()
    assert max(map(len, lines)) <= width
    words = " ".join(line[-16:] for line in lines)
    assert "verdict" in words
    assert "doubt" in words
    assert "call" in words
    assert any("23.8 to 32.2" in line or "28.4 to 31.7" in line for line in lines)


def test_screen__without_suits_has_its_columns_under_each_other():
    rows = [["", "points"], ["♠AKJ", "1.5"], ["♦9", "12.5"]]
    spelt = [[cell.replace("♠", "S:").replace("♦", "D:") for cell in row] for row in rows]
    assert len({line.rindex(".") for line in align(spelt, 80)[1:]}) == 1
