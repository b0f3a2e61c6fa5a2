"""`python -m topping_out` does what the command `topping-out` does."""

from topping_out.scenes.__main__ import main

if __name__ == "__main__":
    main()
