"""The numbers of the rules, which rules and bots share."""
