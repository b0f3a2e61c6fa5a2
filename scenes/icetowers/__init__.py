"""The table of IceTowers: live, with a hand for every seat."""

from game.language import mark
from scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="scenes.icetowers.board:IceTowersBoard",
    scene="scenes.icetowers.live.scene:LiveScene",
    puzzle_scene="scenes.icetowers.live.puzzle:LivePuzzleScene",
    puzzle_question=mark("Make the most of three plays, while the others pass."),
    facade="scenes.icetowers.pictures.facade:paint",
    skyline="scenes.icetowers.pictures.skyline:paint",
    facade_height=0.84,
    illustrations="scenes.icetowers.pictures.illustrations:FIGURES",
    lessons="scenes.icetowers.lessons:CUES",
    patterns=mark("Pyramids bear a sign for each seat, beside its colour."),
)
