"""Every page and every table in each of its states: one list, and how each state comes about.

A state is written as in `tests.scenes.pages.stories`: what is opened, and after `>` what is done there, parted by `;`.
"""

from tests.scenes.pages.every import every_page, pages_over_a_table

STATES: dict[str, dict[str, str]] = {
    "pages": {name: name for name in every_page.PAGES},
    "over a table": {name: name for name in pages_over_a_table.PAGES},
}
