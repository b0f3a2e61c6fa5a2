"""The numbers of the rules and the state, which rules and bots share."""
