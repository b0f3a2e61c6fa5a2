"""Rules, records, bots and the command line of Topping Out; nothing here draws or reads a clock."""

__version__ = "0.1.0"
