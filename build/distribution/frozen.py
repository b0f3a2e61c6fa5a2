"""Where the packed program starts."""

import multiprocessing

if __name__ == "__main__":
    multiprocessing.freeze_support()  # before any other import: a bots' process goes its own way here

    from scenes.__main__ import main

    main()
