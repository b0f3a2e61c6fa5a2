"""Programs of others that play as bots: the protocol, what runs them, and our bots served by the same protocol."""
