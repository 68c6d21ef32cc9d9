"""Run the command line as ``python -m piquet_sim``."""

from piquet_sim.cli import main

if __name__ == "__main__":
    main()
