"""Last Storey keeps what every game keeps. Run it in a checkout of Topping Out, with both installed."""

from tests.conformance import suite

test_conformance = suite("last_storey")
