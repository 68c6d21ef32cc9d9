"""Style files: written, read, refused."""

from pathlib import Path

import pytest

from analyses.charts import style_file
from analyses.charts.style import HOUSE_STYLE, use_style
from analyses.charts.style_file import read_style, write_style
from piquet_sim import InputError


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_style__is_written_and_read_again(tmp_path, kind):
    path = tmp_path / f"style.{kind}"
    write_style(path)
    assert read_style(path) == HOUSE_STYLE
    sheet = tmp_path / "own.mplstyle"
    sheet.write_text("axes.prop_cycle: cycler('color', ['r', 'g'])\nfont.size: 9\n")
    write_style(path, read_style(sheet))
    assert read_style(path) == read_style(sheet)


def test_style__changes_charts_and_is_left_again(tmp_path):
    path = tmp_path / "slide.toml"
    path.write_text('width = 2\n[colours]\nelder = "black"\n[matplotlib]\n"font.size" = 12\n')
    style = read_style(path)
    from matplotlib.colors import to_hex

    from analyses.charts.style import COLUMN_WIDTH, ELDER_COLOUR, new_chart

    with use_style(style):
        assert to_hex(ELDER_COLOUR) == "#000000"
        assert new_chart()[0].get_figwidth() == 2 * COLUMN_WIDTH
    assert to_hex(ELDER_COLOUR) == "#004488"
    assert style.settings["axes.titlesize"] == pytest.approx(12)
    assert style.digest() != HOUSE_STYLE.digest()


def test_style__a_style_sheet_of_matplotlib_is_read(tmp_path):
    path = tmp_path / "own.mplstyle"
    path.write_text("# larger\nfont.size: 9  # points\naxes.edgecolor: #336699\n")
    settings = read_style(path).settings
    assert settings["font.size"] == 9
    assert settings["axes.edgecolor"] == "#336699"
    assert read_style(Path(style_file.__file__).with_name("house.mplstyle")) == HOUSE_STYLE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("width = 100", "width"),
        ("width = 'a'", "width"),
        ("colors = 1", "did you mean 'colours'"),
        ("[colours]\nelder = 'blu'", "not a colour"),
        ("[colours]\nelders = 'blue'", "did you mean 'elder'"),
        ("heat_map = 'x'", "heat_map"),
        ("[matplotlib]\n'font.size' = 'huge?'", "font.size"),
        ("[matplotlib]\n'savefig.dpi' = 1e9", "at most 600"),
        ("[matplotlib]\nbackend = 'qtagg'", "backend"),
        ("[matplotlib]\n'text.usetex' = true", "usetex"),
        ("matplotlib = 3", "expected names with values"),
        ("a = = b", "not TOML"),
    ],
)
def test_style__what_cannot_be_is_refused(tmp_path, text, said):
    path = tmp_path / "style.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=said) as refused:
        read_style(path)
    assert "\n" not in str(refused.value)
