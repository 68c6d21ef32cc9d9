"""Likely mistakes of a newcomer: each gives one line with what is wrong, where, and what is right.

Most are run in this process, which takes a hundredth of the time.
"""

import shlex

import pytest
from command_line import refused

HAND = "AKJ.AQJ8.98.J87"
MEANT = [
    ("simulat", "simulate"),
    ("glosary", "glossary"),
    ("simulation", "simulate"),
    ("version", "piquet --version"),
    ("--verson", "--version"),
    ("simulate --sed 1", "--seed"),
    ("simulate --elders club", "--elder"),
    ("simulate --mirored", "--mirrored"),
    ("simulate --max_time 3s", "--max-time"),
    ("simulate --N 10", "-n"),
    ("simulate -N 10", "-n"),
    ("trust --ful", "--full"),
    ("bench --js", "--json"),
    (f"advise {HAND} --second 1", "--seconds"),
    ("simulate --elder clbu", "club"),
    ("simulate --elder expert+scre", "score"),
    ("simulate --rules rubicom", "rubicon"),
    ("simulate --set cards_score=20", "cards_scores"),
    ("simulate --play doubledummy", "double-dummy"),
    ("simulate --precision differenc=0.1", "difference"),
    ("simulate --given 'eldr has 4 aces'", "elder"),
    ("simulate --given 'elder has 4 acse'", "aces"),
    ("simulate --given 'elder has carte blanch'", "carte blanche"),
    ("simulate --given 'elder has 4 aces adn younger has a quint'", "and"),
    ("study elder-advantge", "elder-advantage"),
    ("duel club clubb", "club"),
    ("ladder --strategies club,novise", "novice"),
    ("report --sections piqe", "pique"),
    ("census quatorze", "quatorzes"),
    ("good points", "point"),
    (f"odds {HAND} --aim trio:K=3", "trio:K"),
    ("glossary repiqe", "repique"),
    ("rules rubicn", "rubicon"),
    ("partie --first clbu", "club"),
    ("verify results/piqe", "results/pique"),
    ("compare results/piqe results/pique", "results/pique"),
    ("resume run.chekpoint", "run.checkpoint"),
    ("simulate --load owm.py", "own.py"),
    ("score deal.jsonl", "deals.jsonl"),
]
TOLD = [
    ("simulate --elder", "simulate: --elder requires a value; choose from: random, novice, club"),
    (
        "simulate --mirrored=3",
        "simulate: --mirrored takes no value; piquet simulate --help says more",
    ),
    ("explore --no-browser=3", "explore: --no-browser takes no value"),
    ("glossary point 'set off'", "glossary: unexpected argument 'set off'; glossary takes WORD"),
    ("study", "study: NAME is missing; choose from: elder-advantage, carte-blanche"),
    (
        "study pique --out",
        "study: --out requires a value (folder for the results); piquet study --help",
    ),
    ("duel club", "duel: B is missing; choose from: random"),
    ("advise", "advise: HAND is missing (twelve cards as dealt); piquet advise --help says more"),
    ("score", "score: FILE is missing (deals, in words or one JSON object per line; - for stdin)"),
    ("chances", "chances: A-B is missing (A's total and B's: 68-155)"),
    ("simulate 1000", "simulate: unexpected argument '1000'; did you mean -n 1000?"),
    ("deal 5", "deal: unexpected argument '5'; deal takes only options"),
    ("duel club novice expert", "duel: unexpected argument 'expert'; duel takes A and B"),
    ("advise AS KS JS AH", "unexpected argument 'KS'; write the hand in quotes"),
    ("-n 100", "No such option: -n; it belongs after a command, as in piquet simulate -n"),
    ("report --colour red", "report: No such option: --colour; piquet report --help says more"),
    ("juggle", "No such command 'juggle'; piquet --help lists all"),
    ("-", "No such command '-'; piquet --help lists all"),
    ("simulate -n 1k", "n: '1k' is not a whole number; write 1000, 1_000_000 or 1e6"),
    ("train --hands few", "hands: 'few' is not a whole number"),
    ("simulate --records deals.csv -n 10", "expected a file name that ends in .parquet"),
    ("report --style style.txt", "expected a file name that ends in .toml, .json or .mplstyle"),
    (
        "chances 0-0 --chart chart.jpeg",
        "chart.jpeg: expected a file name that ends in .svg, .png or .pdf",
    ),
    ("chances 68:155", "totals: '68:155'; write A's, a hyphen and B's: 68-155"),
    ("advise AKJ.AQJ8.98.J8", "hand: expected 12 cards, got 11"),
    ("advise AKJ.AQJ8.98.J887", "hand: 8♣ twice"),
    ("advise AKJ.AQJ8.98.J8X", "hand: unknown rank 'X' in clubs; ranks are A K Q J T 9 8 7"),
    (
        "advise AKJ.AQJ8.98",
        "hand: expected 4 suits separated by dots, got 3; an example is AKJ",
    ),
    ("advise AKJAQJ898J87", "a card is rank then suit, as in AS, TD or 7C"),
    ("advise AKJ.AQJ8.98.J876", "hand: 6♣ is not in the pack of 32"),
    (f"advise {HAND} --seat eldr", "seat: expected elder or younger, got 'eldr'"),
    (f"odds {HAND} --discard AKJ.AQJ8..", "discard: 7 cards; elder may exchange 1 to 5"),
]


@pytest.fixture
def refuse(tmp_path, monkeypatch):
    """Run what is refused: the one line that is said."""
    (tmp_path / "results" / "pique").mkdir(parents=True)
    for name in ("run.checkpoint", "own.py", "deals.jsonl"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))

    def run(line):
        said = refused(*shlex.split(line))
        assert sorted(tmp_path.rglob("*")) == before
        return said

    return run


@pytest.mark.parametrize(("line", "meant"), MEANT)
def test_mistake__says_what_was_probably_meant(line, meant, refuse):
    assert f"did you mean '{meant}'?" in refuse(line)


@pytest.mark.parametrize(("line", "said"), TOLD)
def test_mistake__says_what_is_wrong_and_what_would_be_right(line, said, refuse):
    assert said in refuse(line)
