"""Sentences read back: which of the program's messages a text is, and what stands in its places."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from topping_out.game.assets import ROOT

Forms = Mapping[str, tuple[str, ...]]
"""Messages by their first form, with all their forms: for one of something and for many."""
Places = dict[str, str]
FORMS = {"mark": 1, "tr": 1, "Own": 1, "mark_count": 2, "tr_count": 2, "own_count": 2}
"""By what marks a message: how many forms of it speak to the reader."""


@cache
def messages(*modules: str) -> Forms:
    """Return the messages of modules such as `wyoming/bots/hints`.

    The half of an `Own` that names the player is left out: it is told of the same facts as the half that says "you".
    """
    return {forms[0]: forms for module in modules for forms in _in(ROOT / "game" / f"{module}.py")}


def _in(path: object) -> Iterator[tuple[str, ...]]:
    with open(str(path), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORMS:
            texts = [part.value for part in node.args[: FORMS[node.func.id]] if isinstance(part, ast.Constant)]
            if texts:
                yield tuple(map(str, texts))


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"{(\w+)}", form)
    for at, part in enumerate(parts):
        parts[at] = f"(?P<{part}>.+?)" if at % 2 else re.escape(part)
    return re.compile("".join(parts))


def read(text: str, known: Iterable[str], forms: Forms) -> tuple[str, Places]:
    """Return which message a text is, and what stands in its places; of several the one with most words of its own."""
    found = [
        (len(re.sub(r"{\w+}", "", form)), message, match.groupdict())
        for message in known
        for form in forms[message]
        if (match := _pattern(form).fullmatch(text))
    ]
    assert found, f"no sentence with an evaluator is {text!r}"
    _, message, places = max(found, key=lambda each: each[0])
    return message, places


def holds(text: str, evaluators: Mapping[str, Callable[..., bool]], forms: Forms, *of: object) -> bool:
    """Tell whether a text is true of something, by the evaluator of its message, which takes the places as text."""
    message, places = read(text, evaluators, forms)
    return evaluators[message](*of, **places)
