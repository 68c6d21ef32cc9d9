"""The words of the game."""

from piquet_sim.game.glossary import WORDS, find_word, split_words


def test_glossary__forms_lead_to_one_word():
    assert find_word("Cartes-blanches").name == "carte blanche"
    keys = [word.key for word in WORDS]
    assert keys == sorted(set(keys))
    assert find_word("rubicn") is None
    for asked, word in (
        ("huitième", "sequence"), ("septieme", "sequence"), ("tierce major", "sequence"),
        ("tierce minor", "sequence"), ("good", "good holding"), ("not good", "good holding"),
        ("equal", "equal holding"), ("stock", "talon"), ("au_cent", "au cent"), ("ruff", "point"),
        ("blank", "carte blanche"), ("ternary", "trio"),
    ):  # fmt: skip
        assert find_word(asked).name == word
    assert "king if the ace is" in find_word("tops").meaning  # of the primer


def test_glossary__pieces_make_the_text_again():
    text = "Good: elder repiques; a Carte blanche is no pointless trio: it counts three"
    pieces = split_words(text)
    assert "".join(piece for piece, _ in pieces) == text
    assert [word.name for _, word in pieces if word] == [
        "elder", "repique", "carte blanche", "trio",
    ]  # fmt: skip
