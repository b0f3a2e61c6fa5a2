"""Every game that is installed keeps what every game keeps."""

from tests.conformance import suite
from topping_out.game import registry

test_conformance = suite(*registry.names())
