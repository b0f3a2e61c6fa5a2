"""The program's sentences and their translations, each read once for all tests, which leave them as they are."""

from functools import cache

from languages import read, template

sentences = cache(template)
catalogue = cache(read)
