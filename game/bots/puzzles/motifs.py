"""What puzzles are about, in words."""

from __future__ import annotations

from topping_out.game.language import mark

MOTIFS = {
    "race": (mark("Race"), mark("Somebody is close to the goal: every turn counts.")),
    "denial": (mark("Denial"), mark("Look at what the others need, more than at what you have.")),
    "hold back": (mark("Hold back"), mark("What you do not spend now may be worth more later.")),
    "late bonus": (mark("Late bonus"), mark("Something pays only at the very end: is it worth preparing?")),
    "dig": (mark("Dig"), mark("A piece that lies deep in a tower can still be of use.")),
    "split": (mark("Split"), mark("A tower in two parts can be worth more than in one.")),
    "invest": (mark("Invest"), mark("The biggest gain right now isn't the best start.")),
    "foundation": (mark("Foundation"), mark("Begin something that can grow.")),
    "growth": (mark("Growth"), mark("Something that stands already wants more.")),
    "clearance": (mark("Clearance"), mark("Something of your own is in the way.")),
    "multiplier": (mark("Multiplier"), mark("A tower can count more than once.")),
    "leap": (mark("Leap"), mark("It is worth leaving something out.")),
    "supply": (mark("Supply"), mark("Where the next card comes from is the question.")),
    "farewell": (mark("Farewell"), mark("Which of your cards will you miss least?")),
    "harvest": (mark("Harvest"), mark("Something is ready to be scored.")),
}
"""By key: the title, and a hint that gives no play away."""
