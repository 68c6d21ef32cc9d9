"""The report: all studies on one page, each with its question, answer, chart, table and source.

    piquet report                                       # all studies, in a minute and a half
    piquet report --of results --out published          # from published results, in seconds
    piquet report -n 1e6 --sections pique,partie --strategies expert,club --out mine

The report is one HTML file that can be mailed. Its first page can be read alone: it has Piquet in
100 words, four charts, and every question with its finding. It opens with what elder is worth, then
come skill, pique and the old maxims. Each section has the finding in plain words, what it does not
mean, and a numbered chart; folded under "Exactly" are the exact sentences, the rows that matter
with their errors, and how it was measured. All rows, charts and descriptions are inside the file,
and links save them. The page needs no network and no script, follows the light or dark setting of
the screen, and prints on at most ten pages: the tables are printed, the rest of what is folded is
not. The game's words are linked to a glossary at the end, works are cited by name, and ``--author``
signs the report.

Beside it, each section has a folder with the same things as files: tables as CSV, Markdown and
LaTeX (long ones need the package ``longtable``), charts as SVG and PNG. ``piquet verify`` checks
each folder.

The default of 30,000 deals takes about a minute and a half of processor time; more deals make the
errors beside the numbers smaller. ``-n`` is the number of deals for the fast studies; studies of
strong players use a share of it, which their source lines state. Deals that several studies need
are played once. Results already in the folder that would come out the same are not computed again.
``--of RESULTS`` plays nothing: it takes results as they are, from a folder of results or from the
folder of one. Numbers that a sentence states and that have no row of their own are in ``meta.json``
under ``derived``.

An article on one question
--------------------------
``piquet article`` writes about one question in a short text that an author can edit, in Markdown
and in HTML, with the charts in a folder and all rows in ``data.csv``. An article on a study has the
finding as its headline, a chart, one hand drawn as cards with what happens in it, what a reader
would not expect, what the finding does not say, what the words mean, and Piquet in a hundred words;
its exact numbers and the method are folded. It prints on two pages. The hand is chosen by a rule,
which the article states, and ``piquet deal`` shows its deal again. With a result, nothing but that
deal is played; otherwise 20,000 deals are, or as many as ``-n`` says. An existing article is never
overwritten.

    piquet article pique --of results --out drafts
    piquet article hands -n 1e5 --author "A. Author"

The question may also be whether one old maxim is right, or one published figure; then the article
quotes its author and says what the verdict means. It is made from the result of the study that
judges all of its kind, or that study is played. ``piquet maxim`` lists the names of maxims; those
of figures stand in the column ``id`` of ``results/published/data.csv``, and ``piquet ask`` finds
both. An article on a hand says what to throw from it, and why; as many deals of each discard are
played as ``-n`` says, half to choose and half to judge, and ``piquet advise`` prints the same:

    piquet article CAV-M08 CAV-PIQUE --of results --out drafts
    piquet article --hand AKJ.AQJ8.98.J87 --seat elder --out drafts

The style of the charts
-----------------------
``--style`` takes a name (print, double, slide, dark, gray) or a file (TOML, JSON, or a style sheet
of matplotlib); ``--write-style style.toml`` writes a style out for editing. In another style,
charts are drawn again from the tables; nothing is played again.

    piquet report --write-style style.toml

How it is made
--------------
`Order` says what is wanted, `make_report` makes it and writes the page, and `articles` writes
articles.
"""

from analyses.report.made import Made
from analyses.report.making import make_report
from analyses.report.sections import DEFAULT_DEALS, SECTIONS, Order, find_section

__all__ = ["DEFAULT_DEALS", "SECTIONS", "Made", "Order", "find_section", "make_report"]
