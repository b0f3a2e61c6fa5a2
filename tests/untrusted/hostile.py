"""What nobody would write into a file: hostile values, and real files with one thing changed."""

import json
import random
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.game.by_luck.random_games import random_deal, whole_game
from topping_out.game import registry
from topping_out.game.record import Record

Json = Any

DEEP = 100_000
"""Brackets; far more than any reader follows."""
WORDS = (
    "", " ", "\x00", "a\x00b", "\n", "\r\n", "\x1b[2J\x1b]0;gone\x07", "\u202e\u2066", "\ufeff", "undo", "tick",
    "../../../etc/passwd", "/dev/zero", "C:\\CON", "~", "$HOME", "`id`", "$(id)", "%s%n", "{0.__class__}", "🏗" * 50,
    "A" * 70_000, "__import__('os')", "NaN", "-1", "1e999", "٣", "construct", "construct 1S @", "place @", "set ,",
    "construct 1S @99999999999.0", "construct " + "9" * 5000 + "S @0.0", "place @" + "9" * 5000, "mine -1",
    "set 1e9,1", "set " + "9" * 5000 + ",1", "ready 999", "build LOBBY @99", "claim LOBBY @0.-1", "draw z", "split 0x1",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 2**64 - 1, 10**30, 1.5, -0.0, 1e308)
LITERALS = (
    b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999", b"1E-999", b"00", b"+1", b"0x10", b"1_000", b"9" * 5000,
    b'"\\ud800"', b'"\\udc00\\ud800"', b'"\xed\xa0\x80"', b'"\xff\xfe"', b'"\\u0000"', b"'a'", b"undefined", b"",
    b"[" * DEEP, b"{" * DEEP, b"[" * 500 + b"]" * 500, b'{"a":' * 500 + b"1" + b"}" * 500, b"// a remark", b"nul",
)  # fmt: skip
"""Not all of it is JSON."""
ANYTHING: tuple[Json, ...] = (*WORDS, *NUMBERS, None, True, False, [], {}, [[]], [None] * 9, {"": ""}, {"a": {"b": []}})


@cache
def real_record(game: str, number: int = 0) -> Record:
    """Return a game that was really played: one of few, each of them another set-up."""
    return whole_game(random_deal(game, random.Random(f"{game} {number}")))[0]


# -- changed values


def places(value: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where something could be changed in JSON data: every path in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, item in inner for deeper in places(item, (*path, key)))]


def changed(value: Json, path: tuple[Any, ...], new: Json) -> Json:
    """Return the data with one thing replaced."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = changed(copy[path[0]], path[1:], new)
    return copy


@st.composite
def changed_json(draw: st.DrawFn, value: Json) -> bytes:
    """Draw JSON with one thing in it replaced, left out, or given another name."""
    path = draw(st.sampled_from(places(value)))
    kind = draw(st.sampled_from(("value", "literal", "key", "left out")))
    if kind == "literal":
        marked = json.dumps(changed(value, path, "@@here@@")).encode()
        return marked.replace(b'"@@here@@"', draw(st.sampled_from(LITERALS)))
    if kind == "value" or not path:
        return json.dumps(changed(value, path, draw(st.sampled_from(ANYTHING)))).encode()
    parent: Json = value
    for key in path[:-1]:
        parent = parent[key]
    smaller = parent.copy()
    item = smaller.pop(path[-1])
    if kind == "key" and isinstance(smaller, dict):
        smaller[draw(st.sampled_from(WORDS))] = item
    return json.dumps(changed(value, path[:-1], smaller)).encode()


# -- changed bytes


@st.composite
def changed_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw the bytes with a few of them changed, cut out, doubled, or rubbish put between them."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from((0, 0, 1, 1, 2, 10, 100))))
        between = draw(
            st.sampled_from((b"", b"\x00", b"\xff", b"\n", b"\r\n", b"\xef\xbb\xbf", b",", b"]", data[start:end] * 2))
            | st.sampled_from(LITERALS)
            | st.binary(max_size=8)
        )
        data = data[:start] + between + data[end:]
    return data


@st.composite
def changed_lines(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw the lines with some doubled, lost, exchanged, or ended in the way of another system."""
    lines = data.split(b"\n")
    luck = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(1, 4))):
        here, there = luck.randrange(len(lines)), luck.randrange(len(lines))
        match luck.randrange(4):
            case 0:
                lines[here], lines[there] = lines[there], lines[here]
            case 1:
                lines.insert(here, lines[there])
            case 2 if len(lines) > 1:
                del lines[here]
            case _:
                lines[here] += b"\r"
    return b"\n".join(lines)


@st.composite
def hostile_records(draw: st.DrawFn) -> bytes:
    """Draw a real record with something wrong in it."""
    record = real_record(draw(st.sampled_from(registry.names())), draw(st.integers(0, 3)))
    data = record.to_bytes()
    kind = draw(st.sampled_from(("header", "header", "entry", "entry", "bytes", "lines")))
    if kind == "bytes":
        return draw(changed_bytes(data))
    if kind == "lines":
        return draw(changed_lines(data))
    lines = data.splitlines()
    number = 0 if kind == "header" else draw(st.integers(1, len(lines) - 1))
    lines[number] = draw(changed_json(json.loads(lines[number])))
    return b"\n".join([*lines, b""])
