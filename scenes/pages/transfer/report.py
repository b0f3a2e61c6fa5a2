"""What helps to find a fault, packed into one file that one looks into and sends oneself."""

from __future__ import annotations

from pathlib import Path

from topping_out.game.cli.commands.doctor import examine
from topping_out.game.language import tr
from topping_out.game.storage import fault_report
from topping_out.game.text import full_stop, paragraph, plainly, sentence
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.pages.transfer import places
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice


def pack_report(context: Context) -> Transition:
    """Put it where files are kept, and say where that is and what is in it."""
    path = (*places.folders(), Path.cwd())[0] / fault_report.new_name()
    try:
        said = fault_report.pack(path, "".join(f"{finding}\n" for finding in examine()))
    except Exception as error:  # where one thing has failed, so may another
        return Push(Notice(context, tr("That didn't work"), sentence(plainly(error))))
    return Push(Notice(context, tr("Report packed"), paragraph(map(full_stop, said))))
