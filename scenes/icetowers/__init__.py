"""The table of IceTowers: live, with a hand for every seat."""

from topping_out.game.language import mark

from ..match.definition import TableDefinition

TABLE = TableDefinition(
    board="topping_out.scenes.icetowers.board:IceTowersBoard",
    scene="topping_out.scenes.icetowers.live:LiveScene",
    puzzle_scene="topping_out.scenes.icetowers.live:LivePuzzleScene",
    puzzle_question=mark("Make the most of three plays, while the others pass."),
    facade="topping_out.scenes.icetowers.pictures:paint_facade",
    skyline="topping_out.scenes.icetowers.pictures:paint_built",
    facade_height=0.84,
    illustrations="topping_out.scenes.icetowers.pictures:FIGURES",
    lessons="topping_out.scenes.icetowers.lessons:CUES",
    patterns=mark("Each seat's pyramids carry a symbol as well as a colour."),
    printing="topping_out.scenes.icetowers.printing:IceTowersPrinting",
)
