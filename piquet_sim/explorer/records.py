"""Played deals as the page's address holds them, and as people paste them.

In the address a deal is its JSON, compressed (by zlib, with a dictionary of the words that every
deal has) and written in letters that an address may contain (base64), some 200 of them.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import Any

from piquet_sim.deals.notation import read_deals
from piquet_sim.decisions.review.records import Record, read_record
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json
from piquet_sim.game.terms import SEATS

COMMON_BYTES = (
    b'"calls":{"carte_blanche":false,"point":{"length":5,"pips":50},"sequence":{"length":3,"top":"A"'
    b'},"set":{"size":3,"rank":"K"}}{"players":{"elder":"younger":"rules":"preset":"set":"none"'
    b'{"elder":{"dealt":"AKQJ.T987.","discard":".."},"younger":{"dealt":"AKQJT987...","discard":"'
    b'"},"talon":" AS KS QS JS TS 9S 8S 7S AH KH QH JH TH 9H 8H 7H","play":" AD KD QD JD TD 9D 8D'
    b' 7D AC KC QC JC TC 9C 8C 7C"}'
)
"""Another text makes addresses unreadable that were kept."""
_MOST_LETTERS = 20_000
MOST_DEALS = 24
"""Deals that may be pasted together."""
YOU = "you"
"""The name of the page's player in a record."""

EXAMPLE: dict[str, Any] = {
    "players": {"elder": "Ann", "younger": "Ben"},
    "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87"},
    "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
    "talon": "9S 8S KH 9C KD QS AC 7D",
    "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS",
}
"""Cavendish's example, as the README has it."""


def pack(value: object) -> str:
    """Something that JSON can say, as an address has it: compressed, in letters and digits."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    packer = zlib.compressobj(9, zdict=COMMON_BYTES)
    return urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def unpack(code: str, name: str) -> object:
    """What `pack` was given.

    Raises
    ------
    InputError
        If the code was altered, cut off or is too long.
    """
    unpacker = zlib.decompressobj(zdict=COMMON_BYTES)
    try:
        text = unpacker.decompress(urlsafe_b64decode(code + "=" * (-len(code) % 4)), _MOST_LETTERS)
        if not unpacker.eof:
            raise ValueError("it ends too early or is too long")
        return read_json(text.decode())
    except (ValueError, zlib.error) as error:
        raise InputError(f"{name}: a part of it is missing or altered ({error})") from None


def write_code(record: Record) -> str:
    """A played deal as the address has it.

    Examples
    --------
    >>> code = write_code(read_record(EXAMPLE))
    >>> read_code(code).plays == read_record(EXAMPLE).plays
    True
    """
    deal = {**record.written}
    if record.rules.describe() == "rubicon":
        deal.pop("rules", None)
    named = {seat: name for seat, name in zip(SEATS, record.players, strict=True) if name != seat}
    if named:
        deal["players"] = named
    return pack(deal)


@lru_cache(16)
def read_code(code: str) -> Record:
    """The deal of `write_code`.

    Raises
    ------
    InputError
        If this is no such deal, or it breaks the laws.
    """
    return _read_whole(unpack(code, "record"))


def _read_whole(deal: object) -> Record:
    record = read_record(deal)
    if record.scored.stops_after is not None:
        raise InputError(
            f"play: expected 24 cards, got {record.scored.stops_after}; the command piquet review "
            "takes deals that stop early"
        )
    return record


def read_pasted(text: str) -> list[Record]:
    """Deals in the notation, or in JSON.

    Raises
    ------
    InputError
        If one cannot be read or breaks the laws; the message names the piece.
    """
    if not text:
        raise InputError("expected a deal with its play, as piquet deal prints it")
    if text.startswith("{") and "\n{" not in text:  # one deal, which may stand in several lines
        deals = [read_json(text)]
    else:
        deals = read_deals(text + "\n")  # one line without a colon would be the name of a file
    if len(deals) > MOST_DEALS:
        raise InputError(f"{len(deals)} deals; at most {MOST_DEALS} are reviewed together")
    return [_read_whole(deal) for deal in deals]
