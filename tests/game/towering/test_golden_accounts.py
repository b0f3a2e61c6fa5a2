"""The accounts of Towering's golden game: what each tower was worth, and the totals."""

from pathlib import Path

from tests.game.towering.positions import NAMES
from topping_out.game.record import fold
from topping_out.game.storage.journal import read_record

HERE = Path(__file__).parent


def accounts() -> str:
    lines = []
    for account in fold(read_record(HERE / "golden.jsonl")).accounts:
        for name, scores in zip(NAMES, account.scores):
            towers = [f"{score.text}{' + 20' * bool(score.bonus)}" for score in scores]
            lines.append(f"round {account.round + 1}, {name}: {', '.join(towers)}")
        lines.append(f"after it: {account.totals[0]} to {account.totals[1]}")
    return "\n".join(lines) + "\n"


def test_the_golden_games_accounts_are_what_they_were() -> None:
    assert accounts() == (HERE / "golden_accounts.txt").read_text(encoding="utf-8")
