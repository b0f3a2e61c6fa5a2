"""Bots at all levels: one head (see `outlook`), with weights that let it see more or less."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from game.engine import Advice, Bot
from game.minds import Table
from game.towering.actions import Action
from game.towering.hints import explain
from game.towering.outlook import Outlook, Weights
from game.towering.state import View


class Planner(Bot[Action, View]):
    """Takes the action that leaves the best outlook, as far as its weights and its wobble let it see."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        outlook, wobble = Outlook(view, self.weights), self.weights.wobble
        if not wobble:
            return max(actions, key=lambda action: outlook.worth(outlook.after(action)))
        return max(actions, key=lambda action: outlook.worth(outlook.after(action)) + wobble * rng.gauss(0, 1))

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        action = self.choose(view, actions, rng)
        return Advice(action, explain(view, action))


def make_bot(table: Table) -> Planner:
    """Return the bot that thinks by this table of weights."""
    return Planner(msgspec.convert(table, Weights))
