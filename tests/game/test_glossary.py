"""The words of the game."""

from piquet_sim.game.glossary import WORDS, find_word, split_words


def test_glossary__forms_lead_to_one_word():
    assert find_word("Cartes-blanches").name == "carte blanche"
    keys = [word.key for word in WORDS]
    assert keys == sorted(set(keys))
    assert find_word("rubicn") is None
    assert "king if the ace is" in find_word("tops").meaning  # of the primer


def test_glossary__pieces_make_the_text_again():
    text = "Elder repiques; a Carte blanche is no pointless trio: it counts three"
    pieces = split_words(text)
    assert "".join(piece for piece, _ in pieces) == text
    assert [word.name for _, word in pieces if word] == [
        "elder", "repique", "carte blanche", "trio",
    ]  # fmt: skip
