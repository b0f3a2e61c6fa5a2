"""Reading mice separately, so that several players can have one each."""
