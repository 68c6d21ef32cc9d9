"""The site: guides, studies, notebooks and the API as one static folder.

    python .ci/make_site.py FOLDER

Pages are written as Markdown from what the project holds: the guides are those of ``piquet help``,
the studies' words, charts and tables those of ``results``. Sphinx makes them HTML, pdoc writes the
API. A warning of theirs, such as a link to nothing, ends it with exit code 1.
"""

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from analyses.contents import find_study, list_studies  # noqa: E402
from analyses.stored import read_result  # noqa: E402
from analyses.study import Answer  # noqa: E402
from piquet_sim.cli.guides import GUIDES, read_guide, say_topic  # noqa: E402
from piquet_sim.game.files import read_json_file  # noqa: E402
from piquet_sim.game.glossary import WORDS  # noqa: E402

FILES = r"\[([^\]]+)\]\((?!https?:|#|notebooks/\w+\.png)[^)]*\)"
"""Links of the README to files that the site has not got."""
CHARTS = r'<img src="results/([a-z-]+)/chart.png"[^>]*>'

SETTINGS = {
    "project": "piquet-sim",
    "author": "the authors of piquet-sim",
    "extensions": ["myst_nb"],
    "html_theme": "furo",
    "html_title": "piquet-sim",
    "html_show_sphinx": False,
    "myst_enable_extensions": ["deflist"],
    "myst_heading_anchors": 3,
    "nb_execution_mode": "off",
    # Chapters of several notebooks begin below their title; guides show Python and shell alike.
    "suppress_warnings": ["myst.header", "misc.highlighting_failure", "mystnb.unknown_mime_type"],
}


def list_pages(title: str, about: str, names: list[str]) -> str:
    """A page that leads to others."""
    listed = "\n".join(names)
    return f"# {title}\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"


def write_guides(home: Path) -> None:
    """The guides of `piquet help`, and the words of the game."""
    home.mkdir(parents=True)
    for topic in GUIDES:
        title, _, text = read_guide(topic).partition("\n\n")
        head = " ".join(title.split()).partition(":")[0].rstrip(".")
        (home / f"{topic}.md").write_text(f"# {head}\n\n{say_topic(topic)}.\n\n{text}\n", "utf-8")
    words = "\n\n".join(f"**{word.name}**\n: {word.meaning}" for word in WORDS)
    (home / "words.md").write_text(f"# Words of the game\n\n{words}\n", "utf-8")
    shutil.copy(ROOT / "CHANGELOG.md", home / "changes.md")
    about = "What `piquet help TOPIC` prints."
    (home / "index.md").write_text(
        list_pages("Guides", about, [*GUIDES, "words", "changes"]), "utf-8"
    )


def write_studies(home: Path) -> None:
    """A page for each study with a published result, and the gallery of their charts."""
    gallery, names = [], [one for one in list_studies() if (ROOT / "results" / one).is_dir()]
    for name in names:
        kept, study = ROOT / "results" / name, find_study(name)
        (home / name).mkdir(parents=True)
        for file in ("chart.svg", "data.csv"):
            shutil.copy(kept / file, home / name)
        meta = read_json_file(kept / "meta.json")
        table = Answer(study, read_result(kept, study.question), 0.0).to_markdown()
        parts = [
            f"# {meta['question']}",
            f"**{meta['headline']}.**",
            f"![{meta['headline']}]({name}/chart.svg)",
            *meta["sentences"],
            f"*{meta['not_meant']}*",
            f"Assumed: {study.assumed}",
            "## Table",
            f"All digits are in {{download}}`data.csv <{name}/data.csv>`. "
            f"`piquet study {name} --published --out FOLDER` makes them again.",
            table,
        ]
        (home / f"{name}.md").write_text("\n\n".join(parts) + "\n", "utf-8")
        gallery += [
            f"## [{meta['question']}]({name}.md)",
            f"{meta['headline']}.",
            f"[![{meta['headline']}]({name}/chart.svg)]({name}.md)",
        ]
    about = "Each with its chart, its sentences and its table.\n\n" + "\n\n".join(gallery)
    (home / "index.md").write_text(list_pages("Studies", about, names), "utf-8")


def write_notebooks(home: Path) -> None:
    """The notebooks, with the outputs that they are kept with."""
    home.mkdir()
    names = []
    for file in sorted((ROOT / "notebooks").iterdir()):
        shutil.copy(file, home)
        names += [file.stem] * (file.suffix == ".ipynb")
    about = "Worked examples, with their output."
    (home / "index.md").write_text(list_pages("Notebooks", about, names), "utf-8")


def write_pages(source: Path) -> None:
    """All pages, as Markdown and notebooks."""
    for room, write in (
        ("guides", write_guides),
        ("studies", write_studies),
        ("notebooks", write_notebooks),
    ):
        write(source / room)
    about = (ROOT / "README.md").read_text("utf-8").partition("\n\n")[2]
    about = re.sub(CHARTS, r"![](studies/\1/chart.svg)", re.sub(FILES, r"\1", about))
    about += '\n\n<a href="api/piquet_sim.html">The API</a> has every function.'
    rooms = [f"{room}/index" for room in ("guides", "studies", "notebooks")]
    (source / "index.md").write_text(list_pages("piquet-sim", about, rooms), "utf-8")


def write_api(home: Path) -> None:
    """The pages of the API."""
    import pdoc

    import piquet_sim

    # pdoc asks for a name only where it has been asked for before.
    vars(piquet_sim).update({one: getattr(piquet_sim, one) for one in piquet_sim.__all__})
    pdoc.render.configure(docformat="numpy", math=True)
    pdoc.pdoc("piquet_sim", "analyses", output_directory=home)


def make_site(home: Path) -> int:
    """Write the site to a folder; 0, or 1 where something is wrong with a page."""
    from sphinx.application import Sphinx

    with TemporaryDirectory() as work:
        source = Path(work) / "pages"
        write_pages(source)
        site = Sphinx(
            source,
            None,
            home,
            Path(work) / "kept",
            "html",
            SETTINGS,
            status=None,
            warningiserror=True,
            exception_on_warning=False,
        )
        site.build()
    write_api(home / "api")
    return site.statuscode


if __name__ == "__main__":
    sys.exit(make_site(Path(sys.argv[1]).resolve()))
