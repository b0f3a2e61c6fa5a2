"""Every game that is installed keeps what every game keeps."""

from game import registry
from tests.conformance import suite

test_conformance = suite(*registry.names())
