"""External programs that play as bots: the protocol, their execution, and our bots served over the same protocol."""
