"""Whether values are what an annotation says: for what comes from other packages, which no type checker has seen."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any, Literal, TypeVar

ALIKE: Mapping[type, Any] = {
    float: (float, int), range: Sequence, list: Sequence, tuple: Sequence, frozenset: AbstractSet, dict: Mapping,
}  # fmt: skip
"""What does as well as a type, for whoever only reads it."""
Fits = Callable[[Any], bool]


def anything(value: Any) -> bool:
    return True


def fits_return(function: Any) -> Fits:
    """Return what tells whether a value is what a function says it returns."""
    try:
        hint = typing.get_type_hints(function).get("return", Any)
    except (NameError, TypeError):  # a name that only type checkers see
        return anything
    return anything if hint is types.NoneType else fits(hint)  # whatever is returned for nothing is ignored


@cache
def fits(hint: Any) -> Fits:
    """Return what tells whether a value is of an annotated type, and so is all that it holds."""
    if isinstance(hint, type) and typing.get_origin(hint) is None:
        return _fits_class(hint)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Annotated, typing.ClassVar):
        return fits(inner[0])
    if origin in (typing.Union, types.UnionType):
        any_of = [fits(part) for part in inner]
        return lambda value: any(one(value) for one in any_of)
    if origin is Literal:
        return lambda value: value in inner
    if isinstance(hint, TypeVar):
        return fits(hint.__bound__) if hint.__bound__ else anything
    return _fits_container(origin, inner) if isinstance(origin, type) else anything


def _fits_class(kind: type) -> Fits:
    if kind in (Any, object, bool):
        return anything  # whatever it is, it is true or false
    if getattr(kind, "_is_protocol", False):
        methods = [name for name in dir(kind) if not name.startswith("_")]
        return lambda value: all(hasattr(type(value), name) for name in methods)
    kinds = ALIKE.get(kind, kind)
    return lambda value: isinstance(value, kinds) and not (kinds is Sequence and isinstance(value, str))


def _fits_container(origin: type, inner: tuple[Any, ...]) -> Fits:
    is_one = _fits_class(origin)
    if not inner or issubclass(origin, (type, Callable)):  # type: ignore[arg-type]
        return is_one
    if origin is tuple and inner[-1] is not ...:
        parts = [fits(part) for part in inner]
        return lambda value: is_one(value) and len(value) == len(parts) and all(one(v) for one, v in zip(parts, value))
    if issubclass(origin, Mapping):
        key, content = map(fits, inner)
        return lambda value: is_one(value) and all(key(one) and content(value[one]) for one in value)
    if issubclass(origin, Iterable) and not issubclass(origin, Iterator) and origin is not Iterable:
        each = fits(inner[0])
        if each is anything:
            return is_one
        return lambda value: is_one(value) and all(map(each, value))
    return is_one
