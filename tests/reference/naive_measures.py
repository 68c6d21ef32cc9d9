"""Expressions over one deal, by Python's own `eval` on a row of the records.

Nothing here comes from the package; each name is read by its meaning in a deal.
"""

from naive_hand import name_places

WHOSE = {"elder": 1, "younger": 2, "equal": 3}
SHIFTS = {"point": 256, "sequence": 16, "set": 16}
PARTS = ("carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique")


def name_values(row):
    """What every name is in a deal, from the columns of its record; or in a table of deals."""
    elder, younger, tricks = (
        row[name] for name in ("elder_score", "younger_score", "elder_tricks")
    )
    turned = row["mirrored"] * (younger - elder)
    first, second = elder + turned, younger - turned
    values = {
        **row,
        "difference": elder - younger,
        "first_score": first,
        "second_score": second,
        "first_less_second": first - second,
        "elder_wins": elder > younger,
        "younger_wins": elder < younger,
        "drawn": elder == younger,
        "cards_divided": tricks == 6,
        "elder_capot": tricks == 12,
        "younger_capot": tricks == 0,
        "equal_point": row["point_result"] == 3,
    }
    for kind in ("sequence", "set"):
        values |= {f"{who}_{kind}": row[f"{kind}_result"] == code for who, code in WHOSE.items()}
    for seat in ("elder", "younger"):
        values |= {f"{seat}_{part}_mean": row[f"{seat}_{part}"] for part in PARTS}
        for kind, shift in SHIFTS.items():
            values[f"{seat}_{kind}_called"] = row[f"{seat}_{kind}_call"] // shift
    return values


def name_all(row, pack=32):
    """Every name of an expression in a deal: columns, what follows from them, and cards."""
    functions = {"abs": abs, "min": min, "max": max}
    return functions | name_values(row) | name_places(row, pack)


def judge(text, names):
    """The value of an expression by its names in a deal; what is true is 1, what is false 0."""
    return int(eval(text, {}, names))
