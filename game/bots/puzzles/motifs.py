"""What puzzles are about, in words."""

from __future__ import annotations

from topping_out.game.language import mark

MOTIFS = {
    "finale": (mark("Finale"), mark("The end is near: what brings nothing by then never will.")),
    "race": (mark("Race"), mark("Somebody is close to the goal: every turn counts.")),
    "denial": (mark("Denial"), mark("Look at what the others need, more than at what you have.")),
    "takeover": (mark("Takeover"), mark("You can begin a tower where somebody else wants to build.")),
    "hold back": (mark("Hold back"), mark("What you hold back now may be worth more later.")),
    "late bonus": (mark("Late bonus"), mark("Some things pay only at the very end. Is this one worth preparing for?")),
    "dig": (mark("Dig"), mark("A piece deep inside a tower can still be useful.")),
    "split": (mark("Split"), mark("A tower can be worth more in two parts than in one.")),
    "invest": (mark("Invest"), mark("Taking the most at once isn't best here.")),
    "foundation": (mark("Foundation"), mark("Start something that can grow.")),
    "growth": (mark("Growth"), mark("Something that's already standing wants more.")),
    "clearance": (mark("Clearance"), mark("Something of yours is in the way.")),
    "multiplier": (mark("Multiplier"), mark("A tower can count more than once.")),
    "leap": (mark("Leap"), mark("Sometimes it pays to leave something out.")),
    "supply": (mark("Supply"), mark("Ask yourself where your next card will come from.")),
    "time": (mark("Time"), mark("You too decide how long the round lasts.")),
    "farewell": (mark("Farewell"), mark("Which of your cards will you miss least?")),
    "harvest": (mark("Harvest"), mark("Something is ready to be scored.")),
}
"""By key: the title, and a hint that gives no play away."""
