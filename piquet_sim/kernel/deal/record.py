"""The columns of a record: everything about one deal, one integer each.

This list is the only place where columns are named. Kernels write ``record[AT.elder_score]``;
the data frame, the Parquet file and the documentation take name, unit and meaning from here.
"""

from typing import NamedTuple

from piquet_sim.game.terms import number_names


class Column(NamedTuple):
    """One column of a record."""

    name: str
    dtype: str
    """numpy dtype in which the column is stored."""
    unit: str
    meaning: str


def _seat_columns(seat: str) -> list[Column]:
    return [
        Column(f"{seat}_dealt", "int64", "mask", f"the twelve cards dealt to {seat}"),
        Column(f"{seat}_discard", "int64", "mask", f"the cards that {seat} threw out"),
        Column(f"{seat}_hand", "int64", "mask", f"the twelve cards {seat} played with"),
        Column(f"{seat}_exchanged", "int8", "cards", f"how many cards {seat} exchanged"),
        Column(f"{seat}_point_call", "int16", "call", f"point called by {seat}: cards*256+pips"),
        Column(
            f"{seat}_sequence_call", "int16", "call", f"sequence called by {seat}: cards*16+top"
        ),
        Column(f"{seat}_set_call", "int16", "call", f"set called by {seat}: cards*16+rank"),
        Column(f"{seat}_carte_blanche", "int16", "points", f"{seat}'s points for carte blanche"),
        Column(f"{seat}_point", "int16", "points", f"{seat}'s points for the point"),
        Column(f"{seat}_sequences", "int16", "points", f"{seat}'s points for sequences"),
        Column(f"{seat}_sets", "int16", "points", f"{seat}'s points for trios and quatorzes"),
        Column(f"{seat}_play", "int16", "points", f"{seat}'s points in play, last trick included"),
        Column(f"{seat}_cards", "int16", "points", f"{seat}'s points for the cards or capot"),
        Column(f"{seat}_pique", "int16", "points", f"bonus for a pique made by {seat}"),
        Column(f"{seat}_repique", "int16", "points", f"bonus for a repique made by {seat}"),
        Column(f"{seat}_score", "int16", "points", f"{seat}'s total of the deal"),
        Column(f"{seat}_tricks", "int8", "tricks", f"tricks won by {seat}"),
    ]


COLUMNS: tuple[Column, ...] = (
    Column("index", "int64", "number", "number of the deal in its simulation"),
    Column("mirrored", "int8", "flag", "1 if the strategies have changed seats"),
    *_seat_columns("elder"),
    *_seat_columns("younger"),
    Column("point_result", "int8", "class", "point: 0 none, 1 elder, 2 younger, 3 equal"),
    Column("sequence_result", "int8", "class", "sequence: 0 none, 1 elder, 2 younger, 3 equal"),
    Column("set_result", "int8", "class", "set: 0 none, 1 elder, 2 younger, 3 equal"),
    Column("faced", "int8", "flag", "1 if the cards younger left were faced for both"),
    Column("first_lead", "int64", "mask", "the card that elder led first"),
    Column("lead_of_point", "int8", "flag", "1 if that card is of the suit of elder's point"),
)

AT = number_names(*(column.name for column in COLUMNS))
"""Where each column stands in a record."""

SEAT_COLUMNS = AT.younger_dealt - AT.elder_dealt
"""From a column of elder's to the same one of younger's."""
