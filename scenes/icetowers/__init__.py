"""The table of IceTowers: live, with a hand for every seat."""

from topping_out.game.language import mark
from topping_out.scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="topping_out.scenes.icetowers.board:IceTowersBoard",
    scene="topping_out.scenes.icetowers.live.scene:LiveScene",
    puzzle_scene="topping_out.scenes.icetowers.live.puzzle:LivePuzzleScene",
    puzzle_question=mark("Make the most of three plays, while the others pass."),
    facade="topping_out.scenes.icetowers.pictures.facade:paint",
    skyline="topping_out.scenes.icetowers.pictures.skyline:paint",
    facade_height=0.84,
    illustrations="topping_out.scenes.icetowers.pictures.illustrations:FIGURES",
    lessons="topping_out.scenes.icetowers.lessons:CUES",
    patterns=mark("Each seat's pyramids carry a sign as well as a colour."),
    printing="topping_out.scenes.icetowers.printing:IceTowersPrinting",
)
