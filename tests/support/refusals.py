"""What is refused: the functions of the package say so in one line."""

from contextlib import contextmanager

import pytest

from piquet_sim.game.errors import InputError


@contextmanager
def refuses(*parts, start=""):
    """What is done within is refused in one line, which begins so and has all these parts."""
    with pytest.raises(InputError) as refused:
        yield refused
    said = str(refused.value)
    assert len(said.splitlines()) == 1
    assert said.startswith(start), said
    for part in parts:
        assert str(part) in said, said
