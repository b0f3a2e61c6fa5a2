"""The table of Towers of Wyoming."""

from topping_out.scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="topping_out.scenes.wyoming.board:WyomingBoard",
    facade="topping_out.scenes.wyoming.pictures.facade:paint",
    skyline="topping_out.scenes.wyoming.pictures.skyline:paint",
    facade_height=1.0,
    illustrations="topping_out.scenes.wyoming.pictures.illustrations:FIGURES",
    lessons="topping_out.scenes.wyoming.lessons:CUES",
    printing="topping_out.scenes.wyoming.printing:WyomingPrinting",
)
