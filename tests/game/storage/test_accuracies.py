"""What decisions cost is kept beside the records, and may be lost."""

from pathlib import Path

import pytest

from topping_out.game.storage.history.accuracies import FILE, keep_costs, read_costs


def test_what_was_kept_is_read_by_file_and_seat(tmp_path: Path) -> None:
    keep_costs(tmp_path, "one.jsonl", {0: 1.5})
    keep_costs(tmp_path, "two.jsonl", {0: 0.0, 2: 3.25})
    assert read_costs(tmp_path) == {"one.jsonl": {0: 1.5}, "two.jsonl": {0: 0.0, 2: 3.25}}


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"a.jsonl": {"0": "much"}}', b'{"a.jsonl": {"0": -1}}', b"\xff"]
)
def test_a_torn_file_is_begun_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert read_costs(tmp_path) == {}
    keep_costs(tmp_path, "one.jsonl", {1: 2.0})
    assert read_costs(tmp_path) == {"one.jsonl": {1: 2.0}}


def test_where_nothing_can_be_written_nothing_happens(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    keep_costs(tmp_path, "one.jsonl", {1: 2.0})
    assert read_costs(tmp_path) == {}
