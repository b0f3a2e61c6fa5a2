"""Everything of Topping Out that is seen, heard and touched."""
