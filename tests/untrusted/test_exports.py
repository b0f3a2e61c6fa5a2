"""Exports, intact or corrupt and compressed by any method, are imported or refused, without other effects."""

import os
import random
import struct
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest

from tests.game.conftest import MoveTo, move_to
from tests.game.storage.test_transfer import content, take
from tests.golden import in_turn, sampled
from tests.untrusted.hostile import real_record, stress_exports, stress_records
from topping_out.game.storage.transfer import LARGEST_CONTENTS, LARGEST_MANIFEST, MANIFEST, TransferError

assert move_to  # a fixture
COMPRESSIONS = {"stored": ZIP_STORED, "deflate": ZIP_DEFLATED, "bzip2": ZIP_BZIP2, "lzma": ZIP_LZMA}
ABOUT = b'{"export":"topping-out","format":1,"changed":{}}'
CORRUPTIONS = {
    "cut": lambda luck, data: data[: luck.randrange(len(data))],
    "a bit turned": lambda luck, data: _put(data, luck.randrange(len(data)), bytes([1 << luck.randrange(8)])),
    "zeroed": lambda luck, data: _put(data, luck.randrange(len(data)), None),
    "rubbish": lambda luck, data: luck.randbytes(len(data)),
    "empty": lambda luck, data: b"",
    "a changed head": lambda luck, data: luck.randbytes(min(9, len(data))) + data[9:],
}
every_compression = pytest.mark.parametrize("compression", COMPRESSIONS.values(), ids=COMPRESSIONS)


def _put(data: bytes, place: int, bits: bytes | None) -> bytes:
    if bits is None:
        return data[:place] + bytes(len(data[place : place + 40])) + data[place + 40 :]
    return data[:place] + bytes([data[place] ^ bits[0]]) + data[place + 1 :]


def packed(
    path: Path, compression: int, corrupt: Callable[[bytes], bytes] = bytes, what: str = "games/a.jsonl"
) -> Path:
    """Write an export. The compressed data of one file in it is passed through `corrupt`; the rest is intact."""
    members = {MANIFEST: ABOUT, "games/a.jsonl": real_record("wyoming").to_bytes()}
    with ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        places = [(info.filename, info.header_offset, info.compress_size) for info in archive.infolist()]
    data = bytearray(path.read_bytes())
    for name, offset, size in places:
        if name == what:
            start = offset + 30 + sum(struct.unpack("<HH", data[offset + 26 : offset + 30]))
            bad = corrupt(bytes(data[start : start + size]))[:size].ljust(size, b"\xff")
            data[start : start + size] = bad
    path.write_bytes(data)
    return path


@every_compression
def test_an_intact_file_is_imported_with_any_compression(compression: int, tmp_path: Path, move_to: MoveTo) -> None:
    move_to("new")
    assert take(packed(tmp_path / "a.zip", compression)).taken.total() == 1


PACKED = [MANIFEST, "games/a.jsonl"]


@sampled("how, what", product(CORRUPTIONS, PACKED), in_turn(CORRUPTIONS, PACKED))
@every_compression
def test_a_corrupt_file_is_refused_and_changes_nothing(
    compression: int, how: str, what: str, tmp_path: Path, move_to: MoveTo
) -> None:
    home, refused = move_to("new"), 0
    for seed in range(12):
        file = packed(
            tmp_path / f"{seed}.zip", compression, partial(CORRUPTIONS[how], random.Random(f"{seed} {how}")), what
        )
        with suppress(TransferError):
            take(file)
            # this corruption did not change the unpacked data
            assert real_record("wyoming").to_bytes() in content(home).values()
            return
        refused += 1
        assert not content(home)
    assert refused == 12


@pytest.mark.parametrize("compression", [1, 6, 9, 10, 95, 96, 97, 99, 65535])
def test_an_unknown_compression_is_refused(compression: int, tmp_path: Path, move_to: MoveTo) -> None:
    home, file = move_to("new"), tmp_path / "a.zip"
    data = packed(file, ZIP_STORED).read_bytes()
    for head, place in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        for number in range(2):
            start = [n for n in range(len(data)) if data.startswith(head, n)][number]
            data = data[: start + place] + struct.pack("<H", compression) + data[start + place + 2 :]
    file.write_bytes(data)
    with pytest.raises(TransferError, match=r"a\.zip wasn't exported by this program"):
        take(file)
    assert not content(home)


@pytest.mark.parametrize("compression", [ZIP_BZIP2, ZIP_LZMA])
def test_a_file_that_decompresses_to_more_than_declared_is_refused(
    compression: int, tmp_path: Path, move_to: MoveTo
) -> None:
    move_to("new")
    path = tmp_path / "a.zip"
    with ZipFile(path, "w", compression) as archive:
        archive.writestr(MANIFEST, ABOUT)
        archive.writestr("games/a.jsonl", bytes(50_000_000))
    data, size = path.read_bytes(), struct.pack("<I", 50_000_000)
    path.write_bytes(data.replace(size, struct.pack("<I", 1000)))
    with pytest.raises(TransferError):
        take(path)


def test_an_oversized_table_of_contents_is_refused(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("new")
    path = tmp_path / "a.zip"
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    table = entry * (LARGEST_CONTENTS // len(entry) + 1)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, len(table), 0, 0)
    path.write_bytes(table + end)
    with pytest.raises(TransferError, match="table of contents"):
        take(path)


@pytest.mark.parametrize("value", [0, 1, 47, 255])  # 0 ends a name, so that it may be empty; 47 is a slash
def test_a_changed_byte_in_the_table_of_contents_imports_nothing_bad(
    value: int, tmp_path: Path, move_to: MoveTo
) -> None:
    home, refused = move_to("new"), 0
    whole = packed(tmp_path / "whole.zip", ZIP_STORED).read_bytes()
    places = range(whole.index(b"PK\1\2"), len(whole))
    for place in places:
        file = tmp_path / "a.zip"
        file.write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
        before = content(home)
        try:
            take(file)
        except TransferError:
            refused += 1
            assert content(home) == before
    assert len(places) // 5 < refused < len(places)


def test_an_oversized_manifest_is_refused(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("new")
    with ZipFile(tmp_path / "a.zip", "w", ZIP_STORED) as archive:
        archive.writestr(ZipInfo(MANIFEST), ABOUT + b" " * LARGEST_MANIFEST)
    with pytest.raises(TransferError):
        take(tmp_path / "a.zip")


def test_every_corruption_changes_the_data() -> None:
    """Otherwise the tests above would prove nothing."""
    data = zlib.compress(real_record("wyoming").to_bytes())
    assert all(CORRUPTIONS[how](random.Random(1), data) != data for how in CORRUPTIONS)


# -- corrupted and interrupted exports, imports and records cause no loss, no traceback and no hang


EXPORTS, RECORDS = 25, 250
MANY_EXPORTS, MANY_RECORDS = 2500, 5000


@pytest.fixture
def no_real_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", os.fstat)


def troubles(tally: Counter[str]) -> dict[str, int]:
    return {name: count for name, count in tally.items() if name.isupper() and count}


@pytest.mark.usefixtures("no_real_sync")
@sampled("count", [EXPORTS, MANY_EXPORTS], [EXPORTS])
def test_corrupt_and_interrupted_exports_and_imports_lose_nothing(count: int) -> None:
    tally = stress_exports(count)
    assert troubles(tally) == {}
    assert tally["done"] > count
    assert tally["refused"] > count / 10


@pytest.mark.usefixtures("no_real_sync")
@sampled("count", [RECORDS, MANY_RECORDS], [RECORDS])
def test_slightly_wrong_records_are_imported_or_left_out(count: int) -> None:
    tally = stress_records(count)
    assert troubles(tally) == {}
    assert tally["taken"] > count / 20
    assert tally["left out"] > count / 20
