"""Takes the place of the library that speaks, so that no test is heard, whatever is installed."""

raise ModuleNotFoundError("no test is to be heard", name="prism")
