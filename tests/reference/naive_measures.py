"""Expressions over one deal, judged from a row of the records in plain Python.

Nothing here comes from the package: the text is taken apart by Python's own parser, whose words,
signs and precedence are those of the expressions, and each name is read by its meaning in a deal.
"""

import ast
import operator

SIGNS = {
    ast.GtE: operator.ge, ast.LtE: operator.le, ast.Gt: operator.gt, ast.Lt: operator.lt,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
ARITHMETIC = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
FUNCTIONS = {"abs": abs, "min": min, "max": max}
WHOSE = {"elder": 1, "younger": 2, "equal": 3}
SHIFTS = {"point": 256, "sequence": 16, "set": 16}
IN_HAND = ("carte_blanche", "point", "sequences", "sets")


def truth(name, row):
    """Whether what a name says is true of a deal."""
    tricks = row["elder_tricks"]
    known = {
        "elder_wins": row["elder_score"] > row["younger_score"],
        "younger_wins": row["elder_score"] < row["younger_score"],
        "drawn": row["elder_score"] == row["younger_score"],
        "elder_cards": tricks in (7, 8, 9, 10, 11),
        "younger_cards": tricks in (1, 2, 3, 4, 5),
        "cards_divided": tricks == 6,
        "elder_capot": tricks == 12,
        "younger_capot": tricks == 0,
        "mirrored": row["mirrored"] == 1,
        "faced": row["faced"] == 1,
    }
    if name in known:
        return known[name]
    whose, part = name.split("_", 1)
    if part in ("pique", "repique", "carte_blanche"):
        return row[name] != 0
    return row[f"{part}_result"] == WHOSE[whose]


def number(name, row):
    """What a number is in a deal, by its name."""
    seats = ("younger", "elder") if row["mirrored"] else ("elder", "younger")
    first, second = (row[f"{seat}_score"] for seat in seats)
    known = {
        "difference": row["elder_score"] - row["younger_score"],
        "first_score": first,
        "second_score": second,
        "first_less_second": first - second,
    }
    if name in known:
        return known[name]
    if name == "elder_pique_trick":
        return row["elder_pique"] and min(12, 30 - sum(row[f"elder_{part}"] for part in IN_HAND))
    if name.endswith("_repique_class"):
        return find_class(name.split("_")[0], row)
    if name.endswith("_called"):
        seat, kind, _ = name.split("_")
        return row[f"{seat}_{kind}_call"] // SHIFTS[kind]
    return row[name.removesuffix("_mean")]


def find_class(seat, row):
    """In which class a repique reaches thirty: 1 to 4; 0 without one."""
    reached = 0
    for number, part in enumerate(IN_HAND, start=1):
        reached += row[f"{seat}_{part}"]
        if row[f"{seat}_repique"] and reached >= 30:
            return number
    return 0


def judge(text, row):
    """The value of an expression that is true or false, or a number where that is what it is."""
    tree = ast.parse(text, mode="eval").body
    return count(tree, row) if is_number(tree) else holds(tree, row)


def is_number(tree):
    if isinstance(tree, ast.Name):
        raise ValueError("a name alone may be either")
    if isinstance(tree, ast.UnaryOp):
        return not isinstance(tree.op, ast.Not)
    return not isinstance(tree, ast.BoolOp | ast.Compare)


def holds(tree, row):
    match tree:
        case ast.Name(name):
            return truth(name, row)
        case ast.UnaryOp(ast.Not(), one):
            return not holds(one, row)
        case ast.BoolOp(ast.And(), parts):
            return all(holds(one, row) for one in parts)
        case ast.BoolOp(ast.Or(), parts):
            return any(holds(one, row) for one in parts)
        case ast.Compare(left, signs, others):
            values = [count(one, row) for one in (left, *others)]
            return all(
                SIGNS[type(sign)](one, two)
                for sign, one, two in zip(signs, values, values[1:], strict=False)
            )
    raise ValueError(ast.dump(tree))


def count(tree, row):
    match tree:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return number(name, row)
        case ast.UnaryOp(ast.USub(), one):
            return -count(one, row)
        case ast.BinOp(left, sign, right):
            return ARITHMETIC[type(sign)](count(left, row), count(right, row))
        case ast.Call(ast.Name(name), parts):
            return FUNCTIONS[name](*(count(one, row) for one in parts))
    raise ValueError(ast.dump(tree))
