"""The program's translations, each read once for all tests, which leave them as they are."""

from functools import cache

from languages import read

catalogue = cache(read)
