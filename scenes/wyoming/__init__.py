"""The table of Towers of Wyoming."""

from ..match.definition import TableDefinition

TABLE = TableDefinition(
    table="topping_out.scenes.wyoming.table:WyomingTable",
    facade="topping_out.scenes.wyoming.pictures:paint_facade",
    skyline="topping_out.scenes.wyoming.pictures:paint_built",
    facade_height=1.0,
    illustrations="topping_out.scenes.wyoming.pictures:FIGURES",
    lessons="topping_out.scenes.wyoming.lessons:CUES",
    printing="topping_out.scenes.wyoming.printing:WyomingPrinting",
)
