"""The program's translations. Each catalogue is read once and shared by all tests, so no test may change one."""

from functools import cache

from languages import read

catalogue = cache(read)
