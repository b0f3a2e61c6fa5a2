"""A draft: twelve floors, taken or struck in turn, until it is settled which eight are played."""

import random

import pytest

from topping_out.game.towers.decks import find_decks, scores
from topping_out.game.towers.floors import EffectVerb
from topping_out.game.towers.workshop.draft import Draft, Pick, bots_pick, new_draft

DECKS = [*find_decks().built_in.values()]


def bots_draft(draft: Draft, level: str, temper: str, luck: int) -> Draft:
    rng = random.Random(luck)
    while not draft.is_over:
        draft = draft.pick(bots_pick(draft, level, temper, rng))
    return draft


def test_twelve_floors_of_different_names_are_offered_the_same_ones_for_a_seed() -> None:
    draft = new_draft(DECKS, 3, 7)
    assert len({floor.name for floor in draft.offered}) == 12
    assert draft == new_draft(DECKS, 3, 7) != new_draft(DECKS, 3, 8)


def test_the_seats_choose_in_turn() -> None:
    draft = new_draft(DECKS, 3, 7)
    turns = []
    for floor in draft.offered[:4]:
        turns.append(draft.turn)
        draft = draft.pick(Pick(floor.name, True))
    assert turns == [0, 1, 2, 0]
    assert draft.back().turn == 0


def test_a_draft_is_over_with_eight_taken_or_four_struck() -> None:
    start = new_draft(DECKS, 2, 1)
    for is_taken, number in ((True, 8), (False, 4)):
        draft = start
        for floor in start.offered[:number]:
            assert not draft.is_over
            draft = draft.pick(Pick(floor.name, is_taken))
        assert draft.is_over
        kept = start.offered[:8] if is_taken else start.offered[4:]
        assert [floor.name for floor in draft.deck("Ours").floors] == [floor.name for floor in kept]
        assert len(draft.deck("Ours").cards) == 64


def test_a_floor_that_is_settled_or_not_offered_cannot_be_chosen() -> None:
    draft = new_draft(DECKS, 2, 1)
    taken = draft.pick(Pick(draft.offered[0].name, True))
    for name in (draft.offered[0].name, "NOWHERE"):
        with pytest.raises(ValueError, match="cannot be chosen"):
            taken.pick(Pick(name, False))


def test_whatever_bots_draft_scores() -> None:
    for luck in range(40):
        deck = bots_draft(new_draft(DECKS, 2, luck), "hard", "spiteful", luck).deck("Ours")
        assert len(deck.floors) == 8
        assert any(map(scores, deck.floors))


def test_tempers_draft_by_taste() -> None:
    def harm(temper: str) -> int:
        decks = [bots_draft(new_draft(DECKS, 2, n), "hard", temper, n).deck("Ours") for n in range(30)]
        verbs = [effect.verb for deck in decks for floor in deck.floors for effect in floor.effects]
        return sum(verb in (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW) for verb in verbs)

    assert harm("cautious") < harm("") < harm("spiteful")
