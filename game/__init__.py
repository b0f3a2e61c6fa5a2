"""Rules, records, bots and the command line of Topping Out. Nothing here draws; rules and bots never read a clock."""

__version__ = "1.0.0"
