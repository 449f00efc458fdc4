"""`python -m tourney_xlsx` is the command `tourney-xlsx`."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="tourney-xlsx")
